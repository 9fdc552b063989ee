import type { Segment } from "../segments.ts";
import { ROW_CLASSES } from "./constants.ts";
import type { ResultFilter } from "./results.ts";

/** The rows that are written for `segments`: one for each address, and the invalid ones with those not to be sent to. */
export function fileOf(...segments: readonly Segment[]): ResultFilter {
  return {
    segments: [...segments],
    classes: ROW_CLASSES.filter((one) => one !== "repeated" && one !== "empty"),
  };
}

/** What may be mailed: the service's own guidance is to leave out the undeliverable alone. */
export const RECOMMENDED_SEGMENTS = ["safe", "risky"] as const satisfies readonly Segment[];

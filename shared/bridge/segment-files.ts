import type { Segment } from "../segments.ts";
import { ROW_CLASSES } from "./constants.ts";
import type { ResultFilter } from "./results.ts";

/** Returns the filter for a file of `segments`: one row per address, and invalid rows with `do_not_send`. */
export function fileOf(...segments: readonly Segment[]): ResultFilter {
  return {
    segments: [...segments],
    classes: ROW_CLASSES.filter((one) => one !== "repeated" && one !== "empty"),
  };
}

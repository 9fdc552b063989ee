import type { Segment } from "../segments.ts";
import { ROW_CLASSES } from "./constants.ts";
import type { ResultFilter } from "./results.ts";

/**
 * Returns the filter for a file of `segments`: one row per address. Invalid rows are in no such file: their cells may
 * also name people whom nothing speaks against.
 */
export function fileOf(...segments: readonly Segment[]): ResultFilter {
  return {
    segments: [...segments],
    classes: ROW_CLASSES.filter((one) => one !== "repeated" && one !== "malformed" && one !== "empty"),
  };
}

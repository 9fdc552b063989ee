import type { ExportFilter } from "../../../../../shared/bridge/exports.ts";
import type { ResultFilter, SelectedRows } from "../../../../../shared/bridge/results.ts";
import type { OpenedCleaning } from "../opened.ts";
import type { Steps } from "../steps.ts";
import type { RowMask } from "./cache.ts";
import { maskOf } from "./filter.ts";

/** Doors say of suppressed rows where they are: the table shows them there. */
export function asShown(filter: ResultFilter): ResultFilter {
  return filter.doors === undefined ? { ...filter, leaveOutSuppressed: false } : filter;
}

/** 1: the row is selected. Numbers that the list does not have are nobody's. */
export function* selectedIn(
  cleaning: OpenedCleaning,
  { rows, except }: SelectedRows,
): Steps<RowMask["mask"]> {
  const isNumbered = Array.isArray(rows);
  const mask = isNumbered
    ? new Uint8Array(cleaning.rows)
    : (yield* maskOf(cleaning, asShown(rows))).mask.slice();
  // What is written beyond the end of a typed array is dropped.
  if (isNumbered) for (const row of rows) mask[row] = 1;
  for (const row of except) mask[row] = 0;
  return mask;
}

/**
 * The rows that an export writes: those that pass `filter` and, where some were selected, are among them. Not kept: the
 * numbers of many rows are too long a key.
 */
export function* exportedMask(
  cleaning: OpenedCleaning,
  { selected, ...filter }: ExportFilter,
): Steps<RowMask> {
  const passing = yield* maskOf(cleaning, filter);
  if (selected === undefined) return passing;
  const mask = yield* selectedIn(cleaning, selected);
  let total = 0;
  for (let row = 0; row < mask.length; row++) {
    const both = (mask[row] ?? 0) & (passing.mask[row] ?? 0);
    mask[row] = both;
    total += both;
  }
  return { mask, total };
}

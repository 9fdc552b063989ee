import type { ExportFilter } from "../../../../../shared/bridge/exports.ts";
import type { ResultFilter, ResultSort, SelectedRows } from "../../../../../shared/bridge/results.ts";
import type { OpenCleaning } from "../opened.ts";
import { type CooperativeTask, runToEnd } from "../thread/steps.ts";
import type { RowMask } from "./cache.ts";
import { maskOf } from "./filter.ts";
import { orderOf } from "./order.ts";

/** Returns the indexes of the rows that pass `filter`, sorted by `sort`. */
export function* selection(
  cleaning: OpenCleaning,
  filter: ResultFilter,
  sort: ResultSort,
): CooperativeTask<Uint32Array> {
  const key = JSON.stringify([filter, sort]);
  const known = cleaning.cache.selections.get(key);
  if (known !== undefined) return known;
  const { mask, total } = yield* maskOf(cleaning, filter);
  yield;
  const order = yield* orderOf(cleaning, sort);
  return cleaning.cache.selections.set(key, rowsIn(order, mask, total));
}

/** Branchless: writes every row, advances only if it is in `mask`. A branch would take three times as long. */
function rowsIn(order: Uint32Array, mask: Uint8Array, total: number): Uint32Array {
  const rows = new Uint32Array(total);
  let at = 0;
  for (let place = 0; place < order.length; place++) {
    const row = order[place] ?? 0;
    rows[at] = row;
    at += mask[row] ?? 0;
  }
  return rows;
}

export function selectRows(cleaning: OpenCleaning, filter: ExportFilter, sort: ResultSort): Uint32Array {
  const { mask, total } = runToEnd(exportedMask(cleaning, filter));
  return rowsIn(runToEnd(orderOf(cleaning, sort)), mask, total);
}

/** Returns 1 for each row that an export writes. Do not change it: it may be cached. */
export function exportedRows(cleaning: OpenCleaning, filter: ExportFilter): RowMask["mask"] {
  return runToEnd(exportedMask(cleaning, filter)).mask;
}

/** Returns the filter as the results table applies it: without segments, suppressed rows are shown. */
export function asShown(filter: ResultFilter): ResultFilter {
  return filter.segments === undefined ? { ...filter, leaveOutSuppressed: false } : filter;
}

/** Returns a mask of the selected rows. Row numbers beyond the list are ignored. */
export function* selectedIn(
  cleaning: OpenCleaning,
  { rows, except }: SelectedRows,
): CooperativeTask<RowMask["mask"]> {
  const isNumbered = Array.isArray(rows);
  const mask = isNumbered
    ? new Uint8Array(cleaning.rows)
    : (yield* maskOf(cleaning, asShown(rows))).mask.slice();
  // Writes beyond the end of a typed array are dropped.
  if (isNumbered) for (const row of rows) mask[row] = 1;
  for (const row of except) mask[row] = 0;
  return mask;
}

/**
 * Returns the rows to export: filtered, selected, and without erased people. Not cached, as row numbers would make too
 * long a key.
 */
export function* exportedMask(
  cleaning: OpenCleaning,
  { selected, ...filter }: ExportFilter,
): CooperativeTask<RowMask> {
  const passing = yield* maskOf(cleaning, filter);
  const erased = cleaning.erased?.rows ?? null;
  if (selected === undefined && erased === null) return passing;
  const mask = selected === undefined ? passing.mask.slice() : yield* selectedIn(cleaning, selected);
  let total = 0;
  for (let row = 0; row < mask.length; row++) {
    const both = erased?.[row] === 1 ? 0 : (mask[row] ?? 0) & (passing.mask[row] ?? 0);
    mask[row] = both;
    total += both;
  }
  return { mask, total };
}

import type { ExportFilter } from "../../../../../shared/bridge/exports.ts";
import type { ResultFilter, ResultSort } from "../../../../../shared/bridge/results.ts";
import type { OpenedCleaning } from "../opened.ts";
import { finish, type Steps } from "../steps.ts";
import { maskOf } from "./filter.ts";
import { orderOf } from "./order.ts";
import { exportedMask } from "./selected.ts";

/** Numbers of the rows that pass `filter`, in the order of `sort`. */
export function* selection(
  cleaning: OpenedCleaning,
  filter: ResultFilter,
  sort: ResultSort,
): Steps<Uint32Array> {
  const key = JSON.stringify([filter, sort]);
  const known = cleaning.cache.selections.get(key);
  if (known !== undefined) return known;
  const { mask, total } = yield* maskOf(cleaning, filter);
  yield;
  const order = yield* orderOf(cleaning, sort);
  return cleaning.cache.selections.set(key, rowsIn(order, mask, total));
}

/**
 * The `total` rows of `order` that are in `mask`. Each is written, and written over where it is not in it: to ask first
 * takes three times as long.
 */
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

/** The rows that an export writes, in the order of `sort`, at once. */
export function selectRows(cleaning: OpenedCleaning, filter: ExportFilter, sort: ResultSort): Uint32Array {
  const { mask, total } = finish(exportedMask(cleaning, filter));
  return rowsIn(finish(orderOf(cleaning, sort)), mask, total);
}

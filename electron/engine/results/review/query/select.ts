import type { ResultFilter, ResultSort } from "../../../../../shared/bridge/results.ts";
import type { OpenedCleaning } from "../opened.ts";
import { finish, type Steps } from "../steps.ts";
import { maskOf } from "./filter.ts";
import { orderOf } from "./order.ts";

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
  const rows = new Uint32Array(total);
  let at = 0;
  for (let place = 0; place < order.length; place++) {
    const row = order[place] ?? 0;
    if (mask[row] === 1) rows[at++] = row;
  }
  return cleaning.cache.selections.set(key, rows);
}

/** The same at once. */
export function selectRows(cleaning: OpenedCleaning, filter: ResultFilter, sort: ResultSort): Uint32Array {
  return finish(selection(cleaning, filter, sort));
}

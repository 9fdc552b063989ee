import type { ResultFilter, ResultSort } from "../../../../shared/bridge/results.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import type { Bridge } from "../../../bridge.ts";
import type { RowsSource } from "./rows-source.ts";

export const MAX_RANGE = 20_000;
const AT_ONCE = 500;

/** Returns the row numbers at positions `first` to `last` inclusive; `null` if the range is too long. */
export async function rowsBetween(
  bridge: Bridge,
  query: { cleaningId: string; filter: ResultFilter; sort: ResultSort },
  source: RowsSource,
  first: number,
  last: number,
): Promise<Result<number[] | null>> {
  const length = last - first + 1;
  if (length > MAX_RANGE) return ok(null);
  const here = Array.from({ length }, (_, at) => source.row(first + at)?.row);
  const known = here.filter((row) => row !== undefined);
  if (known.length === length) return ok(known);
  // A separate page id, so that this request and the table's don't cancel each other.
  const page = crypto.randomUUID();
  const rows: number[] = [];
  for (let offset = first, sequence = 1; offset <= last; offset += AT_ONCE, sequence++) {
    const limit = Math.min(AT_ONCE, last - offset + 1);
    const answer = await bridge.call("results.rows", { ...query, offset, limit, sequence, page });
    if (!answer.ok) return answer;
    rows.push(...answer.value.rows.map(({ row }) => row));
  }
  return ok(rows);
}

import type { DateOrder } from "../../../../shared/date-order.ts";
import { createDateReader, type DateReader, dateColumns, findDateOrder } from "../../vocabularies/index.ts";
import type { Source } from "../../vocabularies/types.ts";
import type { OpenList } from "./open-list.ts";

/** Rows of which other columns than those with dates are examined. */
const SAMPLED_ROWS = 10_000;

/**
 * Creates a reader of a list's dates that are read as `source`. Without `given`, all of them decide on the order of day
 * and month. Dates more than a day after `now` (Unix ms) are not read.
 */
export function listDateReader(
  list: OpenList,
  source: Source,
  now: number,
  given: DateOrder | undefined,
): DateReader {
  const { columns, hasHeader, delimiter } = list.meta;
  const ofSource = new Set(dateColumns(source, hasHeader ? columns : []));
  function* cells(rows: number, isRead: (column: number) => boolean): Generator<string> {
    for (let row = 0; row < rows; row++)
      for (const [column, cell] of list.cells(row).entries()) if (isRead(column)) yield cell;
  }
  return createDateReader(now, () => {
    if (given !== undefined) return given;
    const dates = cells(list.rows, (column) => ofSource.has(column));
    const others = cells(Math.min(list.rows, SAMPLED_ROWS), (column) => !ofSource.has(column));
    return findDateOrder({ dates, others, delimiter, now });
  });
}

import type { ReadOptions } from "../../../shared/bridge/lists.ts";

/** What was said of columns and a header that another reading does not have. */
const FORGOTTEN: ReadOptions = {
  column: undefined,
  columnName: undefined,
  hasHeader: undefined,
  headerLine: undefined,
};

/** How to read another sheet: what was said of the one before is forgotten. */
export function readingOfSheet(sheet: string): ReadOptions {
  return { ...FORGOTTEN, sheet };
}

/** How to read a list whose rows are told apart in another way. */
export function readingOfRows(rows: ReadOptions["rows"]): ReadOptions {
  return { ...FORGOTTEN, rows };
}

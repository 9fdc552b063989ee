import type { ReadOptions } from "../../../shared/bridge/lists.ts";

/** How to read another sheet: what was said of the columns and the header of the one before is forgotten. */
export function readingOfSheet(sheet: string): ReadOptions {
  return {
    sheet,
    column: undefined,
    columnName: undefined,
    hasHeader: undefined,
    headerLine: undefined,
    firstLine: undefined,
  };
}

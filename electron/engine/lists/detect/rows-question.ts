import type { RowsAlternative } from "../../../../shared/bridge/lists.ts";
import type { Dialect, SampleRecord } from "../../csv/index.ts";
import type { DialectGuess } from "./delimiter.ts";

/** Rows of each way to read a list that are shown. */
export const ROWS_SHOWN = 4;
const CELLS_SHOWN = 8;
const CELL_SHOWN = 60;

/** What each dialect makes of the same first lines, to be shown side by side; none: it is certain which one it is. */
export function rowsAlternatives(
  { dialect, other }: DialectGuess,
  firstRecords: (dialect: Dialect) => readonly SampleRecord[],
): RowsAlternative[] {
  if (other === null) return [];
  return [dialect, other].map((one) => ({
    rows: rowsOf(one),
    first: firstRecords(one)
      .slice(0, ROWS_SHOWN)
      .map(({ cells }) => cells.slice(0, CELLS_SHOWN).map((cell) => cell.slice(0, CELL_SHOWN))),
  }));
}

/** What a row is, where records are told apart so. */
export function rowsOf({ flow }: Pick<Dialect, "flow">): RowsAlternative["rows"] {
  return flow ? "addresses" : "lines";
}

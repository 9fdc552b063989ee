import type { ByteSink } from "../files/index.ts";
import type { CellType } from "../lists/index.ts";
import { cellCounter, type OpenedCleaning } from "../results/index.ts";
import type { RecordSource } from "./record-source.ts";
import { verdictCells, verdictColumns } from "./verdict-cells.ts";

/** Writes a table of text, row by row. */
export interface TableWriter {
  /** A line above the header; before every row. */
  above(cells: readonly string[]): void;
  /** `types`: what the cells were in the workbook that they come from; absent, and undefined: texts. */
  row(cells: readonly string[], types?: readonly (CellType | undefined)[]): void;
  /** Ends the table. */
  finish(): CellCounts;
}

/** What was done to cells on their way. */
export interface CellCounts {
  /** Cells that were kept from running as formulas. */
  readonly guarded: number;
  /** Cells that hold characters which the encoding lacks; a question mark stands for each. */
  readonly replaced: number;
  /** Cells that were cut, for they hold more characters than a workbook's cell can. */
  readonly cut: number;
  /** Cells that a spreadsheet could run as formulas, written as they are. */
  readonly formulas: number;
  /** Cells of a workbook that were no texts, and are written as texts. */
  readonly asText: number;
  /** Cells of a workbook that were formulas, and are written as their values. */
  readonly values: number;
}

export interface TableColumns {
  /** The list's columns to write, in this order; null: all of them. */
  readonly columns: readonly number[] | null;
  readonly withVerdicts: boolean;
  /** Write the header although the list has none of its own. */
  readonly alwaysHeader: boolean;
  /** Tell the writer what the cells were in the workbook that they come from. */
  readonly withTypes: boolean;
}

/**
 * Hands the header and the cells of `rows` to `writer`, accepted corrections written in. Where verdicts are appended, all
 * rows and the header are filled up to the longest one, so that the verdicts stand under their own headers.
 */
export async function writeTable(
  cleaning: OpenedCleaning,
  rows: Uint32Array,
  chosen: TableColumns,
  source: RecordSource,
  { writer, sink }: { writer: TableWriter; sink: ByteSink },
  progress: (written: number) => void,
): Promise<{ corrected: number; undecodable: number }> {
  const { list } = cleaning;
  const { columns, withVerdicts } = chosen;
  const width = columns === null && withVerdicts ? widestOf(cleaning, rows, source) : 0;
  const pick = (cells: readonly string[]): readonly string[] => {
    if (columns !== null) return columns.map((column) => cells[column] ?? "");
    if (cells.length >= width) return cells;
    return Array.from({ length: width }, (_, column) => cells[column] ?? "");
  };
  const lostIn = (bytes: Buffer, cells: readonly string[]) => {
    const lost = cells.filter(isReplacement).length;
    return lost > 0 && !list.isDecodable(bytes) ? lost : 0;
  };
  const above = list.aboveRows();
  let undecodable = lostIn(list.preambleBytes(), above.flat());
  for (const cells of above) writer.above(cells);
  if (list.meta.hasHeader || chosen.alwaysHeader) {
    const names = list.meta.hasHeader ? list.cellsOf(list.headerBytes()) : list.meta.columns;
    undecodable += lostIn(list.headerBytes(), pick(names));
    writer.row(withVerdicts ? [...pick(names), ...verdictColumns(list)] : pick(names));
  }
  const typesOf = chosen.withTypes ? list.cellTypes() : null;
  const pickTypes = (types: readonly (CellType | undefined)[]) =>
    columns === null ? types : columns.map((column) => types[column]);
  let corrected = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    const original = source.bytes(list.rowStart[row] ?? 0, list.rowEnd[row] ?? 0);
    const changed = list.corrected(row, original);
    if (changed !== null) corrected++;
    const record = changed ?? original;
    const cells = pick(list.cellsOf(record));
    undecodable += lostIn(record, cells);
    const types = typesOf === null ? undefined : pickTypes(typesOf(row));
    writer.row(withVerdicts ? [...cells, ...verdictCells(cleaning, row)] : cells, types);
    if (at % 2048 === 0) {
      progress(at);
      await sink.turn();
    }
  }
  return { corrected, undecodable };
}

/** What stands in text for bytes that an encoding does not know, unless it stood in the list already. */
const isReplacement = (cell: string) => cell.includes("\ufffd");

/** Cells of the longest row, and at least as many as there are columns. */
function widestOf({ list }: OpenedCleaning, rows: Uint32Array, source: RecordSource): number {
  const columns = list.meta.columns.length;
  if (list.meta.even === true) return columns;
  const countCells = cellCounter(list);
  return rows.reduce(
    (most, row) => Math.max(most, countCells(source.bytes(list.rowStart[row] ?? 0, list.rowEnd[row] ?? 0))),
    columns,
  );
}

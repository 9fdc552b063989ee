import type { ByteSink } from "../../files/index.ts";
import type { CellType } from "../../lists/index.ts";
import type { OpenedCleaning } from "../../results/index.ts";
import { arrangerOf } from "./arrange.ts";
import type { RecordSource } from "./record-source.ts";
import { verdictCells, verdictColumns } from "./verdict-cells.ts";

/** Writes a table of text, row by row. */
export interface TableWriter {
  /** Cells that a row of it holds. */
  readonly mostCells: number;
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
  /** Cells that are not in it, for a workbook's sheet has no columns for them. */
  readonly beyondSheet: number;
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

/** What was done to rows on their way. */
export interface TableCounts {
  /** Rows whose mistyped address went out in its accepted correction. */
  readonly corrected: number;
  /** Cells with bytes that the list's encoding does not know, which no text can hold. */
  readonly undecodable: number;
  /** Rows with more cells than the header, where what is too much stands behind the verdicts. */
  readonly beyondHeader: number;
  /** Lines above the header that are not written, for only some columns are. */
  readonly above: number;
}

/** Hands the header and the cells of `rows` to `writer`, accepted corrections written in, verdicts as {@link arrangerOf} has it. */
export async function writeTable(
  cleaning: OpenedCleaning,
  rows: Uint32Array,
  chosen: TableColumns,
  source: RecordSource,
  { writer, sink }: { writer: TableWriter; sink: ByteSink },
  progress: (written: number) => void,
): Promise<TableCounts> {
  const { list } = cleaning;
  const { columns, withVerdicts } = chosen;
  const arrange = arrangerOf({ columns, width: list.meta.columns.length, mostCells: writer.mostCells });
  const lostIn = (bytes: Buffer, cells: readonly string[]) => {
    const lost = cells.filter(isReplacement).length;
    return lost > 0 && !list.isDecodable(bytes) ? lost : 0;
  };
  const above = list.aboveRows();
  // They have no columns: whoever chooses some would hand out what stands there, under no header.
  const isWithAbove = columns === null;
  let undecodable = isWithAbove ? lostIn(list.preambleBytes(), above.flat()) : 0;
  if (isWithAbove) for (const cells of above) writer.above(cells);
  if (list.meta.hasHeader || chosen.alwaysHeader) {
    const names = list.meta.hasHeader ? list.cellsOf(list.headerBytes()) : list.meta.columns;
    const { cells } = arrange(names, withVerdicts ? verdictColumns(list) : []);
    undecodable += lostIn(list.headerBytes(), cells);
    writer.row(cells);
  }
  const typesOf = chosen.withTypes ? list.cellTypes() : null;
  let corrected = 0;
  let beyondHeader = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    const original = source.bytes(list.rowStart[row] ?? 0, list.rowEnd[row] ?? 0);
    const changed = list.corrected(row, original);
    if (changed !== null) corrected++;
    const record = changed ?? original;
    const added = withVerdicts ? verdictCells(cleaning, row) : [];
    const { cells, types, isLonger } = arrange(list.cellsOf(record), added, typesOf?.(row));
    undecodable += lostIn(record, cells);
    if (isLonger) beyondHeader++;
    writer.row(cells, types);
    if (at % 2048 === 0) {
      progress(at);
      await sink.turn();
    }
  }
  return { corrected, undecodable, beyondHeader, above: isWithAbove ? 0 : above.length };
}

/** What stands in text for bytes that an encoding does not know, unless it stood in the list already. */
const isReplacement = (cell: string) => cell.includes("\ufffd");

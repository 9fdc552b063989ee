import { type CellCounts, noCellCounts } from "../../../../shared/bridge/cell-counts.ts";
import type { CellType } from "../../lists/index.ts";
import { cellCounter, type OpenedCleaning } from "../../results/index.ts";
import type { ByteSink } from "../files/byte-sink.ts";
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
  /** Ends the table; what was done to its cells. */
  finish(): CellCounts;
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

/** An upper bound of what {@link writeTable} writes: its rows below the header, and the cells of the longest one. */
export interface TableSize {
  readonly rows: number;
  readonly columns: number;
}

/** Measures the table of `rows` before it is written. Counts the cells of every record if the list's rows are uneven. */
export function sizeOfTable(
  { list }: OpenedCleaning,
  rows: Uint32Array,
  { columns, withVerdicts }: Pick<TableColumns, "columns" | "withVerdicts">,
  source: RecordSource,
): TableSize {
  let width = columns?.length ?? list.meta.columns.length;
  if (columns === null && list.meta.even !== true) {
    const countCells = cellCounter(list);
    for (const row of rows) {
      const record = source.bytes(list.rowStart[row] ?? 0, list.rowEnd[row] ?? 0);
      width = Math.max(width, countCells(record));
    }
  }
  return { rows: rows.length, columns: width + (withVerdicts ? verdictColumns(list).length : 0) };
}

/** Hands the header and the cells of `rows` to `writer`, accepted corrections written in, verdicts as {@link arrangerOf} has it. */
export async function writeTable(
  cleaning: OpenedCleaning,
  rows: Uint32Array,
  chosen: TableColumns,
  source: RecordSource,
  { writer, sink }: { writer: TableWriter; sink: ByteSink },
  progress: (written: number) => void,
): Promise<Required<CellCounts>> {
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
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    const original = source.bytes(list.rowStart[row] ?? 0, list.rowEnd[row] ?? 0);
    const changed = list.corrected(row, original);
    if (changed !== null) corrected++;
    const record = changed ?? original;
    const added = withVerdicts ? verdictCells(cleaning, row) : [];
    const { cells, types } = arrange(list.cellsOf(record), added, typesOf?.(row));
    undecodable += lostIn(record, cells);
    writer.row(cells, types);
    if (at % 2048 === 0) {
      progress(at);
      await sink.turn();
    }
  }
  const counts = { ...noCellCounts(), ...writer.finish(), corrected };
  return { ...counts, replaced: counts.replaced + undecodable };
}

/** What stands in text for bytes that an encoding does not know, unless it stood in the list already. */
const isReplacement = (cell: string) => cell.includes("\ufffd");

type Types = readonly (CellType | undefined)[];

export interface Arrangement {
  /** The list's columns to write, in this order; null: all of them. */
  readonly columns: readonly number[] | null;
  /** How many columns the list has. */
  readonly width: number;
  /** Cells that a written row holds. */
  readonly mostCells: number;
}

/** A row as it is written. */
export interface ArrangedRow {
  readonly cells: readonly string[];
  readonly types: Types | undefined;
}

/**
 * Answers how a row's cells are written with those that are added to it. These stand behind as many cells as the list has
 * columns, under their own headers: a shorter row is filled up, and what a longer one has beyond follows them.
 * So one long row makes no other any longer.
 */
function arrangerOf({ columns, width, mostCells }: Arrangement) {
  return (cells: readonly string[], added: readonly string[], types?: Types): ArrangedRow => {
    const at = (place: number) => cells[place] ?? "";
    if (columns !== null) {
      const picked = columns.map(at);
      return {
        cells: added.length === 0 ? picked : [...picked, ...added],
        types: types && columns.map((column) => types[column]),
      };
    }
    if (added.length === 0) return { cells, types };
    const own = cells.length === width ? cells : Array.from({ length: width }, (_, place) => at(place));
    if (cells.length <= width) return { cells: [...own, ...added], types };
    const beyond = Array.from({ length: cells.length - width }, (_, place) => width + place);
    // Where there is no place for all of them, empty ones need none.
    const isFitting = cells.length + added.length <= mostCells;
    const behind = isFitting ? beyond : beyond.filter((place) => at(place) !== "");
    return {
      cells: [...own, ...added, ...behind.map(at)],
      types: types && [
        ...Array.from(own, (_, place) => types[place]),
        ...added.map(() => undefined),
        ...behind.map((place) => types[place]),
      ],
    };
  };
}

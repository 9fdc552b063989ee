import { type CellCounts, noCellCounts } from "../../../../shared/bridge/cell-counts.ts";
import type { CellType } from "../../lists/index.ts";
import { cellCounter, type OpenCleaning } from "../../results/index.ts";
import type { ByteSink } from "../files/byte-sink.ts";
import type { RecordSource } from "./record-source.ts";
import { verdictCells, verdictColumns } from "./verdict-cells.ts";

export interface TableWriter {
  readonly mostCells: number;
  /** Adds a line above the header. Call it before `row`. */
  above(cells: readonly string[]): void;
  /** Adds a row. `types` are the cells' types in the source workbook; `undefined` means text. */
  row(cells: readonly string[], types?: readonly (CellType | undefined)[]): void;
  finish(): CellCounts;
}

export interface TableColumns {
  /** Columns to write, in order; `null` for all. */
  readonly columns: readonly number[] | null;
  readonly withVerdicts: boolean;
  /** Write column names even if the list has no header. */
  readonly alwaysHeader: boolean;
  /** Pass the cells' types in the source workbook. */
  readonly withTypes: boolean;
}

/** Upper bound of the rows and columns that {@link writeTable} writes, without the header. */
export interface TableSize {
  readonly rows: number;
  readonly columns: number;
}

/** Measures the table before it is written. Reads every record if rows vary in length. */
export function sizeOfTable(
  { list }: OpenCleaning,
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

/** Writes the header and `rows`, with accepted corrections applied, to `writer`. */
export async function writeTable(
  cleaning: OpenCleaning,
  rows: Uint32Array,
  chosen: TableColumns,
  source: RecordSource,
  { writer, sink }: { writer: TableWriter; sink: ByteSink },
  progress: (written: number) => void,
): Promise<Required<CellCounts>> {
  const { list } = cleaning;
  const { columns, withVerdicts } = chosen;
  const arrange = createRowLayout({ columns, width: list.meta.columns.length, mostCells: writer.mostCells });
  const lostIn = (bytes: Buffer, cells: readonly string[]) => {
    const lost = cells.filter(isReplacement).length;
    return lost > 0 && !list.isDecodable(bytes) ? lost : 0;
  };
  const above = list.aboveRows();
  // With selected columns, the lines above would expose other data, so they are left out.
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
      await sink.yieldToEvents();
    }
  }
  const counts = { ...noCellCounts(), ...writer.finish(), corrected };
  return { ...counts, replaced: counts.replaced + undecodable };
}

/** The replacement character of undecodable bytes. */
const isReplacement = (cell: string) => cell.includes("\ufffd");

type Types = readonly (CellType | undefined)[];

export interface Arrangement {
  readonly columns: readonly number[] | null;
  readonly width: number;
  readonly mostCells: number;
}

export interface ArrangedRow {
  readonly cells: readonly string[];
  readonly types: Types | undefined;
}

/** Combines cells with added ones, which keep their columns: short rows are padded, extra cells follow. */
function createRowLayout({ columns, width, mostCells }: Arrangement) {
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
    // Drop empty extra cells if not all fit.
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

import iconv from "iconv-lite";
import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { encodingNamed, lineAt, quoteCell } from "../../csv/index.ts";
import type { ListLayout } from "../../store/index.ts";
import type { Task } from "../../threads/index.ts";
import { rowsOf } from "../detect/rows-question.ts";
import { MOST_LIST_BYTES } from "../intake/copy.ts";
import { readOnce } from "../read/read-once.ts";
import type { ReadProgress } from "../read/reading.ts";
import { openList } from "../stored/open.ts";
import type { OpenList } from "../stored/open-list.ts";
import { keysOf } from "./differences.ts";
import type { MergedChoices } from "./merged-choices.ts";
import { MergedFile } from "./merged-file.ts";
import { ANY_ADDRESS, addressMarks, type MergedRows } from "./merged-rows.ts";

/** What is merged, and how. */
export interface MergeInput {
  /** `isReadAlike`: what was chosen for it is what is chosen for the merged list, so that its addresses are the same. */
  readonly lists: readonly {
    readonly list: ListLayout;
    readonly name: string;
    readonly isReadAlike: boolean;
  }[];
  /** What the merged list is called. */
  readonly name: string;
  readonly choices: MergedChoices;
  /** The file to write; it must not exist yet. */
  readonly target: string;
  readonly sourceColumn: "first" | "last" | null;
}

const SOURCE_COLUMN = "Source file";

export interface Merged {
  readonly bytes: number;
  /** How the merged list is to be read: nothing of how its lists were read is guessed once more. */
  readonly options: ReadOptions;
}

/**
 * Writes the rows of several lists, one list after the other. Lists of one dialect whose columns stand in one order
 * are joined byte for byte; all others are written as CSV in UTF-8, in the first one's order of columns. What was written
 * is read once: it must have the rows of its lists, with their addresses.
 */
export const mergeTask: Task<MergeInput, Merged> = async (input, context) => {
  const { choices } = input;
  const written = writeMerged(input, (progress) => context.progress(progress));
  if (!written.ok) return written;
  const { bytes, options, rows } = written.value;
  const how = { ...options, ...choices.options };
  const { corrections } = choices;
  const read = readOnce(input.target, { name: input.name, corrections }, how, context.progress);
  const isWhole = read.ok && rows.areThoseOf(read.value.bulk.table);
  return isWhole ? ok({ bytes, options: how }) : fail(problem("merge_rows_differ"));
};

function writeMerged(
  input: MergeInput,
  report: (progress: ReadProgress) => void,
): Result<Merged & { readonly rows: MergedRows }> {
  const lists: OpenList[] = [];
  try {
    for (const { list } of input.lists) lists.push(openList(list));
    const [first] = lists;
    if (first === undefined) return fail(problem("list_unknown"));
    const bytesTotal = lists.reduce((sum, list) => sum + list.meta.recordsBytes, 0);
    if (bytesTotal > MOST_LIST_BYTES) {
      return fail(problem("file_too_large", { name: first.meta.name, why: "bytes_together" }));
    }
    const isJoined = input.sourceColumn === null && lists.every((list) => isLike(first, list));
    const rows = lists.reduce((sum, list) => sum + list.rows, 0);
    const file = new MergedFile(input.target, rows, () =>
      report({ bytesRead: file.bytes, bytesTotal, rows: file.rows.count }),
    );
    try {
      if (isJoined) {
        file.put(first.preambleBytes());
        file.put(first.headerBytes());
      } else putTop(file, first, input.sourceColumn);
      for (const [at, list] of lists.entries()) {
        const { name, isReadAlike } = input.lists[at] ?? { name: list.meta.name, isReadAlike: false };
        const addressOf = isReadAlike ? addressMarks(list) : () => ANY_ADDRESS;
        if (isJoined) putRecords(file, list, addressOf);
        else {
          const damaged = putRewritten(file, list, addressOf, first, name, input.sourceColumn);
          const { encoding } = list.meta;
          if (damaged > 0)
            return fail(problem("merge_undecodable", { name: list.meta.name, rows: damaged, encoding }));
        }
      }
      file.sync();
    } finally {
      file.close();
    }
    const options = optionsFor(first, isJoined, input.sourceColumn);
    return ok({ bytes: file.bytes, options, rows: file.rows });
  } finally {
    for (const list of lists) list.close();
  }
}

/** `isJoined`: the first list stands in the merged one byte for byte. */
function optionsFor(
  first: OpenList,
  isJoined: boolean,
  sourceColumn: MergeInput["sourceColumn"],
): ReadOptions {
  const { meta } = first;
  const encoding = isJoined ? meta.encoding : WRITTEN.encoding;
  const above = isJoined ? first.preambleBytes() : asCsv(first.aboveRows(), first);
  const known = encodingNamed(encoding);
  // Where nothing stands above, nothing has to be said of it.
  const line =
    meta.aboveStart === undefined || known === null ? undefined : lineAt(above, above.length, known);
  return {
    encoding,
    delimiter: isJoined ? meta.delimiter : WRITTEN.delimiter,
    rows: isJoined ? rowsOf(meta) : "lines",
    spacedQuotes: isJoined && meta.spacedQuotes,
    hasHeader: meta.hasHeader,
    ...(line === undefined ? {} : meta.hasHeader ? { headerLine: line } : { firstLine: line }),
    column: (meta.addressColumn ?? 0) + (sourceColumn === "first" ? 1 : 0),
  };
}

/** How the rows of lists that differ are written. */
const WRITTEN = { encoding: "UTF-8", delimiter: "," } as const;

/** Records as they are written of lists that differ from `first`. */
function asCsv(rows: readonly (readonly string[])[], { meta }: OpenList): Buffer {
  const { delimiter } = WRITTEN;
  const isOnly = meta.columns.length === 1;
  // A line without anything on it would be no row, and a mark of the encoding no part of a cell.
  const isBare = (cell: string) => (isOnly && cell === "") || cell.startsWith("\ufeff");
  const cellText = (cell: string) =>
    isBare(cell) ? `"${cell.replaceAll('"', '""')}"` : quoteCell(cell, delimiter);
  return Buffer.from(rows.map((cells) => `${cells.map(cellText).join(delimiter)}\r\n`).join(""), "utf8");
}

/** Whether the records of `list` can stand behind those of `first` as they are. */
function isLike(first: OpenList, list: OpenList): boolean {
  const [a, b] = [first.meta, list.meta];
  return (
    a.encoding === b.encoding &&
    a.delimiter === b.delimiter &&
    a.spacedQuotes === b.spacedQuotes &&
    a.flow === b.flow &&
    a.hasHeader === b.hasHeader &&
    keysOf(a.columns).join("\n") === keysOf(b.columns).join("\n")
  );
}

/** Puts all records of a list as they stand, the last one with a line end. */
function putRecords(file: MergedFile, list: OpenList, addressOf: (row: number) => number): void {
  const { encoding, newline } = list.meta;
  const lineEnd = /^utf-?8$/i.test(encoding)
    ? Buffer.from(newline)
    : iconv.encode(newline, encoding, { addBOM: false });
  for (let row = 0; row < list.rows; row++) {
    const record = list.recordBytes(row);
    file.putRow(record, addressOf(row));
    if (row === list.rows - 1 && !/[\r\n]$/.test(list.decode(record))) file.put(lineEnd);
  }
}

/** Puts what stands above the rows of the first list, written anew. */
function putTop(file: MergedFile, first: OpenList, sourceColumn: MergeInput["sourceColumn"]): void {
  const { columns, hasHeader } = first.meta;
  file.put(asCsv(first.aboveRows(), first));
  if (hasHeader) file.put(asCsv([withSource(columns, SOURCE_COLUMN, first, sourceColumn)], first));
}

/** Puts the rows of a list in the first one's order of columns; answers how many have bytes that their encoding does not know. */
function putRewritten(
  file: MergedFile,
  list: OpenList,
  addressOf: (row: number) => number,
  first: OpenList,
  source: string,
  sourceColumn: MergeInput["sourceColumn"],
): number {
  const keys = keysOf(list.meta.columns);
  const places = keysOf(first.meta.columns).map((key) => keys.indexOf(key));
  let damaged = 0;
  for (let row = 0; row < list.rows; row++) {
    const record = list.recordBytes(row);
    if (!list.isDecodable(record)) {
      damaged++;
      continue;
    }
    const cells = list.cellsOf(record);
    const ordered = [...places.map((place) => cells[place] ?? ""), ...cells.slice(keys.length)];
    file.putRow(asCsv([withSource(ordered, source, first, sourceColumn)], first), addressOf(row));
  }
  return damaged;
}

function withSource(
  cells: readonly string[],
  source: string,
  { meta }: OpenList,
  sourceColumn: MergeInput["sourceColumn"],
): readonly string[] {
  if (sourceColumn === "first") return [source, ...cells];
  // Cells beyond the header stay at the end of their row.
  const width = meta.columns.length;
  return sourceColumn === "last" ? [...cells.slice(0, width), source, ...cells.slice(width)] : cells;
}

import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import iconv from "iconv-lite";
import Papa from "papaparse";
import { foldAddress } from "../../../../shared/addresses.ts";
import type { Preflight, ReadOptions } from "../../../../shared/bridge/lists.ts";
import type { CallOutput } from "../../../../shared/bridge.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { encodingNamed, lineAt } from "../../csv/index.ts";
import { PRIVATE_FILE } from "../../data-folder/index.ts";
import type { ListLayout } from "../../store/index.ts";
import type { Task } from "../../threads/index.ts";
import { MOST_LIST_BYTES } from "../intake/copy.ts";
import { openList } from "../stored/open.ts";
import type { OpenList } from "../stored/open-list.ts";

type Difference = CallOutput<"lists.mergeable">["differences"][number];

/** What is merged, and how. */
export interface MergeInput {
  readonly lists: readonly { readonly list: ListLayout; readonly name: string }[];
  /** The file to write; it must not exist yet. */
  readonly target: string;
  readonly sourceColumn: "first" | "last" | null;
}

const SOURCE_COLUMN = "Source file";
const BATCH = 4 * 1024 * 1024;

export interface Merged {
  readonly bytes: number;
  /** How the merged list is to be read: nothing of how its lists were read is guessed once more. */
  readonly options: ReadOptions;
}

/** How each list differs from the first; none: they can be merged. */
export function mergeDifferences(lists: readonly Preflight[]): Difference[] {
  const [first] = lists;
  if (first === undefined) return [];
  const own = keysOf(first.columns.map(({ name }) => name));
  return lists.flatMap((list): Difference[] => {
    const differs = (reason: Difference["reason"], missing: string[] = [], extra: string[] = []) => [
      { name: list.name, reason, missing, extra },
    ];
    if (list.kind === "results") return differs("results");
    if (list === first) return [];
    if (list.hasHeader !== first.hasHeader) return differs("header");
    const keys = keysOf(list.columns.map(({ name }) => name));
    const missing = first.columns.flatMap(({ name }, at) => (keys.includes(own[at] ?? "") ? [] : [name]));
    const extra = list.columns.flatMap(({ name }, at) => (own.includes(keys[at] ?? "") ? [] : [name]));
    if (missing.length + extra.length > 0) return differs("columns", missing, extra);
    return keys[list.addressColumn ?? -1] === own[first.addressColumn ?? -1] ? [] : differs("address");
  });
}

/** Lines of the lists that are no rows, and are not in the merged list: blank ones, and those above a header but the first one's. */
export function leftBehind(lists: readonly Preflight[]): number {
  return lists.reduce((sum, { oddities }, at) => {
    const own = oddities.filter(({ code }) => code === "blank_line" || (code === "line_above" && at > 0));
    return sum + own.reduce((lines, { count }) => lines + count, 0);
  }, 0);
}

/** What a column is matched by: its header without case and outer blanks, and which one of that name it is. */
function keysOf(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const key = foldAddress(name.trim());
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return `${key} ${before}`;
  });
}

/**
 * Writes the rows of several lists, one list after the other. Lists of one dialect whose columns stand in one order
 * are joined byte for byte; all others are written as CSV in UTF-8, in the first one's order of columns.
 */
export const mergeTask: Task<MergeInput, Merged> = async (input, context) => {
  const lists: OpenList[] = [];
  const file = openSync(input.target, "wx", PRIVATE_FILE);
  let bytes = 0;
  let rows = 0;
  const write = (piece: Uint8Array) => {
    for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
    bytes += piece.length;
  };
  const total = () => lists.reduce((sum, list) => sum + list.meta.recordsBytes, 0);
  const progress = () => context.progress({ bytesRead: bytes, bytesTotal: total(), rows });
  try {
    for (const { list } of input.lists) lists.push(openList(list));
    const [first] = lists;
    if (first === undefined) return fail(problem("list_unknown"));
    if (total() > MOST_LIST_BYTES) {
      return fail(problem("file_too_large", { name: first.meta.name, why: "bytes_together" }));
    }
    const isJoined = input.sourceColumn === null && lists.every((list) => isLike(first, list));
    if (isJoined) {
      write(first.preambleBytes());
      write(first.headerBytes());
      for (const list of lists) {
        for (const piece of recordPieces(list)) {
          write(piece);
          progress();
        }
        rows += list.rows;
      }
    } else {
      const damaged = new Map<OpenList, number>();
      for (const piece of rewritten(lists, input, damaged)) {
        write(piece);
        progress();
      }
      const [found] = damaged;
      if (found !== undefined) {
        const [{ meta }, count] = found;
        const { name, encoding } = meta;
        return fail(problem("merge_undecodable", { name, rows: count, encoding }));
      }
    }
    fsyncSync(file);
    return ok({ bytes, options: optionsFor(first, isJoined, input.sourceColumn) });
  } finally {
    closeSync(file);
    for (const list of lists) list.close();
  }
};

/** `isJoined`: the first list stands in the merged one byte for byte. */
function optionsFor(
  first: OpenList,
  isJoined: boolean,
  sourceColumn: MergeInput["sourceColumn"],
): ReadOptions {
  const { meta } = first;
  const encoding = isJoined ? meta.encoding : WRITTEN.encoding;
  const above = isJoined ? first.preambleBytes() : asCsv(first.aboveRows(), meta.columns.length);
  const known = encodingNamed(encoding);
  // Where nothing stands above, nothing has to be said of it.
  const line =
    meta.aboveStart === undefined || known === null ? undefined : lineAt(above, above.length, known);
  return {
    encoding,
    delimiter: isJoined ? meta.delimiter : WRITTEN.delimiter,
    hasHeader: meta.hasHeader,
    ...(line === undefined ? {} : meta.hasHeader ? { headerLine: line } : { firstLine: line }),
    column: (meta.addressColumn ?? 0) + (sourceColumn === "first" ? 1 : 0),
  };
}

/** How the rows of lists that differ are written. */
const WRITTEN = { encoding: "UTF-8", delimiter: "," } as const;

/** A line without anything on it would be no row. */
function asCsv(rows: string[][], columns: number): Buffer {
  if (rows.length === 0) return Buffer.alloc(0);
  const quotes = columns === 1 ? (cell: unknown) => cell === "" : false;
  const { delimiter } = WRITTEN;
  return Buffer.from(`${Papa.unparse(rows, { newline: "\r\n", quotes, delimiter })}\r\n`, "utf8");
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

/** All records of a list as they stand, the last one with a line end. */
function* recordPieces(list: OpenList): Generator<Uint8Array> {
  const { encoding, newline } = list.meta;
  const lineEnd = /^utf-?8$/i.test(encoding)
    ? Buffer.from(newline)
    : iconv.encode(newline, encoding, { addBOM: false });
  let batch: Buffer[] = [];
  let held = 0;
  for (let row = 0; row < list.rows; row++) {
    const record = list.recordBytes(row);
    batch.push(record);
    held += record.length;
    if (row === list.rows - 1 && !/[\r\n]$/.test(list.decode(record))) batch.push(lineEnd);
    if (held < BATCH) continue;
    yield Buffer.concat(batch);
    batch = [];
    held = 0;
  }
  yield Buffer.concat(batch);
}

function* rewritten(
  lists: readonly OpenList[],
  { sourceColumn, lists: named }: MergeInput,
  damaged: Map<OpenList, number>,
): Generator<Buffer> {
  const [first] = lists;
  if (first === undefined) return;
  const own = keysOf(first.meta.columns);
  const { columns, hasHeader } = first.meta;
  const withSource = (cells: string[], source: string) => {
    if (sourceColumn === "first") return [source, ...cells];
    // Cells beyond the header stay at the end of their row.
    if (sourceColumn === "last")
      return [...cells.slice(0, columns.length), source, ...cells.slice(columns.length)];
    return cells;
  };
  let batch = first.aboveRows();
  if (hasHeader) batch.push(withSource([...columns], SOURCE_COLUMN));
  const flush = () => {
    const text = asCsv(batch, columns.length);
    batch = [];
    return text;
  };
  for (const [at, list] of lists.entries()) {
    const keys = keysOf(list.meta.columns);
    const places = own.map((key) => keys.indexOf(key));
    const source = named[at]?.name ?? list.meta.name;
    for (let row = 0; row < list.rows; row++) {
      const record = list.recordBytes(row);
      if (!list.isDecodable(record)) {
        damaged.set(list, (damaged.get(list) ?? 0) + 1);
        continue;
      }
      const cells = list.cellsOf(record);
      const ordered = places.map((place) => cells[place] ?? "");
      batch.push(withSource([...ordered, ...cells.slice(keys.length)], source));
      if (batch.length >= 5000) yield flush();
    }
  }
  if (batch.length > 0) yield flush();
}

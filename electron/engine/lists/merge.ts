import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import type { Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type ListLayout, PRIVATE_FILE, type Task } from "../store/index.ts";
import { quoteCell } from "../text/index.ts";
import { MAX_LIST_BYTES } from "./intake/copy.ts";
import type { ReadProgress } from "./read/read-source.ts";
import { openList } from "./stored/open.ts";
import type { OpenList } from "./stored/open-list.ts";
import { BYTE_ORDER_MARK } from "./workbook/bounded-text.ts";

export interface MergeInput {
  readonly lists: readonly { readonly list: ListLayout; readonly name: string }[];
  readonly target: string;
  readonly sourceColumn: "first" | "last" | null;
}

export interface Merged {
  /** Options for reading the merged file, so that nothing is guessed again. */
  readonly options: ReadOptions;
}

const SOURCE_COLUMN = "Source file";
const DELIMITER = ",";
const BATCH_CHARACTERS = 4 * 1024 * 1024;

/**
 * Writes lists one after the other as one UTF-8 CSV, with a byte order mark if one of them has it. Fails with `file_too_large`, or `merge_undecodable` for invalid
 * bytes.
 */
export const mergeTask: Task<MergeInput, Merged> = async (input, context) => {
  const lists: OpenList[] = [];
  try {
    for (const { list } of input.lists) lists.push(openList(list));
    return write(input, lists, context.progress);
  } finally {
    for (const list of lists) list.close();
  }
};

function write(
  { lists: named, target, sourceColumn }: MergeInput,
  lists: readonly OpenList[],
  report: (progress: ReadProgress) => void,
): Result<Merged> {
  const [first] = lists;
  if (first === undefined) return fail(problem("list_unknown"));
  const { columns, hasHeader, addressColumn } = first.meta;
  const bytesTotal = lists.reduce((sum, list) => sum + list.meta.recordsBytes, 0);
  if (bytesTotal > MAX_LIST_BYTES) {
    return fail(problem("file_too_large", { name: first.meta.name, why: "bytes_together" }));
  }
  /** Cells beyond the header stay at the end of their row. */
  const withSource = (cells: readonly string[], source: string): readonly string[] => {
    if (sourceColumn === "first") return [source, ...cells];
    const { length } = columns;
    return sourceColumn === "last" ? [...cells.slice(0, length), source, ...cells.slice(length)] : cells;
  };
  const keys = columnKeys(columns);
  const file = openSync(target, "wx", PRIVATE_FILE);
  try {
    const mark = lists.some(({ meta }) => meta.bomBytes > 0) ? BYTE_ORDER_MARK : "";
    let text = mark + (hasHeader ? encodeRecord(withSource(columns, SOURCE_COLUMN)) : "");
    let rows = 0;
    let bytesRead = 0;
    for (const [at, list] of lists.entries()) {
      const source = named[at]?.name ?? list.meta.name;
      const own = columnKeys(list.meta.columns);
      const places = keys.map((key) => own.indexOf(key));
      for (let row = 0; row < list.rows; row++) {
        const record = list.recordBytes(row);
        if (!list.isDecodable(record)) {
          const { name, encoding } = list.meta;
          return fail(problem("merge_undecodable", { name, encoding }));
        }
        const cells = list.cellsOf(record);
        const ordered = [...places.map((place) => cells[place] ?? ""), ...cells.slice(own.length)];
        text += encodeRecord(withSource(ordered, source));
        bytesRead += record.length;
        rows++;
        if (text.length < BATCH_CHARACTERS) continue;
        writeAll(file, text);
        text = "";
        report({ bytesRead, bytesTotal, rows });
      }
    }
    writeAll(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  const column = (addressColumn ?? 0) + (sourceColumn === "first" ? 1 : 0);
  return ok({
    options: {
      encoding: "UTF-8",
      delimiter: DELIMITER,
      rows: "lines",
      spacedQuotes: false,
      hasHeader,
      ...(hasHeader ? { headerLine: 1 } : {}),
      column,
    },
  });
}

/** Quotes a lone empty cell, which would read as a blank line, and a leading U+FEFF, which would read as a BOM. */
function encodeRecord(cells: readonly string[]): string {
  const isBare = (cell: string) => (cells.length === 1 && cell === "") || cell.startsWith("\ufeff");
  const written = cells.map((cell) =>
    isBare(cell) ? `"${cell.replaceAll('"', '""')}"` : quoteCell(cell, DELIMITER),
  );
  return `${written.join(DELIMITER)}\r\n`;
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

type Difference = CallOutput<"lists.mergeable">["differences"][number];

export function mergeDifferences(lists: readonly Preflight[]): Difference[] {
  const [first] = lists;
  if (first === undefined) return [];
  const own = columnKeys(first.columns.map(({ name }) => name));
  return lists.flatMap((list): Difference[] => {
    const differs = (reason: Difference["reason"], missing: string[] = [], extra: string[] = []) => [
      { name: list.name, reason, missing, extra },
    ];
    if (list.kind === "results") return differs("results");
    if (list === first) return [];
    if (list.hasHeader !== first.hasHeader) return differs("header");
    const keys = columnKeys(list.columns.map(({ name }) => name));
    const missing = first.columns.flatMap(({ name }, at) => (keys.includes(own[at] ?? "") ? [] : [name]));
    const extra = list.columns.flatMap(({ name }, at) => (own.includes(keys[at] ?? "") ? [] : [name]));
    if (missing.length + extra.length > 0) return differs("columns", missing, extra);
    return keys[list.addressColumn ?? -1] === own[first.addressColumn ?? -1] ? [] : differs("address");
  });
}

/** Counts the lines that a merge drops: blank ones, those above a header, and hidden ones that are left out. */
export function droppedLines(lists: readonly Preflight[]): number {
  return lists.reduce((sum, { oddities }) => {
    const own = oddities.filter(({ code }) => /^(?:blank_line|line_above|hidden_row)$/.test(code));
    return sum + own.reduce((lines, { count }) => lines + count, 0);
  }, 0);
}

/** Returns the keys that columns are matched by: the trimmed, folded header and its occurrence number. */
function columnKeys(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const key = foldAddress(name.trim());
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return `${key} ${before}`;
  });
}

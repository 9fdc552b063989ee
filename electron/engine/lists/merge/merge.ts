import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { quoteCell } from "../../csv/index.ts";
import { PRIVATE_FILE } from "../../data-folder/index.ts";
import type { ListLayout } from "../../store/index.ts";
import type { Task } from "../../threads/index.ts";
import { MOST_LIST_BYTES } from "../intake/copy.ts";
import type { ReadProgress } from "../read/reading.ts";
import { openList } from "../stored/open.ts";
import type { OpenList } from "../stored/open-list.ts";
import { keysOf } from "./differences.ts";

/** What is merged, and how. */
export interface MergeInput {
  readonly lists: readonly { readonly list: ListLayout; readonly name: string }[];
  /** The file to write; it must not exist yet. */
  readonly target: string;
  readonly sourceColumn: "first" | "last" | null;
}

export interface Merged {
  /** How the merged list is to be read: nothing of how its lists were read is guessed once more. */
  readonly options: ReadOptions;
}

const SOURCE_COLUMN = "Source file";
const DELIMITER = ",";
const BATCH_CHARACTERS = 4 * 1024 * 1024;

/**
 * Writes the rows of several lists as CSV in UTF-8, one list after the other, in the first one's order of columns.
 * Problems: `file_too_large`, and `merge_undecodable` where a row has bytes that its list's encoding does not know.
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
  if (bytesTotal > MOST_LIST_BYTES) {
    return fail(problem("file_too_large", { name: first.meta.name, why: "bytes_together" }));
  }
  /** Cells beyond the header stay at the end of their row. */
  const withSource = (cells: readonly string[], source: string): readonly string[] => {
    if (sourceColumn === "first") return [source, ...cells];
    const { length } = columns;
    return sourceColumn === "last" ? [...cells.slice(0, length), source, ...cells.slice(length)] : cells;
  };
  const keys = keysOf(columns);
  const file = openSync(target, "wx", PRIVATE_FILE);
  try {
    let text = hasHeader ? recordOf(withSource(columns, SOURCE_COLUMN)) : "";
    let rows = 0;
    let bytesRead = 0;
    for (const [at, list] of lists.entries()) {
      const source = named[at]?.name ?? list.meta.name;
      const own = keysOf(list.meta.columns);
      const places = keys.map((key) => own.indexOf(key));
      for (let row = 0; row < list.rows; row++) {
        const record = list.recordBytes(row);
        if (!list.isDecodable(record)) {
          const { name, encoding } = list.meta;
          return fail(problem("merge_undecodable", { name, encoding }));
        }
        const cells = list.cellsOf(record);
        const ordered = [...places.map((place) => cells[place] ?? ""), ...cells.slice(own.length)];
        text += recordOf(withSource(ordered, source));
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

/** A line without anything on it would be no row, and a mark of the encoding no part of a cell. */
function recordOf(cells: readonly string[]): string {
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

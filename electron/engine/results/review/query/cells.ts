import { closeSync, openSync, readSync } from "node:fs";
import { foldText } from "../../../../../shared/fold-addresses.ts";
import { foldSearch } from "../../../../../shared/fold-search.ts";
import { type Problem, problem } from "../../../../../shared/problems.ts";
import type { OpenList } from "../../../lists/index.ts";
import { lowerByte } from "../../../text/index.ts";
import type { OpenCleaning } from "../opened.ts";
import type { CooperativeTask } from "../thread/steps.ts";
import type { ColumnCells, ColumnValues } from "./cache.ts";
import { scaleOf } from "./column-types.ts";

const SLICE = 4 * 1024 * 1024;
const ROWS_PER_YIELD = 2048;

/** Calls `visit` with each record, corrections applied. The buffer is only valid during the call. */
export function* eachRecord(
  list: OpenList,
  visit: (row: number, record: Buffer) => void,
): CooperativeTask<void> {
  if (list.rows === 0) return;
  const file = openSync(list.recordsPath, "r");
  try {
    let slice: Buffer = Buffer.alloc(0);
    let sliceStart = 0;
    for (let row = 0; row < list.rows; row++) {
      const start = list.rowStart[row] ?? 0;
      const end = list.rowEnd[row] ?? start;
      if (start < sliceStart || end > sliceStart + slice.length) {
        slice = readAt(file, start, Math.max(SLICE, end - start));
        sliceStart = start;
      }
      const record = slice.subarray(start - sliceStart, end - sliceStart);
      visit(row, list.corrected(row, record) ?? record);
      if (row % ROWS_PER_YIELD === 0) yield;
    }
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  while (at < length) {
    const got = readSync(file, bytes, at, length - at, start + at);
    if (got === 0) break;
    at += got;
  }
  return bytes.subarray(0, at);
}

/** Maximum size of a column's distinct cells in memory, in bytes. */
const MAX_DISTINCT_BYTES = 1024 ** 3;
/** Estimated bytes of a distinct cell beside its characters. */
const CELL_BYTES = 80;

/** Thrown if a column has too many distinct cells to be sorted, filtered or counted by. */
export class ColumnTooVaried extends Error {
  readonly problem: Problem;
  constructor({ list }: OpenCleaning, column: number) {
    const found = problem("column_too_varied", { column: list.meta.columns[column] ?? "" });
    super(found.code);
    this.problem = found;
  }
}

/** Returns the cells of one column; '' where a record is too short. Throws {@link ColumnTooVaried}. */
export function* columnCells(cleaning: OpenCleaning, column: number): CooperativeTask<ColumnCells> {
  const key = String(column);
  const known = cleaning.cache.columns.get(key);
  if (known !== undefined) return known;
  const { list } = cleaning;
  const codes = new Uint32Array(list.rows);
  const distinct: string[] = [];
  const codeByCell = new Map<string, number>();
  let bytes = 0;
  const read = cellReader(list, column);
  yield* eachRecord(list, (row, record) => {
    const cell = read(record);
    let code = codeByCell.get(cell);
    if (code === undefined) {
      code = distinct.push(cell) - 1;
      bytes += cell.length + CELL_BYTES;
      if (bytes > MAX_DISTINCT_BYTES) throw new ColumnTooVaried(cleaning, column);
      codeByCell.set(cell, code);
    }
    codes[row] = code;
  });
  return cleaning.cache.columns.set(key, { codes, distinct });
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** Encodings in which every byte below 128 is an ASCII character. */
const ASCII_BYTES = /^(utf-?8|windows-|iso-8859|koi8|macintosh|euc-jp)/i;

function hasPlainBytes(list: OpenList): boolean {
  return ASCII_BYTES.test(list.meta.encoding);
}

/** Returns a reader of one cell ('' if absent) that skips the others without decoding, if possible. */
export function cellReader(list: OpenList, column: number): (record: Buffer) => string {
  const { flow, spacedQuotes, encoding } = list.meta;
  const slow = (record: Buffer) => list.cellsOf(record)[column] ?? "";
  if (flow || spacedQuotes || !hasPlainBytes(list)) return slow;
  const delimiter = list.meta.delimiter.charCodeAt(0);
  const isUtf8 = /^utf-?8$/i.test(encoding);
  const text = (record: Buffer, start: number, end: number) =>
    isUtf8 ? record.toString("utf8", start, end) : list.decode(record.subarray(start, end));
  return (record) => {
    let start = 0;
    for (let cell = 0; ; cell++) {
      const end = endOfCell(record, start, delimiter);
      if (end === NEEDS_PARSER) return slow(record);
      if (cell === column) {
        if (record[start] !== QUOTE) return text(record, start, end);
        const inner = text(record, start + 1, end - 1);
        return inner.includes('"') ? inner.replaceAll('""', '"') : inner;
      }
      if (record[end] !== delimiter) return "";
      start = end + 1;
    }
  };
}

export function cellCounter(list: OpenList): (record: Uint8Array) => number {
  const { flow, spacedQuotes } = list.meta;
  if (flow) return () => 1;
  if (spacedQuotes || !hasPlainBytes(list)) return (record) => list.cellsOf(record).length;
  const delimiter = list.meta.delimiter.charCodeAt(0);
  return (record) => {
    let start = 0;
    for (let cells = 1; ; cells++) {
      const end = endOfCell(record, start, delimiter);
      if (end === NEEDS_PARSER) return list.cellsOf(record).length;
      if (record[end] !== delimiter) return cells;
      start = end + 1;
    }
  };
}

/** Marks a quote that is unclosed or not followed by a delimiter, which needs the full parser. */
const NEEDS_PARSER = -1;

/** Returns the end offset of the cell at `start`, including its closing quote, or `NEEDS_PARSER`. */
function endOfCell(record: Uint8Array, start: number, delimiter: number): number {
  let at = start;
  if (record[at] === QUOTE) {
    for (at++; at < record.length; at++) {
      if (record[at] !== QUOTE) continue;
      if (record[at + 1] !== QUOTE) break;
      at++;
    }
    at++;
    if (at > record.length) return NEEDS_PARSER;
    const isClosed = at === record.length || record[at] === delimiter || isLineEnd(record[at]);
    return isClosed ? at : NEEDS_PARSER;
  }
  while (at < record.length && record[at] !== delimiter && !isLineEnd(record[at])) at++;
  return at;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/** Search-folded bytes of accented Latin letters (U+00C0 to U+017F, two bytes each in UTF-8), by code point. */
const LATIN: readonly (Uint8Array | undefined)[] = Array.from({ length: 0x180 }, (_, code) => {
  const folded = Buffer.from(foldSearch(String.fromCharCode(code)), "utf8");
  return code >= 0xc0 && folded.every((byte) => byte < 0x80) ? folded : undefined;
});

/** Returns the folded bytes of the two-byte letter at `at`; `undefined` if it does not fold to ASCII. */
function latinLetter(record: Uint8Array, at: number): Uint8Array | undefined {
  return LATIN[(((record[at] ?? 0) & 0x1f) << 6) | ((record[at + 1] ?? 0) & 0x3f)];
}

/** Returns a predicate for records with `search` in any cell. `search` must be folded for searching. */
export function anyCellContains(list: OpenList, search: string): (record: Buffer) => boolean {
  const verify = (record: Buffer) => list.cellsOf(record).some((cell) => foldSearch(cell).includes(search));
  // Longest ASCII run of the search text, to prefilter records by their bytes.
  const stretch = search
    .replaceAll('"', "")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: everything in ASCII
    .split(/[^\u0000-\u007f]+/)
    .sort((a, b) => b.length - a.length)[0];
  if (!stretch || !hasPlainBytes(list)) return verify;
  const needle = Buffer.from(stretch, "latin1");
  const isUtf8 = list.meta.encoding === "UTF-8";
  let bare = Buffer.alloc(64 * 1024);
  return (record) => {
    if (record.length > bare.length) bare = Buffer.alloc(record.length * 2);
    let length = 0;
    let seen = 0;
    for (let at = 0; at < record.length; at++) {
      const byte = record[at] ?? 0;
      if (byte === QUOTE) continue;
      const letter = isUtf8 && byte >= 0xc3 && byte <= 0xc5 ? latinLetter(record, at) : undefined;
      if (letter !== undefined) {
        for (const one of letter) bare[length++] = one;
        at++;
        continue;
      }
      seen |= byte;
      bare[length++] = lowerByte(byte);
    }
    // Other non-ASCII letters may fold to those of the needle.
    const may = seen >= 0x80 || bare.subarray(0, length).includes(needle);
    return may && verify(record);
  };
}

const CELLS_AT_ONCE = 16_384;

/** Returns the values of a column, cached. Reads them from disk the first time. */
export function* columnValues(cleaning: OpenCleaning, column: number): CooperativeTask<ColumnValues> {
  const key = String(column);
  const known = cleaning.cache.values.get(key);
  if (known !== undefined) return known;
  const cells = yield* columnCells(cleaning, column);
  const byText = new Map<string, number>();
  const texts: string[] = [];
  const codeOfCell = new Uint32Array(cells.distinct.length);
  for (const [at, cell] of cells.distinct.entries()) {
    if (at % CELLS_AT_ONCE === 0) yield;
    const text = cell.trim();
    const folded = foldText(text);
    let code = byText.get(folded);
    if (code === undefined) {
      code = texts.push(text) - 1;
      byText.set(folded, code);
    }
    codeOfCell[at] = code;
  }
  const codes = cells.codes.map((cell) => codeOfCell[cell] ?? 0);
  yield;
  return cleaning.cache.values.set(key, {
    codes,
    texts,
    empty: byText.get("") ?? -1,
    find: (value) => byText.get(foldText(value.trim())) ?? -1,
    scale: scaleOf(texts, codes),
  });
}

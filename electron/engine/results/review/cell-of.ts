import type { OpenList } from "../../lists/index.ts";

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** Encodings in which a byte below 128 is always that ASCII character. */
const ASCII_BYTES = /^(utf-?8|windows-|iso-8859|koi8|macintosh|euc-jp)/i;

/** Whether the list's delimiters, quotes and letters can be told by single bytes. */
export function hasPlainBytes(list: OpenList): boolean {
  return ASCII_BYTES.test(list.meta.encoding);
}

/**
 * Reads the cell number `column` of records, '' where they have none, without decoding the others where bytes
 * can be told apart.
 */
export function cellReader(list: OpenList, column: number): (record: Buffer) => string {
  const { flow, spacedQuotes, encoding } = list.meta;
  const slow = (record: Buffer) => list.cellsOf(record)[column] ?? "";
  if (flow || spacedQuotes || !hasPlainBytes(list)) return slow;
  const delimiter = list.meta.delimiter.charCodeAt(0);
  const isUtf8 = /^utf-?8$/i.test(encoding);
  const text = (record: Buffer, start: number, end: number) =>
    isUtf8 ? record.toString("utf8", start, end) : list.decode(record.subarray(start, end));
  return (record) => {
    const start = startOf(record, delimiter, column);
    if (start < 0) return "";
    let end = start;
    if (record[start] !== QUOTE) {
      while (end < record.length && record[end] !== delimiter && !isLineEnd(record[end])) end++;
      return text(record, start, end);
    }
    let doubled = false;
    for (end = start + 1; end < record.length; end++) {
      if (record[end] !== QUOTE) continue;
      if (record[end + 1] !== QUOTE) break;
      doubled = true;
      end++;
    }
    const after = record[end + 1];
    // Something between the closing quote and the delimiter: left to the list's own rules.
    if (after !== undefined && after !== delimiter && !isLineEnd(after)) return slow(record);
    const cell = text(record, start + 1, end);
    return doubled ? cell.replaceAll('""', '"') : cell;
  };
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/** Where cell number `column` starts; -1 where there is none. */
function startOf(record: Buffer, delimiter: number, column: number): number {
  let at = 0;
  for (let cell = 0; cell < column; cell++) {
    at = cellEnd(record, at, delimiter);
    if (at >= record.length || record[at] !== delimiter) return -1;
    at++;
  }
  return at;
}

function cellEnd(record: Buffer, start: number, delimiter: number): number {
  let at = start;
  if (record[at] === QUOTE) {
    for (at++; at < record.length; at++) {
      if (record[at] !== QUOTE) continue;
      if (record[at + 1] !== QUOTE) break;
      at++;
    }
    at++;
  }
  while (at < record.length && record[at] !== delimiter && !isLineEnd(record[at])) at++;
  return Math.min(at, record.length);
}

import type { OpenList } from "../../../lists/index.ts";

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
    let start = 0;
    for (let cell = 0; ; cell++) {
      const end = endOfCell(record, start, delimiter);
      if (end === ODD) return slow(record);
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

/** Counts the cells of records. */
export function cellCounter(list: OpenList): (record: Uint8Array) => number {
  const { flow, spacedQuotes } = list.meta;
  if (flow) return () => 1;
  if (spacedQuotes || !hasPlainBytes(list)) return (record) => list.cellsOf(record).length;
  const delimiter = list.meta.delimiter.charCodeAt(0);
  return (record) => {
    let start = 0;
    for (let cells = 1; ; cells++) {
      const end = endOfCell(record, start, delimiter);
      if (end === ODD) return list.cellsOf(record).length;
      if (record[end] !== delimiter) return cells;
      start = end + 1;
    }
  };
}

/** What only the list's own rules can tell: a quote that is not closed, or not right before the delimiter. */
const ODD = -1;

/** The byte after the cell that starts at `start`, its closing quote included, or ODD. */
function endOfCell(record: Uint8Array, start: number, delimiter: number): number {
  let at = start;
  if (record[at] === QUOTE) {
    for (at++; at < record.length; at++) {
      if (record[at] !== QUOTE) continue;
      if (record[at + 1] !== QUOTE) break;
      at++;
    }
    at++;
    if (at > record.length) return ODD;
    const isClosed = at === record.length || record[at] === delimiter || isLineEnd(record[at]);
    return isClosed ? at : ODD;
  }
  while (at < record.length && record[at] !== delimiter && !isLineEnd(record[at])) at++;
  return at;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

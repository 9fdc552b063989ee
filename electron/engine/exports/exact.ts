import iconv from "iconv-lite";
import type { ByteSink } from "../files/index.ts";
import type { OpenList } from "../lists/index.ts";
import { cellCounter, type OpenedCleaning } from "../results/index.ts";
import { quoteCell } from "./csv-text.ts";
import type { RecordSource } from "./record-source.ts";
import { createVerdictSuffix, verdictColumns } from "./verdict-cells.ts";

const LF = 10;
const CR = 13;
const MOST_CELLS = 65_535;

/** What an exact copy needs to know of the list's own bytes. */
interface Dialect {
  readonly newline: Buffer;
  readonly delimiter: Buffer;
  /** Bytes a unit: 2 for UTF-16. */
  readonly unit: number;
  readonly bigEndian: boolean;
  encode(text: string): Buffer;
}

/**
 * Writes the original records of `rows`, byte for byte: byte order mark, lines above the header, header, then each record as it stands.
 * Only the line end that the file's last record may lack is added where that record is not the last written, and
 * an address whose correction was accepted is written corrected.
 * `withVerdicts` appends the verdict columns in the list's own dialect and encoding.
 */
export async function writeExact(
  cleaning: OpenedCleaning,
  rows: Uint32Array,
  withVerdicts: boolean,
  source: RecordSource,
  sink: ByteSink,
  progress: (written: number) => void,
): Promise<{ corrected: number }> {
  const { list } = cleaning;
  const dialect = dialectOf(list);
  sink.write(list.preambleBytes());
  const corrected = withVerdicts
    ? await writeWithVerdicts(cleaning, rows, dialect, source, sink, progress)
    : await writePlain(list, rows, dialect, source, sink, progress);
  return { corrected };
}

/** Records that follow each other in the file are copied together. */
async function writePlain(
  list: OpenList,
  rows: Uint32Array,
  dialect: Dialect,
  source: RecordSource,
  sink: ByteSink,
  progress: (written: number) => void,
): Promise<number> {
  const header = list.headerBytes();
  const hasCorrections = list.corrects;
  let corrected = 0;
  sink.write(header);
  let isEnded = header.length === 0 || endOf(header, 0, header.length, dialect) < header.length;
  for (let at = 0; at < rows.length; ) {
    const first = rows[at] ?? 0;
    const start = list.rowStart[first] ?? 0;
    let end = list.rowEnd[first] ?? 0;
    at++;
    while (
      !hasCorrections &&
      at < rows.length &&
      end - start < 1 << 20 &&
      list.rowStart[rows[at] ?? 0] === end
    ) {
      end = list.rowEnd[rows[at] ?? 0] ?? end;
      at++;
    }
    if (!isEnded) sink.write(dialect.newline);
    const original = source.bytes(start, end);
    const changed = list.corrected(first, original);
    if (changed !== null) corrected++;
    const bytes = changed ?? original;
    sink.write(bytes);
    isEnded = endOf(bytes, 0, bytes.length, dialect) < bytes.length;
    if (!hasCorrections || at % 4096 === 0) {
      progress(at);
      await sink.turn();
    }
  }
  return corrected;
}

async function writeWithVerdicts(
  cleaning: OpenedCleaning,
  rows: Uint32Array,
  dialect: Dialect,
  source: RecordSource,
  sink: ByteSink,
  progress: (written: number) => void,
): Promise<number> {
  const { list } = cleaning;
  const { delimiter, columns } = list.meta;
  const header = list.headerBytes();
  const countCells = cellCounter(list);
  const cells = list.meta.even === true ? null : cellsOfRows(cleaning, rows, source, countCells);
  const width = cells?.reduce((most, own) => Math.max(most, own), columns.length) ?? columns.length;
  const write = (bytes: Buffer, start: number, end: number, own: number, added: Buffer) => {
    const lineEnd = endOf(bytes, start, end, dialect);
    sink.add(bytes, start, bodyOf(list, bytes, start, lineEnd, dialect));
    // A short record is filled up, so that the new cells stand under their own headers.
    for (let cell = own; cell < width; cell++) sink.write(dialect.delimiter);
    sink.add(added, 0, added.length);
    if (lineEnd === end) sink.write(dialect.newline);
    else sink.add(bytes, lineEnd, end);
  };
  const named = verdictColumns(list).map((name) => delimiter + quoteCell(name, delimiter));
  const names = dialect.encode(named.join(""));
  if (header.length > 0) write(header, 0, header.length, countCells(header), names);
  const suffix = createVerdictSuffix(cleaning, { ...dialect, delimiter });
  const hasCorrections = list.corrects;
  let corrected = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    const start = list.rowStart[row] ?? 0;
    const length = (list.rowEnd[row] ?? start) - start;
    const place = source.locate(start, start + length);
    const own = cells === null ? width : (cells[at] ?? 0);
    const changed = hasCorrections ? list.corrected(row, source.held.subarray(place, place + length)) : null;
    if (changed === null) write(source.held, place, place + length, own, suffix(row));
    else {
      corrected++;
      write(changed, 0, changed.length, own, suffix(row));
    }
    if (at % 4096 === 0) {
      progress(at);
      await sink.turn();
    }
  }
  return corrected;
}

function cellsOfRows(
  { list }: OpenedCleaning,
  rows: Uint32Array,
  source: RecordSource,
  countCells: (record: Uint8Array) => number,
): Uint16Array {
  const record = (row: number) => source.bytes(list.rowStart[row] ?? 0, list.rowEnd[row] ?? 0);
  return Uint16Array.from(rows, (row) => Math.min(MOST_CELLS, countCells(record(row))));
}

function dialectOf(list: OpenList): Dialect {
  const { encoding, newline, delimiter } = list.meta;
  const unit = /^utf-?16/i.test(encoding) ? 2 : 1;
  const isUtf8 = /^utf-?8$/i.test(encoding);
  const encode = (text: string) =>
    isUtf8 ? Buffer.from(text, "utf8") : iconv.encode(text, encoding, { addBOM: false });
  const bigEndian = /be$/i.test(encoding);
  return { newline: encode(newline), delimiter: encode(delimiter), unit, bigEndian, encode };
}

/** Where the line end of the record at `bytes[start, end)` starts; `end` when it has none. */
function endOf(bytes: Buffer, start: number, end: number, dialect: Dialect): number {
  const last = unitBefore(bytes, start, end, dialect);
  if (last === CR) return end - dialect.unit;
  if (last !== LF) return end;
  const lineFeed = end - dialect.unit;
  return unitBefore(bytes, start, lineFeed, dialect) === CR ? lineFeed - dialect.unit : lineFeed;
}

/** The unit that ends at `end`, or -1 when there is none from `start` on. */
function unitBefore(bytes: Buffer, start: number, end: number, { unit, bigEndian }: Dialect): number {
  if (end - start < unit) return -1;
  if (unit === 1) return bytes[end - 1] ?? -1;
  return bigEndian ? bytes.readUInt16BE(end - 2) : bytes.readUInt16LE(end - 2);
}

/** Where the record's cells end: before its line end and, where every cell is a record, before its delimiter. */
function bodyOf(
  list: OpenList,
  bytes: Buffer,
  start: number,
  lineEnd: number,
  { delimiter }: Dialect,
): number {
  if (!list.meta.flow) return lineEnd;
  const tail = bytes.subarray(Math.max(start, lineEnd - delimiter.length), lineEnd);
  return tail.equals(delimiter) ? lineEnd - tail.length : lineEnd;
}

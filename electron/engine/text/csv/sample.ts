import type { Dialect } from "./dialect.ts";
import { decode, type Encoding, maskNonAscii } from "./encodings.ts";
import { fieldsOf, unquote } from "./fields.ts";
import { createScanner } from "./scan.ts";

export interface SampleRecord {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** Number of cells; `cells` may have fewer. */
  readonly fields: number;
  readonly cells: string[];
}

/** Maximum cells decoded per record: one more than a list may have columns. */
const MAX_SAMPLED_CELLS = 2_001;

/**
 * Returns the first `limit` complete records and the lines of blank ones. `whole`: `bytes` reach the end of the file.
 */
export function sampleRecords(
  bytes: Uint8Array,
  encoding: Encoding,
  dialect: Dialect,
  limit: number,
  whole: boolean,
): { records: SampleRecord[]; openQuoteLine: number; blank: number[] } {
  const { unit } = encoding;
  const units = Math.floor(bytes.length / unit);
  const room = new Uint8Array(units + 2);
  if (encoding.mask === "none") room.set(bytes);
  else maskNonAscii(bytes, units * unit, encoding, room);
  const records: SampleRecord[] = [];
  const blank: number[] = [];
  const scanner = createScanner(dialect, -1);
  const enough = new Error("enough");
  try {
    scanner.scan(room, units, whole, {
      blank: (line) => void blank.push(line),
      record({ start, end, line, fields }) {
        const cells = fieldsOf(room, start, end, dialect, MAX_SAMPLED_CELLS).map((field) =>
          unquote(decode(bytes.subarray(field.start * unit, field.end * unit), encoding), field.quoted),
        );
        records.push({ start: start * unit, end: end * unit, line, fields, cells });
        if (records.length >= limit) throw enough;
      },
    });
  } catch (error) {
    if (error !== enough) throw error;
  }
  return { records, openQuoteLine: scanner.openQuoteLine(), blank };
}

const LF = 10;
const CR = 13;

/** Returns the line (from 1) of the byte at offset `at` in a file that begins with `head`. */
export function lineAt(head: Uint8Array, at: number, { unit, name }: Encoding): number {
  const low = name === "UTF-16BE" ? 1 : 0;
  const byte = (i: number) => (unit === 1 || head[i + 1 - low] === 0 ? head[i + low] : -1);
  let line = 1;
  for (let i = 0; i < at; i += unit) {
    const here = byte(i);
    if (here === 10 || (here === 13 && byte(i + unit) !== 10)) line++;
  }
  return line;
}

/** Returns the offset of the record's line end (LF, CR, CR LF or CR CR LF); `end` without one. */
export function lineEndOf(bytes: Buffer, start: number, end: number, encoding: Encoding): number {
  const last = unitBefore(bytes, start, end, encoding);
  if (last === CR) return end - encoding.unit;
  if (last !== LF) return end;
  let at = end - encoding.unit;
  for (let returns = 0; returns < 2 && unitBefore(bytes, start, at, encoding) === CR; returns++)
    at -= encoding.unit;
  return at;
}

function unitBefore(bytes: Buffer, start: number, end: number, { unit, name }: Encoding): number {
  if (end - start < unit) return -1;
  if (unit === 1) return bytes[end - 1] ?? -1;
  return name === "UTF-16BE" ? bytes.readUInt16BE(end - 2) : bytes.readUInt16LE(end - 2);
}

export function withoutLineEnd(
  head: Buffer,
  span: { readonly start: number; readonly end: number },
  encoding: Encoding,
): Buffer {
  return head.subarray(span.start, lineEndOf(head, span.start, span.end, encoding));
}

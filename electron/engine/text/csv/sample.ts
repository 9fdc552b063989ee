import type { Dialect } from "./dialect.ts";
import { decode, type Encoding, masked } from "./encodings.ts";
import { fieldsOf, unquote } from "./fields.ts";
import { createScanner } from "./scan.ts";

/** A record of the sample: where it stands in the sampled bytes, and its cells. */
export interface SampleRecord {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** How many cells it has; `cells` may be fewer. */
  readonly fields: number;
  readonly cells: string[];
}

/** Cells beyond this many in one record are not looked at: more than a list may have. */
const CELLS = 2_001;

/**
 * The first `limit` whole records of `bytes`, and the blank lines between them. `whole`: the bytes end where the file does. Offsets are bytes
 * within `bytes`.
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
  else masked(bytes, units * unit, encoding, room);
  const records: SampleRecord[] = [];
  const blank: number[] = [];
  const scanner = createScanner(dialect, -1);
  const enough = new Error("enough");
  try {
    scanner.scan(room, units, whole, {
      blank: (line) => void blank.push(line),
      record({ start, end, line, fields }) {
        const cells = fieldsOf(room, start, end, dialect, CELLS).map((field) =>
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

/** Line of the byte `at` of a file that begins with `head`, counted from 1. */
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

/** Where the line end of the record at `bytes[start, end)` starts: LF, CR, CR LF or CR CR LF; `end` where it has none. */
export function lineEndOf(bytes: Buffer, start: number, end: number, encoding: Encoding): number {
  const last = unitBefore(bytes, start, end, encoding);
  if (last === CR) return end - encoding.unit;
  if (last !== LF) return end;
  let at = end - encoding.unit;
  for (let returns = 0; returns < 2 && unitBefore(bytes, start, at, encoding) === CR; returns++)
    at -= encoding.unit;
  return at;
}

/** The unit that ends at `end`, or -1 when there is none from `start` on. */
function unitBefore(bytes: Buffer, start: number, end: number, { unit, name }: Encoding): number {
  if (end - start < unit) return -1;
  if (unit === 1) return bytes[end - 1] ?? -1;
  return name === "UTF-16BE" ? bytes.readUInt16BE(end - 2) : bytes.readUInt16LE(end - 2);
}

/** The bytes of a record without the line end that closes it. */
export function withoutLineEnd(
  head: Buffer,
  span: { readonly start: number; readonly end: number },
  encoding: Encoding,
): Buffer {
  return head.subarray(span.start, lineEndOf(head, span.start, span.end, encoding));
}

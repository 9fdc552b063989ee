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

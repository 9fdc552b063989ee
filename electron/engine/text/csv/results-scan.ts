import { BYTE, type Dialect } from "./dialect.ts";
import { fieldsOf } from "./fields.ts";
import { createScanner } from "./scan.ts";

const AT = 64;
const MAX_RECORD_CELLS = 4096;
const CHUNK_BYTES = 1024 * 1024;

/** The current record of a scan. Cell bounds are trimmed and exclude enclosing quotes. */
export interface ScannedRecord {
  start: number;
  /** Offset after the record, line end excluded. */
  end: number;
  cells: number;
  readonly cellStart: Uint32Array;
  readonly cellEnd: Uint32Array;
  /** 1 if the cell contains doubled quotes. */
  readonly doubled: Uint8Array;
  /** The bytes ended inside a quoted cell. */
  openQuote: boolean;
  /** A quote is closed only in a later record or never, so the cell bounds are uncertain. */
  unclosedQuote: boolean;
  closed: boolean;
}

/**
 * Calls `visit` for each non-blank record of a results file until it returns false. The record object is reused. Blanks
 * may precede an opening quote, as in the service's files.
 */
export function scanRecords(
  bytes: Uint8Array,
  start: number,
  delimiter: number,
  visit: (record: ScannedRecord) => boolean,
): void {
  const dialect: Dialect = { delimiter: String.fromCharCode(delimiter), spacedQuotes: true, flow: false };
  const fields = {
    start: new Uint32Array(MAX_RECORD_CELLS),
    end: new Uint32Array(MAX_RECORD_CELLS),
    quoted: new Uint8Array(MAX_RECORD_CELLS),
  };
  const record: ScannedRecord = {
    start,
    end: start,
    cells: 0,
    openQuote: false,
    unclosedQuote: false,
    closed: false,
    cellStart: fields.start,
    cellEnd: fields.end,
    doubled: fields.quoted,
  };
  const tab = delimiter === BYTE.tab ? BYTE.space : BYTE.tab;

  /** Trims and unquotes the cells in place. `base`: offset of the bounds. */
  function takeCells(count: number, base: number): void {
    record.cells = Math.min(count, MAX_RECORD_CELLS);
    for (let cell = 0; cell < record.cells; cell++) {
      let from = base + (fields.start[cell] as number);
      let to = base + (fields.end[cell] as number);
      record.end = to;
      while (from < to && (bytes[from] === BYTE.space || bytes[from] === tab)) from++;
      while (to > from && (bytes[to - 1] === BYTE.space || bytes[to - 1] === tab)) to--;
      let doubled = 0;
      if (fields.quoted[cell] === 1) {
        const close = bytes[to - 1] === BYTE.quote ? to - 1 : bytes.lastIndexOf(BYTE.quote, to - 1);
        // A quoted local part is no quoted cell: `"ann lee"@x.example`.
        if (close === to - 1 || bytes[close + 1] !== AT) {
          from++;
          to = close;
          for (let at = from; at < to; at++) if (bytes[at] === BYTE.quote) doubled = 1;
        }
      }
      record.cellStart[cell] = from;
      record.cellEnd[cell] = to;
      record.doubled[cell] = doubled;
    }
  }

  const scanner = createScanner(dialect, -1, 1, fields);
  let goesOn = true;
  let room = new Uint8Array(Math.min(CHUNK_BYTES, bytes.length - start) + 1);
  for (let from = start; goesOn && from < bytes.length; ) {
    const length = Math.min(room.length - 1, bytes.length - from);
    const isLast = from + length === bytes.length;
    room.set(bytes.subarray(from, from + length));
    const base = from;
    from += scanner.scan(room, length, isLast, {
      blank() {},
      record(found) {
        if (!goesOn) return;
        record.start = base + found.start;
        takeCells(found.fields, base);
        record.closed = record.end < base + found.end;
        record.openQuote = false;
        record.unclosedQuote = found.ignoredQuote;
        const isBlank = record.cells === 1 && record.cellStart[0] === record.cellEnd[0];
        if (!isBlank) goesOn = visit(record);
      },
    });
    if (isLast && from < bytes.length && goesOn) {
      // A quote that spans lines and is never closed swallows no records: only its own line is skipped.
      let end = from;
      while (end < bytes.length && bytes[end] !== BYTE.lf && bytes[end] !== BYTE.cr) end++;
      record.start = from;
      record.closed = record.unclosedQuote = end < bytes.length;
      record.openQuote = !record.closed;
      const own = fieldsOf(bytes, from, end, dialect, MAX_RECORD_CELLS);
      for (const [cell, field] of own.entries()) {
        fields.start[cell] = field.start;
        fields.end[cell] = field.end;
        fields.quoted[cell] = field.quoted ? 1 : 0;
      }
      takeCells(own.length, 0);
      goesOn = visit(record);
      from = end + 1;
    } else if (from === base) {
      // The record is longer than the chunk.
      room = new Uint8Array(2 * room.length);
    }
  }
}

export function cellText(bytes: Buffer, record: ScannedRecord, index: number): string {
  const text = bytes.toString("utf8", record.cellStart[index], record.cellEnd[index]);
  return record.doubled[index] === 1 ? text.replaceAll('""', '"') : text;
}

import { BYTE, type ByteClasses, byteClasses, CLASS, type Dialect } from "./dialect.ts";

/** A scanned record. The object is reused; bounds are offsets in the chunk. */
export interface FoundRecord {
  start: number;
  /** Offset after the record, line end included. */
  end: number;
  fields: number;
  /** Bounds of the requested field, quotes included; -1 if the record has no such field. */
  cellStart: number;
  cellEnd: number;
  cellQuoted: boolean;
  /** Line in the file on which the record starts, from 1. */
  line: number;
  strayQuote: boolean;
  /** A quote closes on a later line within a cell, so it was read as no opening quote. */
  ignoredQuote: boolean;
}

export interface ScanSink {
  record(found: FoundRecord): void;
  blank(line: number): void;
}

export interface LineEnds {
  lf: number;
  crlf: number;
  cr: number;
  firstLf: number;
  firstCrlf: number;
  firstCr: number;
}

/** Bounds of the fields of the current record, as many as fit. Offsets in the chunk, quotes included. */
export interface FieldTable {
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  readonly quoted: Uint8Array;
}

/**
 * Creates a scanner that reports the bounds of field `column` (-1 for no field), and of every field in `table` if it is
 * set.
 */
export function createScanner(
  dialect: Dialect,
  column: number,
  firstLine = 1,
  table: FieldTable | null = null,
) {
  const classes: ByteClasses = byteClasses(dialect);
  const { outside, inside } = classes;
  const { spacedQuotes, flow } = dialect;
  const lineEnds: LineEnds = { lf: 0, crlf: 0, cr: 0, firstLf: 0, firstCrlf: 0, firstCr: 0 };
  const found: FoundRecord = {
    start: 0,
    end: 0,
    fields: 0,
    cellStart: -1,
    cellEnd: -1,
    cellQuoted: false,
    line: firstLine,
    strayQuote: false,
    ignoredQuote: false,
  };
  let line = firstLine;
  let openQuote = 0;

  const isBlank = (byte: number) => (byte === BYTE.space || byte === BYTE.tab) && outside[byte] === 0;

  function record(bytes: Uint8Array, start: number, length: number, last: boolean): number {
    let at = start;
    let lines = 0;
    found.start = start;
    found.fields = 0;
    found.cellStart = -1;
    found.cellEnd = -1;
    found.cellQuoted = false;
    found.strayQuote = false;
    found.ignoredQuote = false;
    found.line = line;
    for (;;) {
      const cellStart = at;
      let quoted = false;
      if (spacedQuotes) {
        let ahead = at;
        while (isBlank(bytes[ahead] as number)) ahead++;
        if (bytes[ahead] === BYTE.quote) at = ahead;
      }
      if (bytes[at] === BYTE.quote && at < length) {
        quoted = true;
        const openedAt = at;
        const opened = line + lines;
        at++;
        for (;;) {
          let what = inside[bytes[at] as number] as number;
          while (what === 0) what = inside[bytes[++at] as number] as number;
          if (at >= length) {
            if (last) openQuote = opened;
            return -1;
          }
          if (what === CLASS.quote) {
            if (at + 1 >= length && !last) return -1;
            if (at + 1 < length && bytes[at + 1] === BYTE.quote) {
              at += 2;
              continue;
            }
            at++;
            break;
          }
          if (what === CLASS.lf) {
            if (bytes[at - 1] !== BYTE.cr) lines++;
          } else lines++;
          at++;
        }
        while (at < length && isBlank(bytes[at] as number)) at++;
        if (at < length && (outside[bytes[at] as number] === 0 || bytes[at] === BYTE.quote)) {
          found.strayQuote = true;
          if (line + lines > opened) {
            // It closed on a later line within a cell, so it was no opening quote and must not swallow rows.
            found.ignoredQuote = true;
            at = openedAt;
            lines = opened - line;
            quoted = false;
          }
        }
      }
      let what: number;
      for (;;) {
        what = outside[bytes[at] as number] as number;
        while (what === 0) what = outside[bytes[++at] as number] as number;
        if (at >= length) {
          if (!last) return -1;
          break;
        }
        if (what === CLASS.quote) found.strayQuote = true;
        else break;
        at++;
      }
      if (found.fields === column) {
        found.cellStart = cellStart;
        found.cellEnd = Math.min(at, length);
        found.cellQuoted = quoted;
      }
      if (table !== null && found.fields < table.start.length) {
        table.start[found.fields] = cellStart;
        table.end[found.fields] = Math.min(at, length);
        table.quoted[found.fields] = quoted ? 1 : 0;
      }
      found.fields++;
      if (at >= length) {
        found.end = length;
        line += lines;
        return length;
      }
      if (what === CLASS.delimiter) {
        at++;
        if (!flow) continue;
      } else if (what === CLASS.lf) {
        if (lineEnds.lf++ === 0) lineEnds.firstLf = line + lines;
        lines++;
        at++;
      } else {
        if (at + 1 >= length && !last) return -1;
        // CR CR LF is CRLF written by a program that expands each LF once more.
        if (bytes[at + 1] === BYTE.cr && at + 2 >= length && !last) return -1;
        if (bytes[at + 1] === BYTE.cr && at + 2 < length && bytes[at + 2] === BYTE.lf) {
          at++;
          lines++;
        }
        at++;
        if (at < length && bytes[at] === BYTE.lf) {
          if (lineEnds.crlf++ === 0) lineEnds.firstCrlf = line + lines;
          at++;
        } else if (lineEnds.cr++ === 0) lineEnds.firstCr = line + lines;
        lines++;
      }
      found.end = at;
      line += lines;
      return at;
    }
  }

  return {
    /**
     * Scans `bytes[0, length)` from where the last call stopped and returns the number of bytes consumed. `bytes` needs
     * room for one byte more; `last` marks the end of the file.
     */
    scan(bytes: Uint8Array, length: number, last: boolean, sink: ScanSink): number {
      // A sentinel line end stops the inner loops at the end of the chunk, which saves bounds checks.
      bytes[length] = BYTE.lf;
      let at = 0;
      while (at < length) {
        const first = bytes[at];
        if (first === BYTE.lf || first === BYTE.cr) {
          if (first === BYTE.cr && at + 1 >= length && !last) return at;
          sink.blank(line++);
          at += first === BYTE.cr && at + 1 < length && bytes[at + 1] === BYTE.lf ? 2 : 1;
          continue;
        }
        const end = record(bytes, at, length, last);
        if (end < 0) return at;
        sink.record(found);
        at = end;
      }
      return at;
    },
    /** Returns the line of the next byte, from 1. */
    line: () => line,
    /** Returns the line of a quote that is never closed; 0 if all are closed. */
    openQuoteLine: () => openQuote,
    lineEnds,
  };
}

const QUOTE = 34;
const SPACE = 32;
const TAB = 9;
const LF = 10;
const CR = 13;
const AT = 64;
const MAX_RECORD_CELLS = 4096;

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
 * may precede an opening quote, as in the service's files. A quote that spans lines must close at the end of its cell;
 * otherwise it is no opening quote and swallows no records (as in scan.ts).
 */
export function scanRecords(
  bytes: Uint8Array,
  start: number,
  delimiter: number,
  visit: (record: ScannedRecord) => boolean,
): void {
  const cellStart = new Uint32Array(MAX_RECORD_CELLS);
  const cellEnd = new Uint32Array(MAX_RECORD_CELLS);
  const doubled = new Uint8Array(MAX_RECORD_CELLS);
  const record = {
    start,
    end: start,
    cells: 0,
    cellStart,
    cellEnd,
    doubled,
    openQuote: false,
    unclosedQuote: false,
    closed: false,
  };
  const length = bytes.length;
  const tab = delimiter === TAB ? SPACE : TAB;
  const endsCell = (next: number) => {
    if (next > length) return false;
    while (next < length && (bytes[next] === SPACE || bytes[next] === tab)) next++;
    const byte = bytes[next];
    return next >= length || byte === delimiter || byte === LF || byte === CR;
  };
  let at = start;
  while (at < length) {
    let cells = 0;
    record.start = at;
    record.openQuote = false;
    record.unclosedQuote = false;
    for (;;) {
      while (at < length && (bytes[at] === SPACE || bytes[at] === tab)) at++;
      let from = at;
      let to = -1;
      let pairs = 0;
      if (at < length && bytes[at] === QUOTE) {
        const open = at;
        let lineEnds = false;
        from = ++at;
        while (at < length) {
          const byte = bytes[at];
          if (byte === QUOTE) {
            if (bytes[at + 1] !== QUOTE) break;
            pairs = 1;
            at++;
          } else if (byte === LF || byte === CR) lineEnds = true;
          at++;
        }
        to = at;
        if (lineEnds && !endsCell(at + 1)) {
          record.unclosedQuote = true;
          from = at = open;
          to = -1;
          pairs = 0;
        } else if (at >= length) record.openQuote = true;
        // A quoted local part, not a quoted cell: `"ann lee"@x.example`.
        else if (bytes[++at] === AT) {
          from = open;
          to = -1;
        }
      }
      while (at < length) {
        const byte = bytes[at];
        if (byte === delimiter || byte === LF || byte === CR) break;
        at++;
      }
      if (to < 0) {
        to = at;
        while (to > from && (bytes[to - 1] === SPACE || bytes[to - 1] === tab)) to--;
      }
      if (cells < MAX_RECORD_CELLS) {
        cellStart[cells] = from;
        cellEnd[cells] = to;
        doubled[cells] = pairs;
        cells++;
      }
      if (at >= length || bytes[at] !== delimiter) break;
      at++;
    }
    record.cells = cells;
    record.end = at;
    record.closed = at < length;
    if (at < length) at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;
    const blank = cells === 1 && cellStart[0] === cellEnd[0];
    if (!blank && !visit(record)) return;
  }
}

export function cellText(bytes: Buffer, record: ScannedRecord, index: number): string {
  const text = bytes.toString("utf8", record.cellStart[index], record.cellEnd[index]);
  return record.doubled[index] === 1 ? text.replaceAll('""', '"') : text;
}

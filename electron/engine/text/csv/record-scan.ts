const QUOTE = 34;
const SPACE = 32;
const TAB = 9;
const LF = 10;
const CR = 13;
const AT = 64;
/** More cells than this in one record are not looked at. */
const MAX_CELLS = 4096;

/** The record that a scan stands on. Cells are trimmed; of quoted ones, what is between the quotes. */
export interface ScannedRecord {
  start: number;
  /** The byte after its last one, without the line end. */
  end: number;
  cells: number;
  readonly cellStart: Uint32Array;
  readonly cellEnd: Uint32Array;
  /** 1 where a cell holds doubled quotes, which stand for one. */
  readonly doubled: Uint8Array;
  /** The bytes ended inside a quoted cell, on its first line. */
  openQuote: boolean;
  /** A quote opens in it that only a later record would close, or none: where its cells end is not certain. */
  unclosedQuote: boolean;
  /** A line end follows. */
  closed: boolean;
}

/**
 * Walks over the records of a results file, blank lines left out: any of LF, CRLF and CR ends one; a cell may
 * be quoted after blanks (service files have a comma, a space or a tab, then a quote). Stops when `visit`
 * answers false. The record is the same object each time. A quote that closes on a later line within a cell, or on none,
 * swallows no records: it is no opening quote, as in lists (see scan.ts).
 */
export function scanRecords(
  bytes: Uint8Array,
  start: number,
  delimiter: number,
  visit: (record: ScannedRecord) => boolean,
): void {
  const cellStart = new Uint32Array(MAX_CELLS);
  const cellEnd = new Uint32Array(MAX_CELLS);
  const doubled = new Uint8Array(MAX_CELLS);
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
  /** Whether nothing but blanks follows from `next` on until its cell ends. */
  const endsCell = (next: number) => {
    // The bytes ended before the quote closed.
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
      if (cells < MAX_CELLS) {
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

/** The cell at `index` as text. */
export function cellText(bytes: Buffer, record: ScannedRecord, index: number): string {
  const text = bytes.toString("utf8", record.cellStart[index], record.cellEnd[index]);
  return record.doubled[index] === 1 ? text.replaceAll('""', '"') : text;
}

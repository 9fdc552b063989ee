import { fstatSync, readSync } from "node:fs";
import type { Column, ColumnKind, ColumnStore, ListLayout } from "../../store/index.ts";
import {
  ByteInterner,
  type Dialect,
  decode,
  type Encoding,
  encodingNamed,
  fieldsOf,
  hashFolded,
  hashText,
  isDecodable,
  maskNonAscii,
  sampleRecords,
  unquote,
} from "../../text/index.ts";
import { cellTypeColumn, LIST_COLUMNS } from "../format.ts";
import type { CellType } from "../workbook/cell-types.ts";
import { acceptedCorrections, createCorrector } from "./corrections.ts";
import { type OpenList, type OpenListOptions, type OpenReading, openReading } from "./open-list.ts";

/** Read-ahead in bytes, and the maximum gap between rows that still counts as sequential. */
const READ_AHEAD_BYTES = 256 * 1024;
const MAX_SEQUENTIAL_GAP = 4096;

const NO_PLAIN_CELLS = /["\r\n\x80-\xff]/;

/** Opens a list, for use in a worker thread. Throws if it has no finished reading. */
export function openList(list: ListLayout, { lazy = false, encoding }: OpenListOptions = {}): OpenList {
  const reading = openReading(list);
  try {
    const open = opened(reading, encoding);
    if (!lazy) {
      open.readAll();
      reading.columns.close();
    }
    return open;
  } catch (error) {
    reading.close();
    throw error;
  }
}

function opened(reading: OpenReading, readAs: string | undefined): OpenList & { readAll(): void } {
  const { meta, columns, records, recordsPath } = reading;
  const lazy = <K extends ColumnKind>(column: Column<K>) => once(() => present(columns, column));
  const encoding = (readAs === undefined ? null : encodingNamed(readAs)) ?? knownEncoding(meta.encoding);
  const { unit } = encoding;
  const dialect: Dialect = { delimiter: meta.delimiter, spacedQuotes: meta.spacedQuotes, flow: meta.flow };
  const recordStart = once(
    () => columns.get(LIST_COLUMNS.recordStart) ?? Uint32Array.from(present(columns, LIST_COLUMNS.rowStart)),
  );
  const rowStart = once(() => recordStart().subarray(0, rowAddress.length));
  const rowEnd = once(() => {
    const isEarlier = recordStart().length === rowAddress.length;
    if (isEarlier) return Uint32Array.from(present(columns, LIST_COLUMNS.rowEnd));
    return columns.get(LIST_COLUMNS.recordEnd) ?? recordStart().subarray(1);
  });
  const addressText = lazy(LIST_COLUMNS.addressText);
  const addressEnd = lazy(LIST_COLUMNS.addressEnd);
  const domainText = lazy(LIST_COLUMNS.domainText);
  const domainEnd = lazy(LIST_COLUMNS.domainEnd);
  const rowAddress = present(columns, LIST_COLUMNS.rowAddress);
  const corrections = acceptedCorrections(columns);
  const allCells = meta.fixCells === true;
  const correct = createCorrector({
    corrections,
    encoding,
    dialect,
    column: meta.addressColumn ?? 0,
    allCells,
  });
  const otherwise = once(() => columns.read(LIST_COLUMNS.differingCells));
  const trimmed = once(() => columns.read(LIST_COLUMNS.trimmed));
  const addressFirst = lazy(LIST_COLUMNS.addressFirst);
  const addressBits = lazy(LIST_COLUMNS.addressBits);
  const addressDomain = lazy(LIST_COLUMNS.addressDomain);
  /** Numbers of addresses that replaced others: only their rows can need a correction. */
  let meant: ReadonlySet<number> | null = null;
  let byAddress: ByteInterner | null = null;

  function span(start: number, end: number): Buffer {
    const bytes = Buffer.allocUnsafe(end - start);
    let at = 0;
    while (at < bytes.length) {
      const got = readSync(records, bytes, at, bytes.length - at, start + at);
      if (got === 0) throw new Error(`${recordsPath} is shorter than when it was read`);
      at += got;
    }
    return bytes;
  }

  let ahead: Buffer = Buffer.alloc(0);
  let aheadStart = 0;
  let lastEnd = Number.POSITIVE_INFINITY;

  /** Reads ahead for sequential access: half a million system calls would take seconds. */
  function recordView(row: number): Buffer {
    const start = rowStart()[row];
    const end = rowEnd()[row];
    if (start === undefined || end === undefined) throw new RangeError(`no row ${row}`);
    const isNext = start >= lastEnd && start - lastEnd < MAX_SEQUENTIAL_GAP;
    lastEnd = end;
    if (isNext && end - start < READ_AHEAD_BYTES && (start < aheadStart || end > aheadStart + ahead.length)) {
      const size = Math.min(READ_AHEAD_BYTES, fstatSync(records).size - start);
      ahead = span(start, start + Math.max(size, end - start));
      aheadStart = start;
    }
    if (start < aheadStart || end > aheadStart + ahead.length) return span(start, end);
    return ahead.subarray(start - aheadStart, end - aheadStart);
  }

  function fieldsIn(record: Uint8Array, most?: number) {
    const units = Math.floor(record.length / unit);
    const room = encoding.mask === "none" ? record : new Uint8Array(units + 1);
    return fieldsOf(maskNonAscii(record, record.length, encoding, room), 0, units, dialect, most);
  }

  /** Copied, so that a kept row doesn't retain the read-ahead buffer. */
  const recordBytes = (row: number) => Buffer.from(recordView(row));

  const isSplit = unit === 1 && encoding.mask === "none" && !meta.flow && meta.delimiter.length === 1;

  /** Fast path for the common record: ASCII without quotes; `null` for others. */
  function plainCells(record: Buffer): string[] | null {
    let end = record.length;
    while (end > 0 && (record[end - 1] === 10 || record[end - 1] === 13)) end--;
    const text = record.toString("latin1", 0, end);
    return !isSplit || NO_PLAIN_CELLS.test(text) ? null : text.split(meta.delimiter);
  }

  function cellsOf(record: Uint8Array, most?: number): string[] {
    return fieldsIn(record, most).map((field) =>
      unquote(decode(record.subarray(field.start * unit, field.end * unit), encoding), field.quoted),
    );
  }

  function find(address: Uint8Array | string): number {
    byAddress ??= ByteInterner.over(addressText(), addressEnd());
    const bytes = typeof address === "string" ? Buffer.from(address) : address;
    return byAddress.find(bytes, 0, bytes.length, hashOf(bytes));
  }

  function mayBeCorrected(row: number): boolean {
    if (meta.tidies === true && holds(trimmed(), row)) return true;
    const address = rowAddress[row] ?? -1;
    if (allCells) return address >= 0;
    if (corrections.size === 0) return false;
    meant ??= new Set([...corrections.values()].map(find));
    return meant.has(address);
  }

  return {
    meta,
    rows: rowAddress.length,
    get addresses() {
      return addressFirst().length;
    },
    get domains() {
      return domainEnd().length;
    },
    get rowStart() {
      return rowStart();
    },
    get rowEnd() {
      return rowEnd();
    },
    rowAddress,
    get addressText() {
      return addressText();
    },
    get addressEnd() {
      return addressEnd();
    },
    get addressFirst() {
      return addressFirst();
    },
    get addressBits() {
      return addressBits();
    },
    get addressDomain() {
      return addressDomain();
    },
    get domainText() {
      return domainText();
    },
    get domainEnd() {
      return domainEnd();
    },
    recordsPath,
    recordBytes,
    cells(row) {
      const record = recordView(row);
      return plainCells(record) ?? cellsOf(record);
    },
    cellsOf,
    decode: (bytes) => decode(bytes, encoding),
    isDecodable: (record) => isDecodable(record, encoding),
    headerBytes: () => (meta.header === null ? Buffer.alloc(0) : span(meta.header.start, meta.header.end)),
    preambleBytes: () => span(meta.preamble.start, meta.preamble.end),
    address: (id) => textAt(addressText(), addressEnd(), id),
    domain: (id) => textAt(domainText(), domainEnd(), id),
    find,
    corrections,
    mayCorrect: allCells || corrections.size > 0 || meta.tidies === true,
    cellDiffers: (row) => holds(otherwise(), row),
    get hasDifferingCells() {
      return otherwise().length > 0;
    },
    endOfCells: (record, cells) => (fieldsIn(record, cells).at(-1)?.end ?? 0) * unit,
    aboveRows() {
      if (meta.aboveStart === undefined) return [];
      const above = span(meta.aboveStart, meta.preamble.end);
      const { records } = sampleRecords(above, encoding, dialect, Number.POSITIVE_INFINITY, true);
      // The rest begins with a quote that is not closed above the header.
      const left = above.subarray(records.at(-1)?.end ?? 0);
      const last = decode(left, encoding).trim() === "" ? [] : [cellsOf(left)];
      return [...records.map(({ cells }) => cells), ...last];
    },
    corrected: (row, record) => (mayBeCorrected(row) ? correct(record) : null),
    isCorrected: (row) => mayBeCorrected(row) && correct(recordBytes(row)) !== null,
    cellTypes() {
      if (meta.cellTypes === undefined) return null;
      const { types } = meta.cellTypes;
      const codes = meta.cellTypes.columns.map((column) => {
        return { column, of: present(columns, cellTypeColumn(column)) };
      });
      return (row) => {
        const found: (CellType | undefined)[] = [];
        for (const { column, of } of codes) found[column] = types[(of[row] ?? 0) - 1];
        return found;
      };
    },
    readAll() {
      for (const read of [
        rowStart,
        rowEnd,
        addressText,
        addressEnd,
        addressFirst,
        addressBits,
        addressDomain,
        domainText,
        domainEnd,
        otherwise,
        trimmed,
      ])
        read();
    },
    close: () => reading.close(),
  };
}

function once<T extends object>(read: () => T): () => T {
  let kept: T | null = null;
  return () => {
    kept ??= read();
    return kept;
  };
}

function present<K extends ColumnKind>(columns: ColumnStore, column: Column<K>) {
  const data = columns.get(column);
  if (data === null) throw new Error(`the list lacks the column ${column.name}`);
  return data;
}

function holds(rows: Uint32Array, row: number): boolean {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = rows[middle] as number;
    if (found === row) return true;
    if (found < row) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

function hashOf(bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; i++) {
    if ((bytes[i] as number) >= 128) return hashText(Buffer.from(bytes).toString("utf8"));
  }
  return hashFolded(bytes, 0, bytes.length);
}

function textAt(text: Uint8Array, ends: Uint32Array, id: number): string {
  const end = ends[id];
  if (end === undefined) throw new RangeError(`no number ${id}`);
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString(
    "utf8",
    id === 0 ? 0 : ends[id - 1],
    end,
  );
}

function knownEncoding(name: string): Encoding {
  const encoding = encodingNamed(name);
  if (encoding === null) throw new Error(`no encoding ${name}`);
  return encoding;
}

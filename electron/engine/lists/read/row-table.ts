import type { Anomaly, CutSample } from "../../../../shared/bridge/lists.ts";
import { domainOf, foldAddress, foldDomain, foldText } from "../../../../shared/fold-addresses.ts";
import { assertNever } from "../../../../shared/result.ts";
import type { ColumnStore } from "../../store/index.ts";
import {
  ByteInterner,
  cellKey,
  findPlainAddress,
  hashFoldedText,
  isBareAddress,
  type PlainAddress,
  readCell,
} from "../../text/index.ts";
import { CELLS_TABLE, EMPTY, MALFORMED } from "../format.ts";

export function storeCells({ db }: ColumnStore, table: RowTable): void {
  db.exec(CELLS_TABLE);
  const insert = db.prepare(
    "INSERT INTO cells (key, cell, address, kind, rows, accepted) VALUES (?, ?, ?, 'fixable', ?, ?)",
  );
  for (const [key, { cell, address, rows, accepted }] of table.cells.found) {
    insert.run(key, cell, address, rows, accepted ? 1 : 0);
  }
}

const MAX_KEPT_CELLS = 10_000;
const MAX_CELL_LENGTH = 300;

export interface CellCorrection {
  readonly cell: string;
  readonly address: string;
  rows: number;
  readonly accepted: boolean;
}

/** Corrections proposed for whole cells, by cell key. Counts all rows, but keeps a limited number of distinct cells. */
export class CellCorrections {
  readonly found = new Map<string, CellCorrection>();
  fixable = 0;
  fixed = 0;
  readonly #accepted: ReadonlyMap<string, string>;
  readonly #all: boolean;

  constructor(accepted: ReadonlyMap<string, string>, all: boolean) {
    this.#accepted = accepted;
    this.#all = all;
  }

  /** Counts a cell for which `address` is proposed. Returns whether the user accepted it. */
  count(key: string, cell: string, address: string): boolean {
    const accepted = this.#all || this.#accepted.get(key) === address;
    const known = this.found.get(key);
    if (known !== undefined) known.rows++;
    // Accepted one by one: always keep it, so that the user can undo it. Accepted all at once: keep up to the limit.
    else if (this.found.size < MAX_KEPT_CELLS || (accepted && !this.#all))
      this.found.set(key, { cell: cell.slice(0, MAX_CELL_LENGTH), address, rows: 1, accepted });
    if (accepted) this.fixed++;
    else this.fixable++;
    return accepted;
  }
}

const MAX_EXTRACTED_SAMPLES = 20;
const CUT_SHOWN = 300;
const encoder = new TextEncoder();
const NOT_ASCII = /[^\p{ASCII}]/u;

/** Rows of a list and their distinct addresses, in typed arrays that grow while reading. */
export class RowTable {
  rows = 0;
  /** Offset of each record, and the end of the last one. */
  recordStart: Uint32Array;
  /** Offset after each record; `null` while each begins where the one before ends. */
  recordEnd: Uint32Array | null = null;
  rowAddress: Int32Array;
  readonly addresses: ByteInterner;
  readonly domains = new ByteInterner(20_000, 400_000, foldDomain);
  addressDomain: Uint32Array;
  readonly malformedRow: number[] = [];
  readonly malformedLine: number[] = [];
  empty = 0;
  repeated = 0;
  /** Rows whose cell contains more than the address. */
  readonly differingCells: number[] = [];
  /** Rows whose address lost surrounding invisible characters or separators. */
  readonly trimmed: number[] = [];
  readonly cells: CellCorrections;
  /** Number of addresses extracted from longer cells. */
  extracted = 0;
  extractedSamples: CutSample[] = [];
  /** Non-ASCII cells with an address: another encoding would change the address. */
  nonAsciiCells = 0;
  readonly corrected = new Map<string, { address: string; suggestion: string; rows: number }>();
  readonly #corrections: ReadonlyMap<string, string>;
  /** Hashes of domains with corrections; all other domains take the fast path. */
  readonly #correctedDomains: ReadonlySet<number>;
  readonly #plain: PlainAddress = { start: 0, end: 0, at: 0, hash: 0, domainHash: 0 };

  /** `expectedRows` is an estimate. `corrections` maps folded addresses and cell keys to accepted corrections. */
  constructor(expectedRows: number, corrections: ReadonlyMap<string, string> = new Map(), fixCells = false) {
    const capacity = Math.max(16, Math.ceil(expectedRows));
    this.recordStart = new Uint32Array(capacity + 1);
    this.rowAddress = new Int32Array(capacity);
    this.addresses = new ByteInterner(capacity, capacity);
    this.addressDomain = new Uint32Array(capacity);
    this.#corrections = corrections;
    this.cells = new CellCorrections(corrections, fixCells);
    this.#correctedDomains = new Set(
      [...corrections.keys()].map((key) => hashFoldedText(foldDomain(domainOf(key)))),
    );
  }

  addEmpty(start: number, end: number): void {
    this.#row(start, end, EMPTY);
    this.empty++;
  }

  /** Adds a row if its cell `bytes[from, to)` is a plain address; returns false if it needs {@link addCell}. */
  addPlain(start: number, end: number, bytes: Uint8Array, from: number, to: number): boolean {
    const plain = this.#plain;
    if (!findPlainAddress(bytes, from, to, plain)) return false;
    if (this.#correctedDomains.size > 0 && this.#correctedDomains.has(plain.domainHash)) return false;
    this.#address(start, end, bytes, plain);
    return true;
  }

  /** Adds a row by the text of its address cell. Returns the oddity of the cell, or `null`. */
  addCell(start: number, end: number, cell: string, line: number): Anomaly["code"] | null {
    const reading = readCell(cell);
    if (NOT_ASCII.test(cell) && cell.includes("@")) this.nonAsciiCells++;
    switch (reading.kind) {
      case "empty":
        this.addEmpty(start, end);
        return null;
      case "malformed":
        this.addMalformed(start, end, line);
        return null;
      case "fixable":
        if (this.cells.count(cellKey(cell), cell, reading.address)) {
          this.#addText(start, end, reading.address);
        } else this.addMalformed(start, end, line);
        return reading.hasSeveral ? "extra_address" : null;
      case "address":
        break;
      default:
        return assertNever(reading);
    }
    const { address, isExtracted, isTrimmed } = reading;
    if (isExtracted) {
      this.extracted++;
      if (this.extractedSamples.length < MAX_EXTRACTED_SAMPLES)
        this.extractedSamples.push({ line, cell: cell.slice(0, CUT_SHOWN), address });
    }
    if (isTrimmed) this.trimmed.push(this.rows);
    else if (!isBareAddress(cell, address)) this.differingCells.push(this.rows);
    this.#addText(start, end, address);
    return isTrimmed ? "tidied_cell" : isExtracted ? "cut_address" : null;
  }

  addMalformed(start: number, end: number, line: number): void {
    this.malformedRow.push(this.rows);
    this.malformedLine.push(line);
    this.#row(start, end, MALFORMED);
  }

  #addText(start: number, end: number, address: string): void {
    const meant = this.#meant(address);
    const bytes = encoder.encode(meant);
    const folded = foldAddress(meant);
    this.#address(start, end, bytes, {
      start: 0,
      end: bytes.length,
      at: bytes.lastIndexOf(64),
      hash: hashFoldedText(folded),
      domainHash: hashFoldedText(folded.slice(folded.lastIndexOf("@") + 1)),
    });
  }

  /** Returns the first row of each address: addresses are numbered by it. */
  firstRows(): Uint32Array {
    const first = new Uint32Array(this.addresses.size);
    let found = 0;
    for (let row = 0; row < this.rows; row++) if (this.rowAddress[row] === found) first[found++] = row;
    return first;
  }

  /** Returns the offset after a row's record. */
  endOf(row: number): number {
    return (this.recordEnd ?? this.recordStart)[this.recordEnd === null ? row + 1 : row] ?? 0;
  }

  renumber(rowOf: (line: number) => number): void {
    this.malformedLine.forEach((line, i) => {
      this.malformedLine[i] = rowOf(line);
    });
    this.extractedSamples = this.extractedSamples.map((one) => ({ ...one, line: rowOf(one.line) }));
  }

  #meant(address: string): string {
    if (this.#corrections.size === 0) return address;
    const folded = foldAddress(address);
    const suggestion = this.#corrections.get(folded);
    if (suggestion === undefined) return address;
    const known = this.corrected.get(folded);
    if (known === undefined) this.corrected.set(folded, { address, suggestion, rows: 1 });
    else known.rows++;
    return suggestion;
  }

  #address(start: number, end: number, bytes: Uint8Array, found: PlainAddress): void {
    const known = this.addresses.size;
    const id = this.addresses.intern(bytes, found.start, found.end, found.hash);
    if (id === known) {
      if (id >= this.addressDomain.length)
        this.addressDomain = grown(this.addressDomain, (n) => new Uint32Array(n));
      this.addressDomain[id] = this.#domain(bytes, found.at + 1, found.end, found.domainHash);
    } else this.repeated++;
    this.#row(start, end, id);
  }

  #domain(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const known = this.domains.size;
    const id = this.domains.intern(bytes, start, end, hash);
    if (id === known) lowerInPlace(this.domains, id);
    return id;
  }

  #row(start: number, end: number, address: number): void {
    const row = this.rows;
    if (row >= this.rowAddress.length) {
      this.recordStart = grown(this.recordStart, (n) => new Uint32Array(n + 1));
      this.rowAddress = grown(this.rowAddress, (n) => new Int32Array(n));
    }
    if (this.recordEnd === null && row > 0 && this.recordStart[row] !== start)
      this.recordEnd = this.recordStart.slice(1);
    if (this.recordEnd !== null) {
      if (row >= this.recordEnd.length) this.recordEnd = grown(this.recordEnd, (n) => new Uint32Array(n));
      this.recordEnd[row] = end;
    }
    this.recordStart[row] = start;
    this.recordStart[row + 1] = end;
    this.rowAddress[row] = address;
    this.rows = row + 1;
  }
}

/** Lower-cases the domain as first written: it is shown to the user; identity is decided by its ASCII form. */
function lowerInPlace(domains: ByteInterner, id: number): void {
  domains.replaceLast(encoder.encode(foldText(domains.textOf(id))));
}

function grown<T extends Int32Array | Uint32Array>(from: T, make: (length: number) => T): T {
  const to = make(Math.ceil(from.length * 1.5) + 16);
  to.set(from);
  return to;
}

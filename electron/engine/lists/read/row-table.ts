import { domainOf, foldAddress, foldDomain, foldText } from "../../../../shared/addresses.ts";
import type { CutSample, Oddity } from "../../../../shared/bridge/lists.ts";
import { assertNever } from "../../../../shared/result.ts";
import type { ColumnStore } from "../../store/index.ts";
import {
  ByteInterner,
  cellKey,
  findPlainAddress,
  hashFoldedText,
  isItself,
  type PlainAddress,
  readCell,
} from "../../text/index.ts";
import { CELLS_TABLE, EMPTY, MALFORMED } from "../format.ts";

/** Writes the corrections that are proposed for whole cells, and those that were accepted, into `list.db`. */
export function storeCells({ db }: ColumnStore, table: RowTable): void {
  db.exec(CELLS_TABLE);
  const insert = db.prepare(
    "INSERT INTO cells (key, cell, address, kind, rows, accepted) VALUES (?, ?, ?, 'fixable', ?, ?)",
  );
  for (const [key, { cell, address, rows, accepted }] of table.cells.found) {
    insert.run(key, cell, address, rows, accepted ? 1 : 0);
  }
}

const KEPT = 10_000;
const CELL_SHOWN = 300;

/** A cell as it stands, and the address that would be written in its place. */
export interface CellCorrection {
  readonly cell: string;
  readonly address: string;
  rows: number;
  readonly accepted: boolean;
}

/** The corrections that are proposed for whole cells, by their keys: so many different ones are kept, all are counted. */
export class CellCorrections {
  readonly found = new Map<string, CellCorrection>();
  /** Rows whose correction was not accepted. */
  fixable = 0;
  /** Rows whose correction was. */
  fixed = 0;
  readonly #accepted: ReadonlyMap<string, string>;
  readonly #all: boolean;

  /** `all`: the user accepted every one. */
  constructor(accepted: ReadonlyMap<string, string>, all: boolean) {
    this.#accepted = accepted;
    this.#all = all;
  }

  /** Counts a cell for which `address` is proposed; whether the user accepted that. */
  accepts(key: string, cell: string, address: string): boolean {
    const accepted = this.#all || this.#accepted.get(key) === address;
    const known = this.found.get(key);
    if (known !== undefined) known.rows++;
    // Where all were accepted at once, nobody looks them up one by one.
    else if (this.found.size < KEPT || (accepted && !this.#all))
      this.found.set(key, { cell: cell.slice(0, CELL_SHOWN), address, rows: 1, accepted });
    if (accepted) this.fixed++;
    else this.fixable++;
    return accepted;
  }
}

const CUT_KEPT = 20;
const CUT_SHOWN = 300;
const encoder = new TextEncoder();
const NOT_ASCII = /[^\p{ASCII}]/u;

/** The rows of a list and their distinct addresses as they are found, in typed arrays that grow. */
export class RowTable {
  rows = 0;
  rowStart: Float64Array;
  rowEnd: Float64Array;
  rowAddress: Int32Array;
  readonly addresses: ByteInterner;
  readonly domains = new ByteInterner(20_000, 400_000, foldDomain);
  addressFirst: Uint32Array;
  addressDomain: Uint32Array;
  readonly malformedRow: number[] = [];
  readonly malformedLine: number[] = [];
  empty = 0;
  repeated = 0;
  /** Rows whose cell is not the address itself: it was taken out of something longer. */
  readonly otherwiseWritten: number[] = [];
  /** Rows whose cell is written without the invisible characters or separators around its address. */
  readonly tidied: number[] = [];
  readonly cells: CellCorrections;
  /** Addresses that were taken out of longer cells, and the first of them. */
  cut = 0;
  cutSamples: CutSample[] = [];
  /** Cells with an address that were not ASCII: another encoding would make another address of them. */
  beyondAscii = 0;
  /** The typos that were met and corrected, by folded address. */
  readonly corrected = new Map<string, { address: string; suggestion: string; rows: number }>();
  readonly #corrections: ReadonlyMap<string, string>;
  /** Hashes of the domains that have corrections: everything else goes the quick way. */
  readonly #correctedDomains: ReadonlySet<number>;
  readonly #plain: PlainAddress = { start: 0, end: 0, at: 0, hash: 0, domainHash: 0 };

  /**
   * `expectedRows`: an estimate, to spare growing. `corrections`: the address to verify instead of
   * a mistyped one, by folded address, where the user accepted that; of a cell, by its key. `fixCells`: every
   * correction of a cell is accepted.
   */
  constructor(expectedRows: number, corrections: ReadonlyMap<string, string> = new Map(), fixCells = false) {
    const capacity = Math.max(16, Math.ceil(expectedRows));
    this.rowStart = new Float64Array(capacity);
    this.rowEnd = new Float64Array(capacity);
    this.rowAddress = new Int32Array(capacity);
    this.addresses = new ByteInterner(capacity, capacity * 24);
    this.addressFirst = new Uint32Array(capacity);
    this.addressDomain = new Uint32Array(capacity);
    this.#corrections = corrections;
    this.cells = new CellCorrections(corrections, fixCells);
    this.#correctedDomains = new Set(
      [...corrections.keys()].map((key) => hashFoldedText(foldDomain(domainOf(key)))),
    );
  }

  /** Adds a row without looking for an address in it. */
  addEmpty(start: number, end: number): void {
    this.#row(start, end, EMPTY);
    this.empty++;
  }

  /**
   * Adds a row whose address cell is `bytes[from, to)` when that is an everyday address; answers false, and
   * adds nothing, when it needs {@link addCell}.
   */
  addPlain(start: number, end: number, bytes: Uint8Array, from: number, to: number): boolean {
    const plain = this.#plain;
    if (!findPlainAddress(bytes, from, to, plain)) return false;
    if (this.#correctedDomains.size > 0 && this.#correctedDomains.has(plain.domainHash)) return false;
    this.#address(start, end, bytes, plain);
    return true;
  }

  /** Adds a row by the text of its address cell. Returns what is odd about the cell; `null` if nothing is. */
  addCell(start: number, end: number, cell: string, line: number): Oddity["code"] | null {
    const reading = readCell(cell);
    if (NOT_ASCII.test(cell) && cell.includes("@")) this.beyondAscii++;
    switch (reading.kind) {
      case "empty":
        this.addEmpty(start, end);
        return null;
      case "malformed":
        this.addMalformed(start, end, line);
        return null;
      case "fixable":
        if (this.cells.accepts(cellKey(cell), cell, reading.address)) {
          this.#addText(start, end, reading.address);
        } else this.addMalformed(start, end, line);
        return reading.several ? "extra_address" : null;
      case "address":
        break;
      default:
        return assertNever(reading);
    }
    const { address, cut, untidy } = reading;
    if (cut) {
      this.cut++;
      if (this.cutSamples.length < CUT_KEPT)
        this.cutSamples.push({ line, cell: cell.slice(0, CUT_SHOWN), address });
    }
    if (untidy) this.tidied.push(this.rows);
    else if (!isItself(cell, address)) this.otherwiseWritten.push(this.rows);
    this.#addText(start, end, address);
    return untidy ? "tidied_cell" : cut ? "cut_address" : null;
  }

  /** Adds a row whose cell holds no address. */
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

  /** Says every line anew: those of a workbook are rows of its sheet. */
  renumber(rowOf: (line: number) => number): void {
    this.malformedLine.forEach((line, i) => {
      this.malformedLine[i] = rowOf(line);
    });
    this.cutSamples = this.cutSamples.map((one) => ({ ...one, line: rowOf(one.line) }));
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
      if (id >= this.addressFirst.length) {
        this.addressFirst = doubled(this.addressFirst, (n) => new Uint32Array(n));
        this.addressDomain = doubled(this.addressDomain, (n) => new Uint32Array(n));
      }
      this.addressFirst[id] = this.rows;
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
    if (row >= this.rowStart.length) {
      this.rowStart = doubled(this.rowStart, (n) => new Float64Array(n));
      this.rowEnd = doubled(this.rowEnd, (n) => new Float64Array(n));
      this.rowAddress = doubled(this.rowAddress, (n) => new Int32Array(n));
    }
    this.rowStart[row] = start;
    this.rowEnd[row] = end;
    this.rowAddress[row] = address;
    this.rows = row + 1;
  }
}

/** Domains are stored as they were first written, in lower case: they are shown, and told from one another by their ASCII. */
function lowerInPlace(domains: ByteInterner, id: number): void {
  domains.replaceLast(encoder.encode(foldText(domains.textOf(id))));
}

function doubled<T extends Float64Array | Int32Array | Uint32Array>(from: T, make: (length: number) => T): T {
  const to = make(Math.ceil(from.length * 1.5) + 16);
  to.set(from);
  return to;
}

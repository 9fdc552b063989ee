import { decode, type Encoding, type FieldTable, hashFolded, unquote } from "../../text/index.ts";
import type { ColumnWords } from "../../vocabularies/index.ts";
import { createColumnCounter } from "../detect/consent-candidates.ts";

/** Distinct cells counted by their bytes. Others are decoded one by one. */
const MAX_DISTINCT = 1_000;
/** Power of two, above the distinct cells. */
const SLOTS = 4_096;

interface DistinctCell {
  readonly bytes: Buffer;
  readonly isQuoted: boolean;
  rows: number;
}

interface CountedColumn {
  readonly index: number;
  readonly cells: DistinctCell[];
  /** Hash table of `cells`, by index plus one. */
  readonly slots: Int32Array;
  readonly words: ReturnType<typeof createColumnCounter>;
}

/** Counts the distinct cells of some columns while a file is scanned, by their bytes: decoding all takes seconds. */
export class ColumnCellCounter {
  /** Filled by the scanner with the fields of the current record. */
  readonly fields: FieldTable | null;
  readonly #columns: readonly CountedColumn[];
  readonly #encoding: Encoding;

  constructor(columns: readonly number[], encoding: Encoding) {
    this.#columns = columns.map((index) => ({
      index,
      cells: [],
      slots: new Int32Array(SLOTS),
      words: createColumnCounter(),
    }));
    this.#encoding = encoding;
    const width = Math.max(-1, ...columns) + 1;
    this.fields =
      width === 0
        ? null
        : { start: new Uint32Array(width), end: new Uint32Array(width), quoted: new Uint8Array(width) };
  }

  /** Counts the current record, of `count` fields. Offsets in {@link fields} are units of `bytes`. */
  add(bytes: Buffer, count: number): void {
    const { fields } = this;
    if (fields === null) return;
    const { unit } = this.#encoding;
    for (const column of this.#columns) {
      const { index } = column;
      if (index >= count) continue;
      const start = (fields.start[index] as number) * unit;
      const end = (fields.end[index] as number) * unit;
      if (end > start) this.#count(column, bytes, start, end, fields.quoted[index] === 1);
    }
  }

  #count(
    { cells, slots, words }: CountedColumn,
    bytes: Buffer,
    start: number,
    end: number,
    isQuoted: boolean,
  ) {
    let slot = hashFolded(bytes, start, end) & (SLOTS - 1);
    for (let id = slots[slot] as number; id !== 0; id = slots[slot] as number) {
      const cell = cells[id - 1] as DistinctCell;
      if (isEqual(cell.bytes, bytes, start, end)) {
        cell.rows++;
        return;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    const cell = { bytes: Buffer.from(bytes.subarray(start, end)), isQuoted, rows: 1 };
    if (cells.length < MAX_DISTINCT) slots[slot] = cells.push(cell);
    else words.add(this.#decode(cell));
  }

  /** Returns the values of each column, by its index. Ends the counting. */
  counted(): ReadonlyMap<number, ColumnWords> {
    return new Map(
      this.#columns.map(({ index, cells, words }) => {
        for (const cell of cells) words.add(this.#decode(cell), cell.rows);
        return [index, words.counted()];
      }),
    );
  }

  #decode({ bytes, isQuoted }: DistinctCell): string {
    return unquote(decode(bytes, this.#encoding), isQuoted);
  }
}

function isEqual(cell: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (cell.length !== end - start) return false;
  for (let at = 0; at < cell.length; at++) if (cell[at] !== bytes[start + at]) return false;
  return true;
}

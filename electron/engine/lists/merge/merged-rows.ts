import { foldTexts, hashAll } from "../../addresses/index.ts";
import type { RowTable } from "../read/row-table.ts";
import type { OpenList } from "../stored/open-list.ts";

/** Of a row whose address may be another one once the lists are merged: an answer of another list counts for it, too. */
export const ANY_ADDRESS = -3;

/** What the rows of a merged list have to be: those of its lists, one after the other, with their addresses. */
export class MergedRows {
  count = 0;
  readonly #starts: Float64Array;
  readonly #addresses: Float64Array;

  constructor(rows: number) {
    this.#starts = new Float64Array(rows);
    this.#addresses = new Float64Array(rows);
  }

  add(start: number, address: number): void {
    this.#starts[this.count] = start;
    this.#addresses[this.count++] = address;
  }

  /** Whether `read`, which was read of the merged list, has these rows and no others. */
  areThoseOf(read: RowTable): boolean {
    if (read.rows !== this.count) return false;
    const { text, ends, size } = read.addresses;
    const marks = marksOf(text.subarray(0, read.addresses.start(size)), ends.subarray(0, size));
    for (let row = 0; row < read.rows; row++) {
      if (read.rowStart[row] !== this.#starts[row]) return false;
      const address = this.#addresses[row];
      if (address !== ANY_ADDRESS && address !== marks(read.rowAddress[row] ?? 0)) return false;
    }
    return true;
  }
}

/** What stands for the address of each row of a list, the same in whatever list it is. */
export function addressMarks(list: OpenList): (row: number) => number {
  const marks = marksOf(list.addressText, list.addressEnd);
  return (row) => marks(list.rowAddress[row] ?? 0);
}

/** Of an address by its number; what is none of one stands for itself. */
function marksOf(text: Uint8Array, ends: Uint32Array): (address: number) => number {
  const hashes = hashAll(foldTexts(text, ends));
  return (address) => (address < 0 ? address : (hashes[address] ?? 0));
}

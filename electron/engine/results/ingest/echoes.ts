import { cellText, scanRecords } from "../../csv/index.ts";

/** What is known here of the addresses whose results came. */
export interface AskedAddresses {
  /** The number of the address in a cell; -1: it was not asked for. */
  find(cell: string): number;
  /**
   * The cells that were uploaded with that address, its own among them; null: nothing but the addresses was uploaded.
   * Absent where what comes is no answer to an upload.
   */
  readonly uploaded?: ((address: number) => readonly string[]) | null;
}

/** Columns of a results file that hold, record after record, what was uploaded in one and the same column. */
export interface Echoes {
  has(column: number): boolean;
}

/** Looks through the whole file which of `columns` are uploaded ones that came back; null: no record could be compared. */
export function echoesAmong(
  bytes: Buffer,
  { start, delimiter, width, email }: { start: number; delimiter: number; width: number; email: number },
  columns: readonly number[],
  { find, uploaded }: AskedAddresses,
): Echoes | null {
  if (!uploaded) return { has: () => false };
  /** By column, the uploaded columns that it may still be. */
  const alike = new Map<number, readonly number[]>();
  let compared = 0;
  scanRecords(bytes, start, delimiter, (record) => {
    if (record.cells !== width || record.unclosedQuote) return true;
    const address = find(cellText(bytes, record, email));
    if (address < 0) return true;
    const sent = uploaded(address);
    compared++;
    let left = 0;
    for (const column of columns) {
      const cell = cellText(bytes, record, column).trim();
      const among = alike.get(column) ?? sent.map((_, index) => index);
      const still = among.filter((index) => (sent[index] ?? "").trim() === cell);
      alike.set(column, still);
      left += still.length;
    }
    return left > 0;
  });
  return compared === 0 ? null : { has: (column) => (alike.get(column) ?? []).length > 0 };
}

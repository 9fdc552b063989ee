import type { OpenedCleaning } from "../results/index.ts";
import { createFormulaGuard } from "./formula-guard.ts";
import { findFormulaStarts } from "./formula-scan.ts";

/** Counts cells that a spreadsheet could run as formulas, in records that are copied as they stand. */
export interface FormulaCounter {
  /** Looks through bytes of the file, `start` being where they begin in it. The same bytes may come again. */
  look(bytes: Buffer, start: number): void;
  readonly count: number;
}

/**
 * Counts in `rows` of a list alone. The bytes are searched for what may begin a formula, which is rare; only a record that
 * holds such a place is cut into cells.
 */
export function createFormulaCounter({ list }: OpenedCleaning, rows: Uint32Array): FormulaCounter {
  const guard = createFormulaGuard(list.meta.delimiter);
  const { rowStart, rowEnd } = list;
  const toLook = new Uint8Array(list.rows);
  for (const row of rows) toLook[row] = 1;
  let count = 0;

  /** The row whose record holds the byte at `at`, or would if it were one. */
  function rowAt(at: number): number {
    let [low, high] = [0, list.rows];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rowStart[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  return {
    look(bytes, start) {
      const end = start + bytes.length;
      findFormulaStarts(bytes, (at) => {
        const row = rowAt(start + at);
        if (row < 0 || toLook[row] !== 1) return;
        const [from, to] = [rowStart[row] ?? 0, rowEnd[row] ?? 0];
        // A record that is here in part comes again whole before it is written.
        if (start + at >= to || from < start || to > end) return;
        toLook[row] = 0;
        const original = bytes.subarray(from - start, to - start);
        for (const cell of list.cellsOf(list.corrected(row, original) ?? original)) {
          if (guard.isDangerous(cell)) count++;
        }
      });
    },
    get count() {
      return count;
    },
  };
}

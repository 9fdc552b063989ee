import { closeSync, openSync, readSync } from "node:fs";
import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import { ok } from "../../../../shared/result.ts";
import type { ListMeta } from "../../lists/index.ts";
import { lookUpBeside, type OpenedCleaning, openCleaning, selectRows } from "../../results/index.ts";
import { type ListLayout, layoutOf } from "../../store/index.ts";
import type { Task } from "../../threads/index.ts";
import { createFormulaGuard } from "./formula-guard.ts";
import { findFormulaStarts, findWideFormulaStarts } from "./formula-scan.ts";

const SLICE = 4 * 1024 * 1024;
/** A sign of several bytes may stand where two slices meet: so they overlap. */
const OVERLAP = 4;

export interface FormulaCountInput {
  readonly dataDir: string;
  readonly list: ListLayout;
  /** The cleaning's `results.db`. */
  readonly results: string;
  readonly filter: ExportFilter;
}

/** Counts for rows that another thread copies meanwhile: see {@link countFormulas}. */
export const formulasTask: Task<FormulaCountInput, { formulas: number }> = async (input) => {
  const cleaning = openCleaning(input.list, input.results, { readonly: true, lazy: true });
  try {
    const looked = lookUpBeside(cleaning, layoutOf(input.dataDir), input.filter);
    if (!looked.ok) return looked;
    const rows = selectRows(cleaning, input.filter, { by: { kind: "row" }, descending: false });
    return ok({ formulas: countFormulas(cleaning, rows) });
  } finally {
    cleaning.close();
  }
};

/**
 * Counts the cells in `rows` that a spreadsheet could run as formulas. The bytes are searched for what may begin one, which
 * is rare; only a record that holds such a place is cut into cells.
 */
export function countFormulas({ list }: OpenedCleaning, rows: Uint32Array): number {
  const guard = createFormulaGuard(list.meta.delimiter);
  const { rowStart, rowEnd } = list;
  const find = finderOf(list.meta);
  const toLook = new Uint8Array(list.rows);
  for (const row of rows) toLook[row] = 1;
  let count = 0;

  /** The row whose record holds the byte at `at`; -1 before the first. */
  function rowAt(at: number): number {
    let [low, high] = [0, list.rows];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rowStart[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  const file = openSync(list.recordsPath, "r");
  const memory = Buffer.allocUnsafeSlow(SLICE);
  try {
    for (let start = 0; ; start += SLICE - OVERLAP) {
      const held = readWhole(file, memory, start);
      find(memory.subarray(0, held), (at) => {
        const row = rowAt(start + at);
        if (row < 0 || toLook[row] !== 1 || start + at >= (rowEnd[row] ?? 0)) return;
        toLook[row] = 0;
        const original = list.recordBytes(row);
        for (const cell of list.cellsOf(list.corrected(row, original) ?? original)) {
          if (guard.isDangerous(cell)) count++;
        }
      });
      if (held < SLICE) return count;
    }
  } finally {
    closeSync(file);
  }
}

/** How the bytes of an encoding are searched. Every other one keeps what ASCII has where ASCII has it. */
function finderOf({ encoding, delimiter }: Pick<ListMeta, "encoding" | "delimiter">) {
  const byte = delimiter.charCodeAt(0);
  if (!/^utf-?16/i.test(encoding)) {
    return (bytes: Buffer, found: (at: number) => void) => findFormulaStarts(bytes, byte, found);
  }
  const isSwapped = /be$/i.test(encoding);
  return (bytes: Buffer, found: (at: number) => void) => {
    const even = bytes.subarray(0, bytes.length & ~1);
    const text = (isSwapped ? Buffer.from(even).swap16() : even).toString("utf16le");
    findWideFormulaStarts(text, (at) => found(at * 2));
  };
}

function readWhole(file: number, into: Buffer, position: number): number {
  let held = 0;
  while (held < into.length) {
    const got = readSync(file, into, held, into.length - held, position + held);
    if (got === 0) break;
    held += got;
  }
  return held;
}

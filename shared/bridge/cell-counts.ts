import { z } from "zod";
import { count } from "../numbers.ts";
import { assertNever } from "../result.ts";

/** Cells of a written file that are not as they were, or that somebody should know of. Absent: none. */
export const cellCountsSchema = z.object({
  /** Cells that were kept from running as formulas. */
  guarded: z.int().optional(),
  /** Cells that a spreadsheet could run as formulas, and that were written as they are. */
  formulas: z.int().optional(),
  /** Rows whose mistyped address went out in its accepted correction. */
  corrected: z.int().optional(),
  /** Cells with characters that the list's encoding or the file's does not know. */
  replaced: z.int().optional(),
  /** Cells of a workbook that were formulas, and are written as their values. */
  values: z.int().optional(),
  /** Cells of a workbook that were no texts, and are written as texts. */
  asText: z.int().optional(),
  /** Cells that were cut or left out, for a workbook has no room for them. */
  cut: z.int().optional(),
});
export type CellCounts = z.infer<typeof cellCountsSchema>;

type CellChange = keyof CellCounts;

export const CELL_CHANGES = cellCountsSchema.keyof().options;

/** Nothing was done to any cell. */
export function noCellCounts(): Required<CellCounts> {
  return { guarded: 0, formulas: 0, corrected: 0, replaced: 0, values: 0, asText: 0, cut: 0 };
}

/** Those counts of `written` that are not zero. */
export function cellCountsOf(written: CellCounts): CellCounts {
  const counts: CellCounts = {};
  for (const change of CELL_CHANGES) if (written[change]) counts[change] = written[change];
  return counts;
}

/** What is said of `n` cells that were changed so. */
function cellCountSentence(change: CellChange, n: number): string {
  const cells = `${count(n)} ${n === 1 ? "cell" : "cells"}`;
  const are = n === 1 ? "is" : "are";
  switch (change) {
    case "guarded":
      return `${cells} ${are} guarded against running as ${n === 1 ? "a formula" : "formulas"}.`;
    case "formulas":
      return `${cells} could run as ${n === 1 ? "a formula" : "formulas"} in a spreadsheet, written as in your list. 'CSV for Excel' makes ${n === 1 ? "it" : "them"} harmless.`;
    case "corrected":
      return `${count(n)} mistyped ${n === 1 ? "address is" : "addresses are"} corrected, as you accepted.`;
    case "replaced":
      return `${cells} ${n === 1 ? "has" : "have"} characters that could not be written in this encoding. An exact copy keeps them.`;
    case "values":
      return `${count(n)} ${n === 1 ? "formula is" : "formulas are"} written as ${n === 1 ? "its value" : "their values"}.`;
    case "asText":
      return `${cells} of the workbook ${n === 1 ? "was no text and is" : "were no texts and are"} written as text.`;
    case "cut":
      return `${cells} did not fit into a workbook and ${are} cut or left out. A CSV file keeps ${n === 1 ? "it" : "them"} whole.`;
    default:
      return assertNever(change);
  }
}

/** What is said of the cells of a written file. */
export function cellCountLines(counts: CellCounts): string[] {
  return CELL_CHANGES.flatMap((change) => {
    const n = counts[change] ?? 0;
    return n === 0 ? [] : [cellCountSentence(change, n)];
  });
}

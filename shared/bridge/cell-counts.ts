import { count } from "../numbers.ts";
import { assertNever } from "../result.ts";

/** What may happen to cells as a file is written. */
export const CELL_CHANGES = [
  /** Kept from running as formulas. */
  "guarded",
  /** A spreadsheet could run them as formulas, and they were written as they are. */
  "formulas",
  /** A mistyped address that went out in its accepted correction. */
  "corrected",
  /** With characters that the list's encoding or the file's does not know. */
  "replaced",
  /** Formulas of a workbook, written as their values. */
  "values",
  /** No texts in their workbook, and written as texts. */
  "asText",
  /** Cut or left out, for a workbook has no room for them. */
  "cut",
] as const;
type CellChange = (typeof CELL_CHANGES)[number];

/** Cells of a written file that are not as they were, or that somebody should know of. Absent: none. */
export type CellCounts = { [change in CellChange]?: number | undefined };

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
      return `${count(n)} ${n === 1 ? "address is" : "addresses are"} corrected.`;
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

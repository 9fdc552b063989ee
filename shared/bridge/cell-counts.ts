import { count } from "../numbers.ts";
import { assertNever } from "../result.ts";

/** Changes that writing a file can make to cells. */
export const CELL_CHANGES = [
  "guarded",
  /** Written unchanged, although a spreadsheet could run them as formulas. */
  "formulas",
  "corrected",
  /** Contain characters that the source or target encoding cannot represent. */
  "replaced",
  "values",
  /** Non-text workbook cells, written as text. */
  "asText",
  /** Cut or left out because they exceed a workbook's limits. */
  "cut",
] as const;
type CellChange = (typeof CELL_CHANGES)[number];

/** Counts of changed or notable cells in a written file. Zero counts are absent. */
export type CellCounts = { [change in CellChange]?: number | undefined };

export function noCellCounts(): Required<CellCounts> {
  return { guarded: 0, formulas: 0, corrected: 0, replaced: 0, values: 0, asText: 0, cut: 0 };
}

export function cellCountsOf(written: CellCounts): CellCounts {
  const counts: CellCounts = {};
  for (const change of CELL_CHANGES) if (written[change]) counts[change] = written[change];
  return counts;
}

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
      return `${cells} of the workbook ${n === 1 ? "was not text and is" : "were not text and are"} written as text.`;
    case "cut":
      return `${cells} did not fit into a workbook and ${are} cut or left out. A CSV file keeps ${n === 1 ? "it" : "them"} in full.`;
    default:
      return assertNever(change);
  }
}

export function cellCountLines(counts: CellCounts): string[] {
  return CELL_CHANGES.flatMap((change) => {
    const n = counts[change] ?? 0;
    return n === 0 ? [] : [cellCountSentence(change, n)];
  });
}

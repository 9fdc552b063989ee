import { z } from "zod";

/** Cells and lines of a written file that are not as they were, or that somebody should know of. Absent: none. */
export const cellCountsSchema = z.object({
  /** Cells that were cut, for they hold more characters than a workbook's cell can. */
  cut: z.int().optional(),
  /** Cells that a spreadsheet could run as formulas, and that were written as they are. */
  formulas: z.int().optional(),
  /** Cells of a workbook that were no texts, and are written as texts. */
  asText: z.int().optional(),
  /** Cells of a workbook that were formulas, and are written as their values. */
  values: z.int().optional(),
  /** Cells with bytes that the list's encoding does not know: only an exact copy of the whole list keeps them. */
  undecodable: z.int().optional(),
  /** Cells that are not in the file, for a workbook's sheet has no more than 16,384 columns. */
  beyondSheet: z.int().optional(),
  /** Rows with more cells than the header, where what is too much stands behind the verdicts. */
  beyondHeader: z.int().optional(),
  /** Lines above the header that are not in the file, for only some columns were chosen. */
  above: z.int().optional(),
  /** What the cells of a workbook were is not known: every one is written as a text. */
  typesLost: z.boolean().optional(),
});
export type CellCounts = z.infer<typeof cellCountsSchema>;

/** Those of the counts that are not zero. */
export function cellCountsOf(counts: CellCounts): CellCounts {
  const known = Object.entries(cellCountsSchema.parse(counts));
  return cellCountsSchema.parse(Object.fromEntries(known.filter(([, value]) => Boolean(value))));
}

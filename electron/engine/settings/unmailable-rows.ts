import { noOutcomes, type OutcomeCounts, UNMAILABLE_OUTCOMES } from "../../../shared/outcomes.ts";
import type { OpenList } from "../lists/index.ts";
import { sourceNamed, translator } from "../vocabularies/index.ts";
import { gatherEntries, type RowEntries } from "./row-entries.ts";

/** Whom a mailing service's export names of those who are not to be mailed. */
export interface UnmailableRows extends RowEntries {
  /** The addresses that are on no suppression list yet. */
  readonly fresh: ReadonlySet<string>;
  readonly rows: number;
  /** Rows by what they say became of mail; the others say nothing of it. */
  readonly outcomes: OutcomeCounts;
}

/**
 * Reads every row of a list in the words of `source`, and gathers from `columns` who is not to be mailed, apart from those
 * among the `known` entries. null: it is no file of that source.
 */
export function unmailableRows(
  opened: OpenList,
  source: string,
  columns: readonly number[],
  known: ReadonlySet<string>,
): UnmailableRows | null {
  const of = sourceNamed(source);
  const translate = of === null || !opened.meta.hasHeader ? null : translator(of, opened.meta.columns);
  if (translate === null) return null;
  const outcomes = noOutcomes();
  const gathered = gatherEntries(known);
  for (let row = 0; row < opened.rows; row++) {
    const cells = opened.cells(row);
    const said = translate(cells);
    if (said.says !== "outcome") continue;
    outcomes[said.outcome]++;
    if (UNMAILABLE_OUTCOMES.has(said.outcome)) gathered.cells(columns.map((column) => cells[column] ?? ""));
  }
  return { ...gathered.counted(), fresh: gathered.fresh, rows: opened.rows, outcomes };
}

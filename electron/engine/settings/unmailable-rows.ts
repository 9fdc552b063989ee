import { noOutcomes, type OutcomeCounts, UNMAILABLE_OUTCOMES } from "../../../shared/mail-outcomes.ts";
import { assertNever } from "../../../shared/result.ts";
import type { OpenList } from "../lists/index.ts";
import { sourceNamed, type Translation, translator } from "../vocabularies/index.ts";
import { gatherEntries, type RowEntries } from "./suppressed.ts";

/** Whom another service's file names of those who are not to be mailed. */
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
    if (said.says === "outcome") outcomes[said.outcome]++;
    if (isUnmailable(said)) gathered.cells(columns.map((column) => cells[column] ?? ""));
  }
  return { ...gathered.counted(), fresh: gathered.fresh, rows: opened.rows, outcomes };
}

/** Whether a row says that its address is dead, or that its owner is not to be mailed. */
function isUnmailable(said: Translation): boolean {
  switch (said.says) {
    case "outcome":
      return UNMAILABLE_OUTCOMES.has(said.outcome);
    case "verdict":
      return said.verdict === "undeliverable" || said.flags.includes("unwanted");
    case "nothing":
    case "unrecognised":
      return false;
    default:
      return assertNever(said);
  }
}

import {
  noOutcomes,
  type Outcome,
  type OutcomeCounts,
  UNMAILABLE_OUTCOMES,
} from "../../../shared/mail-outcomes.ts";
import { assertNever } from "../../../shared/result.ts";
import type { OpenList } from "../lists/index.ts";
import { sourceNamed, type Translation, translator } from "../vocabularies/index.ts";
import type { Fact } from "./facts.ts";
import { gatherEntries, type RowEntries } from "./suppressed.ts";

/** Whom another service's file names of those who are not to be mailed. */
export interface UnmailableRows extends RowEntries {
  /** What the file says of those who are on no suppression list yet. */
  readonly facts: readonly Fact[];
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
  const facts = new Map<string, Fact>();
  for (let row = 0; row < opened.rows; row++) {
    const cells = opened.cells(row);
    const said = translate(cells);
    if (said.says === "outcome") outcomes[said.outcome]++;
    const outcome = unmailable(said);
    if (outcome === null) continue;
    const words = said.says === "verdict" ? said.words : said.word;
    const at = said.says === "verdict" || said.says === "outcome" ? said.at : null;
    for (const entry of gathered.cells(columns.map((column) => cells[column] ?? "")))
      if (gathered.fresh.has(entry)) facts.set(`${outcome} ${entry}`, { entry, outcome, at, words });
  }
  return { ...gathered.counted(), facts: [...facts.values()], rows: opened.rows, outcomes };
}

/** What keeps mail from a row's address: it is dead, or its owner is not to be mailed. Null: nothing. */
function unmailable(said: Translation): Outcome | null {
  switch (said.says) {
    case "outcome":
      return UNMAILABLE_OUTCOMES.has(said.outcome) ? said.outcome : null;
    case "verdict":
      return said.verdict === "undeliverable" || said.flags.includes("unwanted") ? "suppressed" : null;
    case "nothing":
    case "unrecognised":
      return null;
    default:
      return assertNever(said);
  }
}

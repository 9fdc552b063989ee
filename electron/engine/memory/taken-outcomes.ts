import type { Unrecognised } from "../../../shared/bridge/lists.ts";
import { noOutcomes, type OutcomeCounts } from "../../../shared/mail-outcomes.ts";
import type { OpenList } from "../lists/index.ts";
import { createWordCounter, sourceNamed, translator } from "../vocabularies/index.ts";
import { entriesIn } from "./entries.ts";
import type { Fact } from "./facts.ts";

/** What a mailing service's export says. */
export interface SaidOutcomes extends Unrecognised {
  /** Of each address by outcome, the newest. */
  readonly facts: readonly Fact[];
  readonly rows: number;
  readonly outcomes: OutcomeCounts;
  /** Rows that say something and name nobody. */
  readonly without: number;
}

/**
 * Reads every row of a list in the words of `source`: what became of mail to the addresses in `columns`. Null: it is no file
 * of that source.
 */
export function outcomesOfRows(
  opened: OpenList,
  source: string,
  columns: readonly number[],
): SaidOutcomes | null {
  const of = sourceNamed(source);
  const translate = of === null || !opened.meta.hasHeader ? null : translator(of, opened.meta.columns);
  if (translate === null) return null;
  const outcomes = noOutcomes();
  const strange = createWordCounter();
  const facts = new Map<string, Fact>();
  let without = 0;
  for (let row = 0; row < opened.rows; row++) {
    const cells = opened.cells(row);
    const said = translate(cells);
    if (said.says === "unrecognised") strange.add(said.word);
    if (said.says !== "outcome") continue;
    const { outcome, at, word: words } = said;
    outcomes[outcome]++;
    const named = columns
      .flatMap((column) => entriesIn(cells[column] ?? "").entries)
      .filter((entry) => !entry.startsWith("@"));
    if (named.length === 0) without++;
    for (const entry of named) {
      const key = `${outcome} ${entry}`;
      const before = facts.get(key);
      if (before === undefined || (at ?? 0) > (before.at ?? 0)) facts.set(key, { entry, outcome, at, words });
    }
  }
  return { ...strange.counted(), facts: [...facts.values()], rows: opened.rows, outcomes, without };
}

import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { judged } from "../../../shared/judged.ts";
import { isUnfinished } from "../../stores/cleanings.ts";
import { progressWords } from "../../words/clean.ts";

/** How far a cleaning is: what the bar counts, in addresses, and whether the number means anything yet. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly percent: number | null;
}

/** The service's own counts while it verifies; whole once everything is here. */
export function progressOf(cleaning: Cleaning): Progress {
  const total = cleaning.uploaded || cleaning.credits;
  if (cleaning.state === "done" || cleaning.state === "imported") return { done: total, total, percent: 100 };
  const done = Math.min(cleaning.verified, total);
  const counted = cleaning.stage === "verifying" || cleaning.stage === "fetching";
  return { done, total, percent: counted && total > 0 ? (done / total) * 100 : null };
}

/** What the card's counts are counts of: what it says adds up to them. */
export function countedWords(cleaning: Cleaning): string[] {
  const { known } = cleaning.skipped;
  if (isUnfinished(cleaning)) {
    const { done, total, percent } = progressOf(cleaning);
    return [
      ...(percent === null ? [] : [progressWords.ofAddresses(done, total)]),
      ...(known > 0 ? [progressWords.alreadyKnown(known)] : []),
    ];
  }
  const all = judged(cleaning.counts);
  if (cleaning.state === "imported") return [progressWords.imported(all)];
  const taken = Math.min(known, all);
  return [
    ...(all > taken || taken === 0 ? [progressWords.verified(all - taken)] : []),
    ...(taken > 0 ? [all > taken ? progressWords.alreadyKnown(taken) : progressWords.allKnown(taken)] : []),
  ];
}

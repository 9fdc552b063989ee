import type { Unrecognised } from "../../../shared/bridge/lists.ts";

const MOST_WORDS = 20;
/** Words that are told apart; a column of free text is none of a vocabulary's. */
const MOST_TOLD_APART = 1_000;

/** What counts words, see {@link createWordCounter}. */
export type WordCounter = ReturnType<typeof createWordCounter>;

/** Counts words that are in no vocabulary, and keeps as many as are worth showing. */
export function createWordCounter() {
  const counts = new Map<string, number>();
  let rows = 0;
  return {
    get rows() {
      return rows;
    },
    add(word: string): void {
      rows++;
      const before = counts.get(word);
      if (before !== undefined || counts.size < MOST_TOLD_APART) counts.set(word, (before ?? 0) + 1);
    },
    counted(): Unrecognised {
      const unrecognised = [...counts]
        .map(([word, count]) => ({ word, rows: count }))
        .sort((a, b) => b.rows - a.rows)
        .slice(0, MOST_WORDS);
      const shown = unrecognised.reduce((sum, one) => sum + one.rows, 0);
      return { unrecognised, unrecognisedBeyond: rows - shown };
    },
  };
}

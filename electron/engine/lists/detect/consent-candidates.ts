import {
  type ColumnWords,
  consentTopic,
  consentWord,
  itemsIn,
  mayBeStates,
} from "../../vocabularies/index.ts";

const WORDLESS: ReadonlySet<string> = new Set(["blank", "time", "number", "yes", "no"]);
/** Distinct values counted per column, besides words of opting out, which all count. */
const MAX_COUNTED = 1_000;

/** Returns the columns of sampled `rows` that may say who opted out, by header or because few values repeat. */
export function consentCandidates(
  header: readonly string[] | null,
  rows: readonly (readonly string[])[],
  width: number,
): number[] {
  return Array.from({ length: width }, (_, index) => index).filter((index) => {
    const { is } = consentTopic(header?.[index] ?? "");
    if (is === "elsewhere") return false;
    if (is !== "none" && is !== "state") return true;
    const words = wordsIn(rows, index);
    // Without a word, only the header could say it.
    if ([...words.whole.keys()].every((word) => WORDLESS.has(consentWord(word).is))) return false;
    return mayBeStates(header?.[index] ?? "", words);
  });
}

function wordsIn(rows: readonly (readonly string[])[], index: number): ColumnWords {
  const words = createColumnCounter();
  for (const row of rows) words.add(row[index] ?? "");
  return words.counted();
}

/** Counts the values of a column. Times count as one value, because all of them mean the same. */
export function createColumnCounter() {
  const whole = new Map<string, number>();
  /** Items of values that are counted no more, because there are too many. */
  const further = new Map<string, number>();
  let time: string | null = null;
  let uncounted = 0;

  return {
    /** Counts a cell that occurs in `rows` rows. */
    add(cell: string, rows = 1): void {
      const word = cell.trim();
      if (word === "") return;
      const known = whole.get(word);
      if (known !== undefined) {
        whole.set(word, known + rows);
        return;
      }
      const isTime = consentWord(word).is === "time";
      if (isTime) time ??= word;
      if (count(whole, isTime ? (time ?? word) : word, rows)) return;
      uncounted += rows;
      for (const item of itemsIn(word)) count(further, item, rows);
    },
    counted(): ColumnWords {
      const items = new Map(further);
      let lists = further.size > 0;
      for (const [word, rows] of whole) {
        const among = itemsIn(word);
        if (among.length > 1) lists = true;
        for (const item of among) count(items, item, rows);
      }
      return { whole, items: lists ? items : new Map(), uncounted };
    },
  };
}

/** Returns false if the word is new and there are too many. */
function count(counts: Map<string, number>, word: string, rows: number): boolean {
  const before = counts.get(word);
  const isCounted = before !== undefined || counts.size < MAX_COUNTED || consentWord(word).is === "opt_out";
  if (isCounted) counts.set(word, (before ?? 0) + rows);
  return isCounted;
}

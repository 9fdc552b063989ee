import {
  type ColumnWords,
  consentTopic,
  consentWord,
  isCategorical,
  itemsIn,
} from "../../vocabularies/index.ts";

const WORDLESS: ReadonlySet<string> = new Set(["blank", "time", "number", "yes", "no"]);
/** Distinct values counted per column. */
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
    const { whole, items } = wordsIn(rows, index);
    // Without a word, only the header could say it.
    if ([...whole.keys()].every((word) => WORDLESS.has(consentWord(word).is))) return false;
    return isCategorical(whole) || (items.size > 0 && isCategorical(items));
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
      const key = isTime ? (time ?? word) : word;
      const before = whole.get(key);
      if (before !== undefined || whole.size < MAX_COUNTED) whole.set(key, (before ?? 0) + rows);
      else for (const item of itemsIn(word)) count(further, item, rows);
    },
    counted(): ColumnWords {
      const items = new Map(further);
      let lists = further.size > 0;
      for (const [word, rows] of whole) {
        const among = itemsIn(word);
        if (among.length > 1) lists = true;
        for (const item of among) count(items, item, rows);
      }
      return { whole, items: lists ? items : new Map() };
    },
  };
}

function count(counts: Map<string, number>, word: string, rows: number): void {
  const before = counts.get(word);
  if (before !== undefined || counts.size < MAX_COUNTED) counts.set(word, (before ?? 0) + rows);
}

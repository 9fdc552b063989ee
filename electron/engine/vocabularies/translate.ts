import type { Unrecognised } from "../../../shared/bridge/lists.ts";
import { FLAGS, type Flag } from "../../../shared/verdicts.ts";
import { parseFlag, plainWord } from "../service/index.ts";
import { type HeaderColumns, headerColumns, timeOf } from "./columns.ts";
import { outcomeOf } from "./outcome-signs.ts";
import type { SaidVerdict, Source, Translation, VerdictMeaning, VerdictSource } from "./types.ts";

/** Says what a row means, one by one; see {@link translator}. */
export type Translator = (row: readonly string[]) => Translation;

const LONGEST_WORD = 60;
const LONGEST_WORDS = 300;

/**
 * What the rows below `header` say in the words of `source`. null: it is no file of that source, or two columns have the name
 * of one that counts.
 */
export function translator(source: Source, header: readonly string[]): Translator | null {
  const columns = headerColumns(header);
  if (!source.tells.every((names) => columns.find(names) >= 0)) return null;
  if (source.tells.some((names) => columns.isTwice(names))) return null;
  if (source.exact === true && columns.named !== source.tells.length) return null;
  const at = timeReader(source, columns);
  const short = (word: string) => word.trim().slice(0, LONGEST_WORD);
  if (source.kind !== "verdicts") {
    const said = outcomeOf(source.signs, columns);
    return (row) => {
      const found = said(row);
      const word = short(found.word);
      return found.says === "outcome" ? { ...found, word, at: at(row) } : { ...found, word };
    };
  }
  const said = verdictOf(source, columns);
  const remarks = (source.remarks ?? []).map((names) => columns.find(names)).filter((column) => column >= 0);
  return (row) => {
    const found = said(row);
    const word = short(found.word);
    if (found.says !== "verdict") return { says: found.says, word };
    const beside = remarks.map((column) => (row[column] ?? "").trim());
    const words = [...new Set([word, ...beside])].filter((one) => one !== "").join(" / ");
    return { ...found, word, words: words.slice(0, LONGEST_WORDS), at: at(row) };
  };
}

/** The columns that name the address in rows whose column of addresses is empty. */
export function elsewhereIn(source: Source, header: readonly string[]): number[] {
  if (source.kind === "verdicts") return [];
  const columns = headerColumns(header);
  return (source.elsewhere ?? []).map((names) => columns.find(names)).filter((column) => column >= 0);
}

function timeReader(
  { at }: Pick<Source, "at">,
  columns: HeaderColumns,
): (row: readonly string[]) => number | null {
  if (at === undefined) return () => null;
  const names = typeof at.column === "string" ? [at.column] : at.column;
  const among = names.map((name) => columns.find(name)).filter((column) => column >= 0);
  return (row) => {
    for (const column of among) {
      const found = timeOf(row[column] ?? "", at.written);
      if (found !== null) return found;
    }
    return null;
  };
}

/** What a verification service's row says, without when. */
function verdictOf(source: VerdictSource, columns: HeaderColumns) {
  const status = columns.find(source.status);
  const words = new Map(Object.entries(source.words).map(([word, meaning]) => [plainWord(word), meaning]));
  const resolved = new Map([...words].map(([word, meaning]) => [word, resolver(meaning, columns)]));
  const flags = FLAGS.flatMap((flag) => {
    const column = source.flags?.[flag] === undefined ? -1 : columns.find(source.flags[flag]);
    return column < 0 ? [] : [{ flag, column }];
  });
  const { notLookedAt } = source;
  const skipped = new Set(notLookedAt?.words.map(plainWord));
  const skipColumn = notLookedAt === undefined ? -1 : columns.find(notLookedAt.column);
  return (row: readonly string[]) => {
    const word = row[status] ?? "";
    const plain = plainWord(word);
    if (plain === "") return { says: "nothing", word: "" } as const;
    if (skipColumn >= 0 && skipped.has(plainWord(row[skipColumn] ?? "")))
      return { says: "nothing", word } as const;
    const meaning = resolved.get(plain);
    if (meaning === undefined) return { says: "unrecognised", word } as const;
    const said = meaning(row);
    if (said === "none") return { says: "nothing", word } as const;
    if ("beside" in said) return { says: "unrecognised", word: `${word} / ${said.beside}` } as const;
    const own = flags.filter(({ column }) => parseFlag(row[column] ?? "") === true).map(({ flag }) => flag);
    const all = new Set<Flag>([...(said.flags ?? []), ...own]);
    if (all.has("trap")) all.add("unwanted");
    return {
      says: "verdict",
      verdict: said.verdict,
      flags: FLAGS.filter((flag) => all.has(flag)),
      word,
    } as const;
  };
}

/** `beside`: the word in the other column, where nobody knows it. */
type Resolved = "none" | SaidVerdict | { readonly beside: string };

function resolver(meaning: VerdictMeaning, columns: HeaderColumns): (row: readonly string[]) => Resolved {
  if (meaning === "none" || !("by" in meaning)) return () => meaning;
  const column = columns.find(meaning.by);
  if (column < 0) return () => meaning.otherwise;
  const when = new Map(Object.entries(meaning.when).map(([word, said]) => [plainWord(word), said]));
  return (row) => {
    const beside = (row[column] ?? "").trim();
    return plainWord(beside) === "" ? meaning.otherwise : (when.get(plainWord(beside)) ?? { beside });
  };
}

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

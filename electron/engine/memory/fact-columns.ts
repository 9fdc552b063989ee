import { OUTCOMES, type Outcome } from "../../../shared/mail-outcomes.ts";
import type { FoldedText } from "../text/index.ts";

/**
 * What a source says became of mail to an entry: a folded address, or a domain with a leading `@`. `at`: Unix milliseconds,
 * null where nobody said when. `words`: the source's own.
 */
export interface Fact {
  readonly entry: string;
  readonly outcome: Outcome;
  readonly at: number | null;
  readonly words: string;
}

/** Facts as columns, in no order. */
export interface FactColumns {
  readonly entries: FoldedText;
  /** The entry of each fact, by its number. */
  readonly entry: Uint32Array;
  /** OUTCOME_CODE */
  readonly outcome: Uint8Array;
  /** Unix milliseconds; 0: nobody said. */
  readonly at: Float64Array;
  /** Place among `said`. */
  readonly words: Uint16Array;
  readonly said: readonly string[];
}

/** One byte an outcome in columns on disk. Never renumber: stored facts hold these. */
export const OUTCOME_CODE: Readonly<Record<Outcome, number>> = {
  hard: 1,
  policy: 2,
  soft: 3,
  unsubscribed: 4,
  complained: 5,
  suppressed: 6,
  opened: 7,
  clicked: 8,
  perhaps_hard: 9,
  sent: 10,
};

const OUTCOME_BY_CODE: ReadonlyMap<number, Outcome> = new Map(
  OUTCOMES.map((one) => [OUTCOME_CODE[one], one]),
);

/** The outcome stored as `code`; null: there is none. */
export function outcomeOfCode(code: number): Outcome | null {
  return OUTCOME_BY_CODE.get(code) ?? null;
}

/** Texts that are told apart; others are kept as none. */
const MOST_WORDS = 65_535;

/** Sources' words, each once; the first is none. */
export interface Words {
  readonly said: readonly string[];
  placeOf(text: string): number;
}

export function createWords(): Words {
  const places = new Map<string, number>([["", 0]]);
  const said = [""];
  return {
    said,
    placeOf(text) {
      const known = places.get(text);
      if (known !== undefined || said.length > MOST_WORDS) return known ?? 0;
      places.set(text, said.length);
      return said.push(text) - 1;
    },
  };
}

/** A few facts as columns. */
export function factColumns(facts: readonly Fact[]): FactColumns {
  const words = createWords();
  return {
    entries: textsOf(facts.map(({ entry }) => entry)),
    entry: Uint32Array.from(facts, (_, at) => at),
    outcome: Uint8Array.from(facts, ({ outcome }) => OUTCOME_CODE[outcome]),
    at: Float64Array.from(facts, ({ at }) => at ?? 0),
    words: Uint16Array.from(facts, (fact) => words.placeOf(fact.words)),
    said: words.said,
  };
}

/** That mail was sent to those numbers among `entries`, with a word about each by its place among `said`. */
export function sentFacts(
  entries: FoldedText,
  entry: Uint32Array,
  words: Uint16Array,
  said: readonly string[],
): FactColumns {
  const outcome = new Uint8Array(entry.length).fill(OUTCOME_CODE.sent);
  return { entries, entry, outcome, at: new Float64Array(entry.length), words, said };
}

/** Texts, one after the other, and the byte after each. */
export function textsOf(texts: readonly string[]): FoldedText {
  let end = 0;
  const ends = Uint32Array.from(texts, (text) => {
    end += Buffer.byteLength(text);
    return end;
  });
  return { bytes: Buffer.from(texts.join(""), "utf8"), ends };
}

/** The facts of those entries alone that are to be kept. */
export function keepFacts(facts: FactColumns, keep: (entry: string) => boolean): FactColumns {
  const { entries } = facts;
  const isKept = Array.from(entries.ends, (end, at) =>
    keep(entries.bytes.toString("utf8", at === 0 ? 0 : entries.ends[at - 1], end)),
  );
  const left = Uint32Array.from(facts.entry.keys()).filter((fact) => isKept[facts.entry[fact] ?? 0]);
  return {
    ...facts,
    entry: left.map((fact) => facts.entry[fact] ?? 0),
    outcome: Uint8Array.from(left, (fact) => facts.outcome[fact] ?? 0),
    at: Float64Array.from(left, (fact) => facts.at[fact] ?? 0),
    words: Uint16Array.from(left, (fact) => facts.words[fact] ?? 0),
  };
}

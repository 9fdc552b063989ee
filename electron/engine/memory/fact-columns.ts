import { OUTCOMES, type Outcome } from "../../../shared/mail-outcomes.ts";
import { type FoldedText, textsOf } from "../text/index.ts";

/** Mail outcome of an entry (folded address or `@domain`). `at` is in Unix ms, `null` if unknown. */
export interface Fact {
  readonly entry: string;
  readonly outcome: Outcome;
  readonly at: number | null;
  readonly words: string;
}

export interface FactColumns {
  readonly entries: FoldedText;
  /** Index in `entries` of each fact. */
  readonly entry: Uint32Array;
  readonly outcome: Uint8Array;
  /** Unix ms, 0 if unknown. */
  readonly at: Float64Array;
  readonly words: Uint16Array;
  readonly said: readonly string[];
}

/** Codes stored on disk, one byte each. Never renumber. */
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
  allowed: 11,
};

const OUTCOME_BY_CODE: ReadonlyMap<number, Outcome> = new Map(
  OUTCOMES.map((one) => [OUTCOME_CODE[one], one]),
);

/** Returns the outcome stored as `code`; `null` for an unknown code. */
export function outcomeOfCode(code: number): Outcome | null {
  return OUTCOME_BY_CODE.get(code) ?? null;
}

/** Maximum distinct words; further ones are stored as empty. */
const MAX_WORDS = 65_535;

/** Dictionary of sources' words; index 0 is empty. */
export function createWords() {
  const places = new Map<string, number>([["", 0]]);
  const said = [""];
  return {
    said,
    placeOf(text: string): number {
      const known = places.get(text);
      if (known !== undefined || said.length > MAX_WORDS) return known ?? 0;
      places.set(text, said.length);
      return said.push(text) - 1;
    },
  };
}

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

/** Returns `sent` facts for the `entry` indexes among `entries`, each with a word by its index in `said`. */
export function sentFacts(
  entries: FoldedText,
  entry: Uint32Array,
  words: Uint16Array,
  said: readonly string[],
): FactColumns {
  const outcome = new Uint8Array(entry.length).fill(OUTCOME_CODE.sent);
  return { entries, entry, outcome, at: new Float64Array(entry.length), words, said };
}

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

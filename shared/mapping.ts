import { OUTCOMES } from "./mail-outcomes.ts";
import { VERDICTS } from "./verdicts.ts";

/** What a word can be said to mean: a verdict, what became of mail, or nothing. */
export const MEANINGS = [...VERDICTS, ...OUTCOMES, "nothing"] as const;
export type Meaning = (typeof MEANINGS)[number];

/** What the user said of a file that nobody knows: which column says it, and what its words mean. */
export interface Mapping {
  /** Whose file it is. */
  readonly name: string;
  /** The column whose words say it. */
  readonly column: string;
  /** The column with the recipient's address; absent if it can be told from header and contents. */
  readonly address?: string | undefined;
  /** The column that says when; absent: none. */
  readonly date?: string | undefined;
  readonly words: Readonly<Record<string, Meaning>>;
}

/** How the id of a source begins that is a mapping. */
export const MAPPED = "map:";

/** More characters than any mapping has as the id of a source. */
export const MOST_SOURCE_ID = 20_000;

/** A mapping as the id of a source: whoever has the id needs nothing else. */
export function sourceOfMapping(mapping: Mapping): string {
  return MAPPED + JSON.stringify(mapping);
}

/** Whether some words are verdicts and others say what became of mail: a file is imported as one of these. */
export function isMixed(mapping: Pick<Mapping, "words">): boolean {
  const isVerdict = (meaning: Meaning) => VERDICTS.some((one) => one === meaning);
  return isOfMail(mapping) && Object.values(mapping.words).some(isVerdict);
}

/** Whether the words are of what became of mail, and not verdicts. */
export function isOfMail({ words }: Pick<Mapping, "words">): boolean {
  return Object.values(words).some((meaning) => OUTCOMES.some((one) => one === meaning));
}

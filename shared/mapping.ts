import { OUTCOMES } from "./mail-outcomes.ts";
import { VERDICTS } from "./verdicts.ts";

/** Meanings that a user can assign to a word: a verdict, a mail outcome, or `nothing`. */
export const MEANINGS = [...VERDICTS, ...OUTCOMES, "nothing"] as const;
export type Meaning = (typeof MEANINGS)[number];

/** A user-defined mapping of a file from an unknown source. */
export interface Mapping {
  readonly name: string;
  /** Header of the column whose words are mapped. */
  readonly column: string;
  /** Header of the column with the recipient's address; absent if it is detected from header and contents. */
  readonly address?: string | undefined;
  /** Header of the date column, if any. */
  readonly date?: string | undefined;
  readonly words: Readonly<Record<string, Meaning>>;
}

/** Prefix of source ids that encode a mapping. */
export const MAPPING_PREFIX = "map:";

/** Maximum length of a source id with a mapping, in characters. */
export const MAX_SOURCE_ID_LENGTH = 20_000;

/** Encodes a mapping as a self-contained source id. */
export function sourceOfMapping(mapping: Mapping): string {
  return MAPPING_PREFIX + JSON.stringify(mapping);
}

/** Returns whether the mapping contains both verdicts and mail outcomes. A file is imported as one or the other. */
export function isMixed(mapping: Pick<Mapping, "words">): boolean {
  const isVerdict = (meaning: Meaning) => VERDICTS.some((one) => one === meaning);
  return hasMailOutcomes(mapping) && Object.values(mapping.words).some(isVerdict);
}

export function hasMailOutcomes({ words }: Pick<Mapping, "words">): boolean {
  return Object.values(words).some((meaning) => OUTCOMES.some((one) => one === meaning));
}

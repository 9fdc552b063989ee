import { OUTCOMES } from "./mail-outcomes.ts";
import { VERDICTS } from "./verdicts.ts";

/** Meanings that a user can assign to a word: a verdict, a mail outcome, or `nothing`. */
export const MEANINGS = [...VERDICTS, ...OUTCOMES, "nothing"] as const;
export type Meaning = (typeof MEANINGS)[number];

/** Meaning of a column's values. */
export interface MappedColumn {
  /** Header of the column, or `#` and its number, counted from 1. */
  readonly column: string;
  /** `items`: cells list several words. `reply`: the mail server's reply, which needs no words. */
  readonly read?: "word" | "items" | "reply" | undefined;
  readonly words: Readonly<Record<string, Meaning>>;
  /** Meaning of every time in the column. */
  readonly times?: Meaning | undefined;
  /** Meaning of every other value; absent if it is unrecognised. */
  readonly others?: Meaning | undefined;
}

/** A user-defined mapping of a file from an unknown source. A row has the first outcome that its columns say. */
export interface Mapping {
  readonly name: string;
  readonly columns: readonly MappedColumn[];
  /** Header of the column with the recipient's address; absent if it is detected from header and contents. */
  readonly address?: string | undefined;
  /** Header of the date column, if any. */
  readonly date?: string | undefined;
  /** Most people have no outcome: words without a meaning count as `nothing`. */
  readonly isAudience?: boolean | undefined;
}

/** Prefix of source ids that encode a mapping. */
export const MAPPING_PREFIX = "map:";

/** Maximum length of a source id with a mapping, in characters. */
export const MAX_SOURCE_ID_LENGTH = 20_000;

/** Encodes a mapping as a self-contained source id. */
export function sourceOfMapping(mapping: Mapping): string {
  return MAPPING_PREFIX + JSON.stringify(mapping);
}

/** Returns whether the columns contain both verdicts and mail outcomes. A file is imported as one or the other. */
export function isMixed({ columns }: Pick<Mapping, "columns">): boolean {
  return hasMailOutcomes({ columns }) && meaningsIn(columns).some(isAmong(VERDICTS));
}

export function hasMailOutcomes({ columns }: Pick<Mapping, "columns">): boolean {
  return columns.some(({ read }) => read === "reply") || meaningsIn(columns).some(isAmong(OUTCOMES));
}

function meaningsIn(columns: readonly MappedColumn[]): Meaning[] {
  return columns.flatMap(({ words, times, others }) => [
    ...Object.values(words),
    ...[times, others].filter((meaning) => meaning !== undefined),
  ]);
}

function isAmong(codes: readonly Meaning[]): (meaning: Meaning) => boolean {
  return (meaning) => codes.includes(meaning);
}

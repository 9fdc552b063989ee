import { VERDICTS, type Verdict } from "../../../shared/verdicts.ts";

/** A verdict as Winnow spells it; `known` false: an unheard-of word, taken for `unknown`. */
export interface ParsedVerdict {
  readonly verdict: Verdict;
  readonly known: boolean;
}

/** The service's words are Winnow's own. */
const VERDICT_WORDS: ReadonlyMap<string, Verdict> = new Map(VERDICTS.map((verdict) => [verdict, verdict]));

const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ["y", true],
  ["yes", true],
  ["1", true],
  ["true", true],
  ["n", false],
  ["no", false],
  ["0", false],
  ["false", false],
  ["", false],
]);

/**
 * Reads the service's word for a verdict: any case, padded, in double quotes, and all three spellings of the
 * accept-all verdict. An unheard-of word is `unknown`; the caller keeps the raw text.
 * service-spec, 'Single verification result' and 'Download file'.
 */
export function parseVerdict(raw: string): ParsedVerdict {
  const word = plainWord(raw);
  const verdict = VERDICT_WORDS.get(word);
  return verdict === undefined ? { verdict: "unknown", known: false } : { verdict, known: true };
}

/**
 * Reads a flag: `Y`/`N`, `1`/`0`, `true`/`false`, any case, padded or in double quotes; blank is no. Null for
 * anything else. service-spec, 'Download file (text)'.
 */
export function parseFlag(raw: string): boolean | null {
  return FLAG_WORDS.get(bare(raw)) ?? null;
}

/** A word as it is compared: in lower case, without quotes around it, and whatever stands between its parts as `_`. */
export function plainWord(raw: string): string {
  return bare(raw).replace(/[\s_-]+/g, "_");
}

function bare(raw: string): string {
  return raw
    .trim()
    .replace(/^"(.*)"$/s, "$1")
    .trim()
    .toLowerCase();
}

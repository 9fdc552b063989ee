import { foldAddress } from "../../../../shared/fold-addresses.ts";
import { readCell, withoutListMarker } from "../../text/index.ts";

export interface Pasted {
  /** Distinct well-formed addresses in order of appearance. Each costs at most one credit. */
  readonly addresses: string[];
  /** Words with an `@` that are not valid addresses. */
  readonly broken: string[];
  /** Number of words that were not understood, including `broken`. */
  readonly words: number;
  /** Those words line by line: the text without addresses and their display names. */
  readonly rest: string;
}

/** A quoted display name before an address; commas in it are not separators. */
const QUOTED_NAME = /"[^"\r\n]*"(?=\s*<)/g;
const BRACKETED = /<\s*[^<>\s@]*@[^<>\s]*\s*>/;
const LEADING_PUNCTUATION = new Set("<>[({\"'`„“”‘’«»‹›*");
const TRAILING_PUNCTUATION = new Set("<>])}\"'`„“”‘’«»‹›*.:!?…");
/** A word; a quoted local part stays with its domain. */
const WORD = /"[^"\r\n]*"@[^\s,]+|[^\s,]+/g;
const SEPARATORS_IN_WORD = /[/|&]|:::/;

/** Parses addresses separated by whitespace, commas, semicolons or line breaks. Display names are skipped. */
export function readPasted(text: string): Pasted {
  const addresses = new Map<string, string>();
  const broken: string[] = [];
  const lines: string[] = [];
  let words = 0;
  for (const line of text.replace(QUOTED_NAME, " ").split(/[\r\n;]+/)) {
    const entry = withoutListMarker(line.trim());
    const mistyped = brokenAddress(entry);
    if (mistyped !== null) {
      words++;
      lines.push(mistyped);
      broken.push(mistyped);
      continue;
    }
    const isNamed = BRACKETED.test(entry);
    const left: string[] = [];
    for (const word of wordsOf(entry)) {
      const found = addressesIn(word);
      for (const address of found) {
        const folded = foldAddress(address);
        if (!addresses.has(folded)) addresses.set(folded, address);
      }
      if (found.length > 0 || (isNamed && !word.includes("@")) || trimPunctuation(word) === "") continue;
      left.push(word);
      if (word.includes("@")) broken.push(word);
    }
    words += left.length;
    if (left.length > 0) lines.push(left.join(" "));
  }
  return { addresses: [...addresses.values()], broken: [...new Set(broken)], words, rest: lines.join("\n") };
}

/** Returns the clause if it is one mistyped address containing a space or comma; otherwise `null`. */
function brokenAddress(clause: string): string | null {
  const text = clause.trim();
  if (!/[\s,]/.test(text) || text.indexOf("@") < 0 || text.indexOf("@") !== text.lastIndexOf("@"))
    return null;
  const reading = readCell(text);
  const isMistyped =
    reading.kind === "fixable" &&
    addressesIn(wordsOf(text).find((one) => one.includes("@")) ?? "").length === 0;
  return isMistyped ? text : null;
}

function wordsOf(clause: string): string[] {
  const spaced = clause.replace(/(?:(?<!\s)\s+)?([<>])\s*/g, (_, bracket) => (bracket === "<" ? " <" : "> "));
  return spaced.match(WORD) ?? [];
}

function addressesIn(word: string): string[] {
  const whole = addressIn(word) ?? addressIn(trimPunctuation(word));
  if (whole !== null) return [whole];
  const parts = trimPunctuation(word).split(SEPARATORS_IN_WORD);
  const found = parts.flatMap((part) => addressIn(trimPunctuation(part)) ?? []);
  // Take all parts or none: one of them may be a mistyped address.
  return parts.length > 1 && found.length === parts.length ? found : [];
}

function addressIn(text: string): string | null {
  const reading = readCell(text);
  return reading.kind === "address" && !reading.isExtracted ? reading.address : null;
}

function trimPunctuation(word: string): string {
  let from = 0;
  let to = word.length;
  while (from < to && LEADING_PUNCTUATION.has(word[from] ?? "")) from++;
  while (to > from && TRAILING_PUNCTUATION.has(word[to - 1] ?? "")) to--;
  return word.slice(from, to);
}

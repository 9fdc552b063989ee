import { foldAddress } from "../../../../shared/addresses.ts";
import { readCell, withoutListMarker } from "../../text/index.ts";

/** What a text that was typed or pasted holds to be checked. */
export interface Pasted {
  /** Well-formed, each once however it is spelt, in the text's order: each costs a credit at the most. */
  readonly addresses: string[];
  /** Words with an `@` that are no address as they stand. */
  readonly broken: string[];
  /** How many words of the text were not understood, those of `broken` among them. */
  readonly words: number;
  /** Those words, as they stand and line by line: the text without the addresses and the names beside them. */
  readonly rest: string;
}

/** A name in quotes before an address: a comma in it separates nothing. */
const QUOTED_NAME = /"[^"\r\n]*"(?=\s*<)/g;
const BRACKETED = /<\s*[^<>\s@]*@[^<>\s]*\s*>/;
/** What a sentence or a mail puts around an address. */
const BEFORE = new Set("<>[({\"'`„“”‘’«»‹›*");
const AFTER = new Set("<>])}\"'`„“”‘’«»‹›*.:!?…");
/** A word; a quoted local part stays with its domain. */
const WORD = /"[^"\r\n]*"@[^\s,]+|[^\s,]+/g;
const BETWEEN = /[/|&]|:::/;

/**
 * Reads a text of addresses, separated by blanks, commas, semicolons or line ends. Of `Ann Smith <ann@acme.example>` the
 * name is none, and is not missed.
 */
export function readPasted(text: string): Pasted {
  const addresses = new Map<string, string>();
  const broken: string[] = [];
  const lines: string[] = [];
  let words = 0;
  for (const line of text.replace(QUOTED_NAME, " ").split(/[\r\n;]+/)) {
    const clause = withoutListMarker(line.trim());
    const torn = tornAddress(clause);
    if (torn !== null) {
      words++;
      lines.push(torn);
      broken.push(torn);
      continue;
    }
    const isNamed = BRACKETED.test(clause);
    const left: string[] = [];
    for (const word of wordsOf(clause)) {
      const found = addressesIn(word);
      for (const address of found) {
        const folded = foldAddress(address);
        if (!addresses.has(folded)) addresses.set(folded, address);
      }
      if (found.length > 0 || (isNamed && !word.includes("@")) || peeled(word) === "") continue;
      left.push(word);
      if (word.includes("@")) broken.push(word);
    }
    words += left.length;
    if (left.length > 0) lines.push(left.join(" "));
  }
  return { addresses: [...addresses.values()], broken: [...new Set(broken)], words, rest: lines.join("\n") };
}

/** Returns a clause that is one mistyped address with a blank or a comma in it; `null` if it is anything else. */
function tornAddress(clause: string): string | null {
  const text = clause.trim();
  if (!/[\s,]/.test(text) || text.indexOf("@") < 0 || text.indexOf("@") !== text.lastIndexOf("@"))
    return null;
  const reading = readCell(text);
  const isTorn =
    reading.kind === "fixable" &&
    addressesIn(wordsOf(text).find((one) => one.includes("@")) ?? "").length === 0;
  return isTorn ? text : null;
}

function wordsOf(clause: string): string[] {
  const spaced = clause.replace(/(?:(?<!\s)\s+)?([<>])\s*/g, (_, bracket) => (bracket === "<" ? " <" : "> "));
  return spaced.match(WORD) ?? [];
}

function addressesIn(word: string): string[] {
  const whole = addressIn(word) ?? addressIn(peeled(word));
  if (whole !== null) return [whole];
  const parts = peeled(word).split(BETWEEN);
  const found = parts.flatMap((part) => addressIn(peeled(part)) ?? []);
  // Of a word that is not addresses alone, none is taken: it may be one that is mistyped.
  return parts.length > 1 && found.length === parts.length ? found : [];
}

function addressIn(text: string): string | null {
  const reading = readCell(text);
  return reading.kind === "address" && !reading.cut ? reading.address : null;
}

function peeled(word: string): string {
  let from = 0;
  let to = word.length;
  while (from < to && BEFORE.has(word[from] ?? "")) from++;
  while (to > from && AFTER.has(word[to - 1] ?? "")) to--;
  return word.slice(from, to);
}

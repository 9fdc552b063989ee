import { decode, type Encoding, encodingNamed } from "../../text/index.ts";

/** Western European encodings that chardet lacks, from Excel's "CSV (Macintosh)" and "CSV (MS-DOS)". */
const LEGACY = ["macintosh", "IBM850"];
/** Maximum misplaced characters of a legacy reading, as a share of those in windows-1252. */
const MAX_SHARE = 0.25;

/**
 * Patterns of misplaced characters in a word: a capital after a lower-case letter or between a letter and a lower-case
 * one, unusual punctuation between letters, another script next to Latin, and undefined characters.
 */
const MISPLACED = [
  /(?<=\p{Ll})[^\P{Lu}A-Z]|(?<=\p{L})[^\P{Lu}A-Z](?=\p{Ll})/gu,
  /(?<=\p{L})[^\p{L}\p{M}\p{ASCII}\u0080-\u009f\ufffd’‘“”–—…•·´×™®©€\u00a0\u00ad](?=\p{L})/gu,
  /(?<=[A-Za-z])[^\P{L}\p{Script=Latin}µ]|[^\P{L}\p{Script=Latin}µ](?=[A-Za-z])/gu,
  /[\u0080-\u009f\ufffd]|(?<=\p{L})[˜ƒ]/gu,
];
/** Bytes 0x80 to 0x9F in windows-1252, which are letters in the legacy encodings. */
const BEYOND_LATIN_1 = /[^\p{ASCII}\u00a0-\u00ff]/u;

type Reading = readonly [text: string, { readonly encoding: Encoding }];

/**
 * Returns the legacy encodings in which `bytes` read as words, best first. `western` is the text in windows-1252; a
 * rival (another likely reading) with as few misplaced characters rules them out.
 */
export function legacyReadings(
  bytes: Buffer,
  western: string,
  rivals: readonly Reading[],
): readonly Reading[] {
  const found = misplacedIn(western);
  if (!found.some((char) => BEYOND_LATIN_1.test(char))) return [];
  const fewest = Math.min(...rivals.map(([text]) => misplacedIn(text).length));
  return LEGACY.flatMap((name) => encodingNamed(name) ?? [])
    .map((encoding) => ({ encoding, text: decode(bytes, encoding) }))
    .map((reading) => ({ ...reading, misplaced: misplacedIn(reading.text).length }))
    .filter(({ misplaced }) => misplaced < fewest && misplaced <= found.length * MAX_SHARE)
    .sort((a, b) => a.misplaced - b.misplaced)
    .map(({ text, encoding }) => [text, { encoding }]);
}

function misplacedIn(text: string): string[] {
  return MISPLACED.flatMap((pattern) => text.match(pattern) ?? []);
}

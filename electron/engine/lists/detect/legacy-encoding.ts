import { decode, type Encoding, encodingNamed } from "../../text/index.ts";

/** Encodings of Western Europe that chardet does not know: those of Excel's "CSV (Macintosh)" and "CSV (MS-DOS)". */
const LEGACY = ["macintosh", "IBM850"];
/** The best legacy reading has at most this share of the misplaced characters of windows-1252. */
const MAX_SHARE = 0.25;

/**
 * Characters beyond ASCII that are misplaced in a word: a capital after a lower-case letter, or between a letter and a
 * lower-case one; a sign between letters that is no usual punctuation; a letter of another script beside a Latin one; what
 * no encoding has.
 */
const MISPLACED = [
  /(?<=\p{Ll})[^\P{Lu}A-Z]|(?<=\p{L})[^\P{Lu}A-Z](?=\p{Ll})/gu,
  /(?<=\p{L})[^\p{L}\p{M}\p{ASCII}\u0080-\u009f\ufffd’‘“”–—…•·´×™®©€\u00a0\u00ad](?=\p{L})/gu,
  /(?<=[A-Za-z])[^\P{L}\p{Script=Latin}µ]|[^\P{L}\p{Script=Latin}µ](?=[A-Za-z])/gu,
  /[\u0080-\u009f\ufffd]|(?<=\p{L})[˜ƒ]/gu,
];
/** In windows-1252: one of the bytes 0x80 to 0x9F, which the legacy encodings use for letters. */
const BEYOND_LATIN_1 = /[^\p{ASCII}\u00a0-\u00ff]/u;

/** An encoding, and the text in it. */
type Reading = readonly [text: string, { readonly encoding: Encoding }];

/**
 * Returns the legacy encodings in which `bytes` read as words, the best first. `western` is their text in windows-1252;
 * `rivals` are the readings that are at least as likely as it. If one of them has as few misplaced characters, the file is
 * an ordinary one, and no legacy encoding is returned.
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

import { isAscii, isUtf8 } from "node:buffer";
import { analyse } from "chardet";
import { decode, type Encoding, encodingNamed } from "./encodings.ts";

/** Single-byte encodings that are weighed against each other by how their words look. */
const WESTERN = ["windows-1252", "windows-1250", "macintosh"] as const;
/** What chardet calls them → what is shown: the Windows ones hold everything that the ISO ones do, and more. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["ISO-8859-1", "windows-1252"],
  ["ISO-8859-9", "windows-1254"],
  ["ISO-8859-7", "windows-1253"],
  ["ISO-8859-8", "windows-1255"],
  ["ISO-8859-8-I", "windows-1255"],
]);
const MULTI_BYTE = new Set(["Shift_JIS", "EUC-JP", "GB18030", "Big5", "EUC-KR"]);
const SAMPLE_BYTES = 64 * 1024;
/** How much the look of the words counts, against 0 to 100 for the statistics of letters. */
const WORDS_WEIGHT = 200;
/** Between equals, what most exports in one byte a character are in. */
const COMMONEST = "windows-1252";
const HEAD_START = 6;
/** Share of NULs at every second byte from which ASCII in UTF-16 is recognised without a mark. */
const WIDE_SHARE = 0.3;

/** Guesses how the text in `pieces` of a file is encoded. Text that is all ASCII is called UTF-8. */
export function guessEncoding(pieces: readonly Buffer[]): Encoding {
  const [head] = pieces;
  const wide = head === undefined ? null : wideEncoding(head);
  if (wide !== null) return named(wide);
  const lines = highLines(pieces);
  if (lines.length === 0) return named("UTF-8");
  const valid = lines.filter((line) => isUtf8(line)).length;
  if (valid * 5 >= lines.length * 4) return named("UTF-8");
  return guessFromLines(lines.filter((line) => !isUtf8(line)));
}

/** Lines of `pieces` that are not all ASCII: whole ones, up to 64 kB of them. */
export function highLines(pieces: readonly Buffer[]): Buffer[] {
  const lines: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    if (isAscii(piece)) continue;
    for (let start = 0; start < piece.length && bytes < SAMPLE_BYTES; ) {
      let end = start;
      while (end < piece.length && piece[end] !== 10 && piece[end] !== 13) end++;
      const line = piece.subarray(start, end);
      // A line that the piece cuts off may end within a character.
      const cut = end >= piece.length && lines.length > 0;
      if (!isAscii(line) && !cut) {
        lines.push(line);
        bytes += line.length;
      }
      start = end + 1;
    }
  }
  return lines;
}

/** Guesses the encoding of lines that are not UTF-8. */
export function guessFromLines(lines: readonly Buffer[]): Encoding {
  const text = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])).subarray(0, SAMPLE_BYTES);
  const confidence = new Map<string, number>();
  for (const match of analyse(text)) {
    const name = SYNONYMS.get(match.name) ?? match.name;
    confidence.set(name, Math.max(confidence.get(name) ?? 0, match.confidence));
  }
  // Encodings in which the text reads the same are one candidate, under the commonest one's name.
  const readings = new Map<string, { encoding: Encoding; confidence: number }>();
  for (const name of new Set([...WESTERN, ...confidence.keys()])) {
    const encoding = encodingNamed(name);
    if (encoding === null || encoding.name === "UTF-8" || encoding.unit === 2) continue;
    const reading = decode(text, encoding);
    const known = readings.get(reading);
    const sure = Math.max(confidence.get(name) ?? 0, known?.confidence ?? 0);
    readings.set(reading, { encoding: known?.encoding ?? encoding, confidence: sure });
  }
  let best = named("windows-1252");
  let most = Number.NEGATIVE_INFINITY;
  for (const [reading, { encoding, confidence: sure }] of readings) {
    const score =
      plausibility(reading, MULTI_BYTE.has(encoding.name)) * WORDS_WEIGHT +
      sure +
      (encoding.name === COMMONEST ? HEAD_START : 0);
    if (score > most) {
      most = score;
      best = encoding;
    }
  }
  return best;
}

/**
 * How much the characters beyond ASCII in `text` look like parts of words, from about −10 to 1: a symbol or a
 * capital in the middle of a word speaks against the encoding, and so does what cannot be decoded.
 */
function plausibility(text: string, ideographs: boolean): number {
  let seen = 0;
  let score = 0;
  for (const match of text.matchAll(/(.)?([^\p{ASCII}])(?=(.)?)/gsu)) {
    const [, before = "", character = "", after = ""] = match;
    seen++;
    if (character === "\uFFFD") score -= 10;
    else if (/\p{Cc}/u.test(character)) score -= 5;
    else if (/\p{L}/u.test(character)) score += letterScore(before, character, after, ideographs);
    else score += symbolScore(before, after);
  }
  return seen === 0 ? 0 : score / seen;
}

function symbolScore(before: string, after: string): number {
  const left = /\p{L}/u.test(before);
  const right = /\p{L}/u.test(after);
  if (left && right) return -1;
  return left || right ? -0.25 : 0.5;
}

function letterScore(before: string, character: string, after: string, ideographs: boolean): number {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(character)) {
    // Two Latin letters beside each other read as one ideograph, but then with ASCII letters around it.
    return !ideographs || /[A-Za-z]/.test(before) || /[A-Za-z]/.test(after) ? -0.5 : 1;
  }
  if (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)) return -1;
  if (/[ªº]/.test(character)) return -0.5;
  // Words all of accented letters are another script, misread.
  if (/\p{Script=Latin}/u.test(character) && /[^\p{ASCII}]/u.test(before) && /[^\p{ASCII}]/u.test(after))
    return -0.5;
  // Far likelier Turkish or Hungarian letters than Icelandic or Estonian ones.
  return /[þðýõû]/.test(character) ? 0.6 : 1;
}

/** UTF-16 without a mark: every second byte of ASCII text is NUL. */
function wideEncoding(head: Buffer): string | null {
  const length = Math.min(head.length, SAMPLE_BYTES) & ~1;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (head[i] === 0) even++;
    if (head[i + 1] === 0) odd++;
  }
  const units = length / 2;
  if (units < 2) return null;
  if (odd > units * WIDE_SHARE && even < units * 0.05) return "UTF-16LE";
  if (even > units * WIDE_SHARE && odd < units * 0.05) return "UTF-16BE";
  return null;
}

function named(name: string): Encoding {
  const encoding = encodingNamed(name);
  if (encoding === null) throw new Error(`no encoding ${name}`);
  return encoding;
}

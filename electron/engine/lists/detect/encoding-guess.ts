import { isAscii, isUtf8 } from "node:buffer";
import { decode, type Encoding, encodingNamed } from "../../csv/index.ts";
import { type EncodingAlternative, withWords } from "./encoding-words.ts";
import { isGarbled, logLikelihood } from "./language/likelihood.ts";

/**
 * What text that is not UTF-8 may be in, the commonest first, and how rare each is among exports: the logarithm of how
 * many files of the commonest there are for one of it.
 */
const CANDIDATES: readonly (readonly [name: string, rarity: number])[] = [
  ["UTF-8", 0],
  ["windows-1252", 0],
  ["windows-1250", 1.5],
  ["windows-1251", 1.5],
  ["Shift_JIS", 1.5],
  ["GB18030", 1.5],
  ["Big5", 2],
  ["EUC-KR", 2],
  ["windows-1254", 2],
  ["windows-1253", 2],
  ["windows-1255", 2],
  ["windows-1256", 2],
  ["windows-1257", 2.5],
  ["ISO-8859-1", 3],
  ["ISO-8859-15", 3],
  ["ISO-8859-2", 3],
  ["KOI8-R", 3],
  ["ISO-8859-9", 3.5],
  ["ISO-8859-7", 3.5],
  ["EUC-JP", 3.5],
  ["macintosh", 4],
  ["ISO-8859-5", 5],
  ["KOI8-U", 5],
  ["IBM850", 5],
  ["IBM852", 5],
  ["IBM866", 5],
];
/** One reading so much likelier than every other (a thousandfold and more) is certain. */
const CERTAIN = 8;
/** Below this likelihood a character, the best reading is a guess too. */
const PLAUSIBLE = -9;
/** So many lines beyond ASCII are weighed even where they are valid UTF-8. */
const FEW_LINES = 3;
/** So many encodings are asked about. */
export const MOST_ALTERNATIVES = 5;
const WEIGHED_BYTES = 24 * 1024;
const UTF8_COMMON = 9;
const UTF8_CHARACTER = 2.5;
const LINE_BYTES = 1024;
const SAMPLE_BYTES = 64 * 1024;
const COMMONEST = "windows-1252";
/** Share of NULs at every second byte from which ASCII in UTF-16 is recognised without a mark. */
const WIDE_SHARE = 0.3;

export interface EncodingGuess {
  readonly encoding: Encoding;
  /** Where it is not certain: the encodings that fit about as well, the guess first. */
  readonly alternatives: readonly EncodingAlternative[];
}

/** Guesses how the text in `pieces` of a file is encoded. Text that is all ASCII is called UTF-8. */
export function guessEncoding(pieces: readonly Buffer[]): EncodingGuess {
  const [head] = pieces;
  const wide = head === undefined ? null : wideEncoding(head);
  if (wide !== null) return certain(named(wide));
  const lines = highLines(pieces);
  if (lines.length === 0) return certain(named("UTF-8"));
  const others = lines.filter((line) => !isUtf8(line));
  const valid = lines.length - others.length;
  // A few characters can be valid UTF-8 by chance.
  if (valid === lines.length && different(lines).length <= FEW_LINES) return guessFromLines(lines);
  if (valid * 5 >= lines.length * 4) return certain(named("UTF-8"));
  const guess = guessFromLines(others);
  // Some lines are in UTF-8 and some are not: whatever is chosen is wrong for some.
  if (valid * 20 < lines.length) return guess;
  const fitting = guess.alternatives.map(({ encoding }) => encoding);
  const encodings = fitting.length > 0 ? fitting.slice(0, MOST_ALTERNATIVES - 1) : [guess.encoding];
  return { ...guess, alternatives: withWords(lines, [...encodings, named("UTF-8")]) };
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

/** Guesses the encoding of lines beyond ASCII. */
export function guessFromLines(lines: readonly Buffer[]): EncodingGuess {
  const text = Buffer.concat(different(lines).flatMap((line) => [line, Buffer.from("\n")]));
  // Encodings in which the text reads the same are one candidate, under the commonest one's name.
  const readings = new Map<string, Candidate>();
  for (const [name, rarity] of CANDIDATES) {
    const encoding = named(name);
    const reading = decode(text, encoding);
    if (readings.has(reading) || isGarbled(reading)) continue;
    // Every character that is valid UTF-8 makes it less likely that the bytes are anything else.
    const valid = name === "UTF-8" ? UTF8_COMMON + UTF8_CHARACTER * charactersBeyondAscii(reading) : 0;
    readings.set(reading, { encoding, reading, score: logLikelihood(reading) - rarity + valid });
  }
  const ranked = [...readings.values()].sort((a, b) => b.score - a.score);
  const [best] = ranked;
  if (best === undefined) return certain(named(COMMONEST));
  const near = ranked.filter(({ score }) => score > best.score - CERTAIN).slice(0, MOST_ALTERNATIVES);
  const doubtful = best.score < PLAUSIBLE * charactersBeyondAscii(best.reading) && near.length < 3;
  const alternatives = doubtful ? ranked.slice(0, 3) : near;
  if (alternatives.length < 2) return certain(best.encoding);
  return {
    encoding: best.encoding,
    alternatives: withWords(
      lines,
      alternatives.map(({ encoding }) => encoding),
    ),
  };
}

interface Candidate {
  readonly encoding: Encoding;
  readonly reading: string;
  readonly score: number;
}

/** Each line once, as many as are looked at. */
function different(lines: readonly Buffer[]): Buffer[] {
  const seen = new Set<string>();
  const kept: Buffer[] = [];
  let bytes = 0;
  for (const line of lines) {
    const key = line.toString("latin1");
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(line.subarray(0, LINE_BYTES));
    bytes += line.length;
    if (bytes > WEIGHED_BYTES) break;
  }
  return kept;
}

function charactersBeyondAscii(text: string): number {
  return Math.min(500, [...text].filter((character) => character > "\x7f").length);
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

function certain(encoding: Encoding): EncodingGuess {
  return { encoding, alternatives: [] };
}

function named(name: string): Encoding {
  const encoding = encodingNamed(name);
  if (encoding === null) throw new Error(`no encoding ${name}`);
  return encoding;
}

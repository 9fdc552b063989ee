import { isAscii, isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { analyse } from "chardet";
import { decode, ENCODINGS, type Encoding, encodingNamed } from "../../text/index.ts";
import { latinReadings } from "./latin.ts";

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

interface Reading {
  readonly text: string;
  readonly encoding: Encoding;
}

/**
 * Returns the legacy encodings in which `bytes` read as words, best first. `western` is the text in windows-1252; a
 * rival (another likely reading) with as few misplaced characters rules them out.
 */
function legacyReadings(bytes: Buffer, western: string, rivals: readonly Reading[]): readonly Reading[] {
  const found = misplacedIn(western);
  if (!found.some((char) => BEYOND_LATIN_1.test(char))) return [];
  const fewest = Math.min(...rivals.map(({ text }) => misplacedIn(text).length));
  return LEGACY.flatMap((name) => readingIn(bytes, name))
    .map((reading) => ({ ...reading, misplaced: misplacedIn(reading.text).length }))
    .filter(({ misplaced }) => misplaced < fewest && misplaced <= found.length * MAX_SHARE)
    .sort((a, b) => a.misplaced - b.misplaced);
}

function misplacedIn(text: string): string[] {
  return MISPLACED.flatMap((pattern) => text.match(pattern) ?? []);
}

/** Encodings within this confidence (of 100) of the best are offered; the wider margin applies to few cells. */
const CONFIDENCE_MARGIN = 4;
const CONFIDENCE_MARGIN_FEW_CELLS = 25;
const FEW_CELLS = 8;
const MAX_ALTERNATIVES = 5;
/** chardet's confidence for an encoding that is merely possible. */
const POSSIBLE = 10;
const COMMONEST = "windows-1252";
/** The Windows supersets that programs write in place of ISO encodings. */
const WINDOWS_SUPERSET: Readonly<Record<string, string>> = {
  "ISO-8859-1": "windows-1252",
  "ISO-8859-2": "windows-1250",
  "ISO-8859-7": "windows-1253",
  "ISO-8859-8": "windows-1255",
  "ISO-8859-9": "windows-1254",
};
const SAMPLE_BYTES = 64 * 1024;
/** Share of NULs at every second byte that indicates UTF-16 without a BOM. */
const WIDE_SHARE = 0.3;
const WORDS = 8;
const WORD_LETTERS = 60;

export interface EncodingGuess {
  readonly encoding: Encoding;
  /** Encodings that fit about equally well, the guess first; empty if the guess is certain. */
  readonly alternatives: readonly EncodingAlternative[];
}

export interface EncodingAlternative {
  readonly encoding: Encoding;
  readonly words: readonly string[];
}

/** Guesses the encoding of the `pieces` of a file. Pure ASCII counts as UTF-8. */
export function guessEncoding(pieces: readonly Buffer[]): EncodingGuess {
  const [head] = pieces;
  const wide = head === undefined ? null : wideEncoding(head);
  if (wide !== null) return certain(wide);
  const lines = nonAsciiLines(pieces);
  const others = lines.filter((line) => !isUtf8(line));
  // A few foreign lines pasted into a UTF-8 file don't change its encoding.
  return others.length * 5 <= lines.length ? certain("UTF-8") : guessFromLines(others);
}

/** Returns complete lines of `pieces` with non-ASCII bytes, up to 64 kB in total. */
export function nonAsciiLines(pieces: readonly Buffer[]): Buffer[] {
  const lines: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    if (isAscii(piece)) continue;
    for (let start = 0; start < piece.length && bytes < SAMPLE_BYTES; ) {
      let end = start;
      while (end < piece.length && piece[end] !== 10 && piece[end] !== 13) end++;
      const line = piece.subarray(start, end);
      // A line cut off by the end of the piece may end within a character.
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

export function guessFromLines(lines: readonly Buffer[]): EncodingGuess {
  const cells = cellsBeyondAscii(lines);
  const bytes = Buffer.from([...cells, ""].join("\n"), "latin1");
  const latin = latinReadings(bytes);
  const [fittest] = latin.readings;
  if (fittest !== undefined) {
    return latin.isCertain ? certain(fittest.encoding.name) : askBetween(bytes, latin.readings);
  }
  const found = analyse(bytes).map(({ name, confidence }) => ({ name, confidence }));
  // Encodings that decode the text identically are one reading, named after the most common one.
  const readings = new Map<string, Reading & { readonly confidence: number }>();
  for (const { name, confidence } of [...found, { name: COMMONEST, confidence: POSSIBLE }]) {
    const [fitting] = [WINDOWS_SUPERSET[name], name]
      .flatMap((one) => readingIn(bytes, one ?? ""))
      .sort((a, b) => countSymbols(a.text) - countSymbols(b.text));
    if (fitting === undefined || fitting.encoding.name === "UTF-8") continue;
    if (fitting.text.includes("\uFFFD") && name !== COMMONEST) continue;
    const known = readings.get(fitting.text) ?? { ...fitting, confidence };
    readings.set(fitting.text, {
      text: fitting.text,
      encoding: commoner(fitting.encoding, known.encoding),
      confidence: Math.max(confidence, known.confidence),
    });
  }
  const all = [...readings.values()];
  const western = all.find(({ encoding }) => encoding.name === COMMONEST);
  const rivals = all.filter(({ confidence }) => confidence >= (western?.confidence ?? 0));
  const legacy = western === undefined ? [] : legacyReadings(bytes, western.text, rivals);
  if (legacy.length > 0) return askBetween(bytes, legacy);
  const most = Math.max(...all.map(({ confidence }) => confidence));
  const isFew = cells.size < FEW_CELLS;
  const enough = Math.max(
    most - (isFew ? CONFIDENCE_MARGIN_FEW_CELLS : CONFIDENCE_MARGIN),
    Math.min(most, POSSIBLE + 1),
  );
  const near = all
    .filter(({ confidence }) => confidence >= enough)
    .sort(
      (a, b) =>
        (isFew ? 0 : b.confidence - a.confidence) ||
        ENCODINGS.indexOf(a.encoding) - ENCODINGS.indexOf(b.encoding),
    );
  const [best] = near;
  // No language explains the text in windows-1252, so it is never certain here.
  if (best?.encoding.name === COMMONEST && near.length === 1)
    return askBetween(bytes, [best, ...all, ...readingIn(bytes, "windows-1251")]);
  return near.length === 1 && best !== undefined ? certain(best.encoding.name) : askBetween(bytes, near);
}

function readingIn(bytes: Buffer, name: string): Reading[] {
  const encoding = encodingNamed(name);
  return encoding === null ? [] : [{ encoding, text: decode(bytes, encoding) }];
}

/** Asks which reading is right. Adds windows-1252, and windows-1250 if that would be the only one. */
function askBetween(bytes: Buffer, readings: readonly Reading[]): EncodingGuess {
  const offered = new Map<string, Reading>();
  const add = (one: Reading) => offered.has(one.text) || offered.set(one.text, one);
  for (const one of [...readings.slice(0, MAX_ALTERNATIVES - 1), ...readingIn(bytes, COMMONEST)]) add(one);
  if (offered.size < 2) readingIn(bytes, "windows-1250").forEach(add);
  const alternatives = withWords([...offered.values()]);
  const [first] = alternatives;
  return first === undefined ? certain(COMMONEST) : { encoding: first.encoding, alternatives };
}

function commoner(one: Encoding, other: Encoding): Encoding {
  return ENCODINGS.indexOf(one) <= ENCODINGS.indexOf(other) ? one : other;
}

/** Returns the distinct cells with non-ASCII bytes, as Latin-1 so that each byte is one character. */
function cellsBeyondAscii(lines: readonly Buffer[]): ReadonlySet<string> {
  const cells = lines.flatMap((line) => line.toString("latin1").split(/[\t",;]/));
  return new Set(cells.filter((cell) => /[^\p{ASCII}]/u.test(cell)));
}

/** Counts non-ASCII characters that are neither letters nor marks. */
function countSymbols(text: string): number {
  return text.match(/[^\p{ASCII}\p{L}\p{M}]/gu)?.length ?? 0;
}

/** Pairs each encoding with the same few words of the text, chosen where the decodings differ. */
function withWords(readings: readonly Reading[]): EncodingAlternative[] {
  const cells = readings.map(({ text }) => text.split("\n"));
  const shown = (cells[0] ?? []).flatMap((cell, at) => {
    const isFirst = cells[0]?.indexOf(cell) === at;
    const differs = cells.some((others) => others[at] !== cell);
    return isFirst && differs && cell.length <= WORD_LETTERS ? [at] : [];
  });
  return readings.map(({ encoding }, index) => ({
    encoding,
    words: shown.slice(0, WORDS).map((at) => cells[index]?.[at]?.trim() ?? ""),
  }));
}

/** Detects UTF-16 without a BOM: every second byte of ASCII text is NUL. */
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

function certain(name: string): EncodingGuess {
  const encoding = encodingNamed(name);
  if (encoding === null) throw new Error(`no encoding ${name}`);
  return { encoding, alternatives: [] };
}

const HEAD_BYTES = 256 * 1024;
const PIECE_BYTES = 64 * 1024;
const PIECES = 12;

export interface FileSamples {
  readonly size: number;
  readonly head: Buffer;
  readonly whole: boolean;
  /** Pieces from the rest of the file, each starting after a line feed; empty if `whole`. */
  readonly further: readonly Buffer[];
}

/** Reads the first `headBytes` of a file and a few pieces of the rest. Throws file system errors. */
export function readSamples(path: string, headBytes = HEAD_BYTES): FileSamples {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const at = (start: number, length: number) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
    };
    const head = at(0, headBytes);
    const further: Buffer[] = [];
    const rest = size - head.length;
    for (let i = 1; i <= PIECES && rest > PIECE_BYTES * 2; i++) {
      // Even offset, to stay aligned in UTF-16.
      const start = 2 * Math.floor((head.length + ((rest - PIECE_BYTES) * i) / PIECES) / 2);
      const piece = at(start, PIECE_BYTES);
      further.push(piece.subarray(piece.indexOf(10) + 1));
    }
    return { size, head, whole: head.length >= size, further };
  } finally {
    closeSync(file);
  }
}

import { isAscii, isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { analyse } from "chardet";
import { decode, ENCODINGS, type Encoding, encodingNamed } from "../../text/index.ts";
import { legacyReadings } from "./legacy-encoding.ts";

/** Two encodings whose confidence (of 100) is so near are both asked about; further apart where there are few words. */
const NEAR = 4;
const NEAR_OF_FEW = 25;
const FEW_CELLS = 8;
/** So many encodings are asked about. */
const MOST_ALTERNATIVES = 5;
/** What chardet says of an encoding of which nothing speaks but that it could be. */
const POSSIBLE = 10;
const COMMONEST = "windows-1252";
/** From this confidence on chardet has recognised a language. */
const MOST_OTHERS = 30;
/** Letters of Western Europe but for Icelandic ones, which are what Turkish and Czech look like in its encoding. */
const WESTERN = /^[\p{ASCII}ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒàáâãäåæçèéêëìíîïñòóôõöøùúûüÿœßªº’´]*$/u;
/** What Windows programs write in place of an ISO encoding, with more characters in it. */
const ON_WINDOWS: Readonly<Record<string, string>> = {
  "ISO-8859-1": "windows-1252",
  "ISO-8859-2": "windows-1250",
  "ISO-8859-7": "windows-1253",
  "ISO-8859-8": "windows-1255",
  "ISO-8859-9": "windows-1254",
};
const SAMPLE_BYTES = 64 * 1024;
/** Share of NULs at every second byte from which ASCII in UTF-16 is recognised without a mark. */
const WIDE_SHARE = 0.3;
const WORDS = 8;
const WORD_LETTERS = 60;

export interface EncodingGuess {
  readonly encoding: Encoding;
  /** Where it is not certain: the encodings that fit about as well, the guess first. */
  readonly alternatives: readonly EncodingAlternative[];
}

/** An encoding that fits, and how it reads a few words of the file. */
export interface EncodingAlternative {
  readonly encoding: Encoding;
  readonly words: readonly string[];
}

/** Guesses how the text in `pieces` of a file is encoded. Text that is all ASCII is called UTF-8. */
export function guessEncoding(pieces: readonly Buffer[]): EncodingGuess {
  const [head] = pieces;
  const wide = head === undefined ? null : wideEncoding(head);
  if (wide !== null) return certain(wide);
  const lines = highLines(pieces);
  const others = lines.filter((line) => !isUtf8(line));
  // A few lines that somebody pasted in do not make it anything else.
  return others.length * 5 <= lines.length ? certain("UTF-8") : guessFromLines(others);
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

/** Guesses the encoding of lines beyond ASCII that are not UTF-8. */
export function guessFromLines(lines: readonly Buffer[]): EncodingGuess {
  const cells = cellsBeyondAscii(lines);
  const bytes = Buffer.from([...cells, ""].join("\n"), "latin1");
  const found = analyse(bytes).map(({ name, confidence }) => ({ name, confidence }));
  // Encodings in which the text reads the same are one candidate, under the commonest one's name.
  const readings = new Map<string, { encoding: Encoding; confidence: number }>();
  for (const { name, confidence } of [...found, { name: COMMONEST, confidence: POSSIBLE }]) {
    const [fitting] = [ON_WINDOWS[name], name]
      .flatMap((one) => encodingNamed(one ?? "") ?? [])
      .map((encoding) => ({ encoding, text: decode(bytes, encoding) }))
      .sort((a, b) => signsIn(a.text) - signsIn(b.text));
    if (fitting === undefined || fitting.encoding.name === "UTF-8") continue;
    if (fitting.text.includes("\uFFFD") && name !== COMMONEST) continue;
    const known = readings.get(fitting.text);
    const encoding = commoner(fitting.encoding, known?.encoding ?? fitting.encoding);
    readings.set(fitting.text, { encoding, confidence: Math.max(confidence, known?.confidence ?? 0) });
  }
  const western = [...readings].find(([, { encoding }]) => encoding.name === COMMONEST);
  const rivals = [...readings].filter(([, { confidence }]) => confidence >= (western?.[1].confidence ?? 0));
  const legacy = western === undefined ? [] : legacyReadings(bytes, western[0], rivals);
  if (western !== undefined && legacy[0] !== undefined) {
    return { encoding: legacy[0][1].encoding, alternatives: withWords([...legacy, western]) };
  }
  const most = Math.max(...[...readings.values()].map(({ confidence }) => confidence));
  // Names of people and places say little of their language: what reads as Western Europe's is taken for that.
  if (western !== undefined && WESTERN.test(western[0]) && most < MOST_OTHERS) return certain(COMMONEST);
  const isFew = cells.size < FEW_CELLS;
  const enough = Math.max(most - (isFew ? NEAR_OF_FEW : NEAR), Math.min(most, POSSIBLE + 1));
  const near = [...readings]
    .filter(([, { confidence }]) => confidence >= enough)
    .sort(
      ([, a], [, b]) =>
        (isFew ? 0 : b.confidence - a.confidence) ||
        ENCODINGS.indexOf(a.encoding) - ENCODINGS.indexOf(b.encoding),
    )
    .slice(0, MOST_ALTERNATIVES);
  const [best] = near;
  if (best === undefined) return certain(COMMONEST);
  return { encoding: best[1].encoding, alternatives: near.length < 2 ? [] : withWords(near) };
}

function commoner(one: Encoding, other: Encoding): Encoding {
  return ENCODINGS.indexOf(one) <= ENCODINGS.indexOf(other) ? one : other;
}

/** What stands between delimiters, quotes and line ends, where it is not all ASCII: each once, a byte a letter. */
function cellsBeyondAscii(lines: readonly Buffer[]): ReadonlySet<string> {
  const cells = lines.flatMap((line) => line.toString("latin1").split(/[\t",;]/));
  return new Set(cells.filter((cell) => /[^\p{ASCII}]/u.test(cell)));
}

/** Characters beyond ASCII that belong to no word. */
function signsIn(text: string): number {
  return text.match(/[^\p{ASCII}\p{L}\p{M}]/gu)?.length ?? 0;
}

/** Each encoding with the same few words of the text, as it reads them: words that they do not read alike. */
function withWords(
  readings: readonly (readonly [text: string, { readonly encoding: Encoding }])[],
): EncodingAlternative[] {
  const cells = readings.map(([text]) => text.split("\n"));
  const shown = (cells[0] ?? []).flatMap((cell, at) => {
    const isFirst = cells[0]?.indexOf(cell) === at;
    const differs = cells.some((others) => others[at] !== cell);
    return isFirst && differs && cell.length <= WORD_LETTERS ? [at] : [];
  });
  return readings.map(([, { encoding }], index) => ({
    encoding,
    words: shown.slice(0, WORDS).map((at) => cells[index]?.[at]?.trim() ?? ""),
  }));
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

function certain(name: string): EncodingGuess {
  const encoding = encodingNamed(name);
  if (encoding === null) throw new Error(`no encoding ${name}`);
  return { encoding, alternatives: [] };
}

const HEAD_BYTES = 256 * 1024;
const PIECE_BYTES = 64 * 1024;
const PIECES = 12;

/** Parts of a file to classify the whole of it by. */
export interface Pieces {
  readonly size: number;
  /** Its beginning. */
  readonly head: Buffer;
  /** The head is the whole file. */
  readonly whole: boolean;
  /** Pieces from all over the rest, each from after a line feed; none when the head is everything. */
  readonly further: readonly Buffer[];
}

/** Reads the first `headBytes` of a file and a few pieces of the rest. Throws the file system's errors. */
export function readPieces(path: string, headBytes = HEAD_BYTES): Pieces {
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
      // Even, so that UTF-16 stays in step.
      const start = (head.length + Math.floor(((rest - PIECE_BYTES) * i) / PIECES)) & ~1;
      const piece = at(start, PIECE_BYTES);
      further.push(piece.subarray(piece.indexOf(10) + 1));
    }
    return { size, head, whole: head.length >= size, further };
  } finally {
    closeSync(file);
  }
}

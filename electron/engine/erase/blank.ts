import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { foldAddress } from "../../../shared/addresses.ts";
import type { IsErased } from "../memory/index.ts";

/** Ends of a word, whatever text it stands in: prose, CSV, JSON. */
const BETWEEN = /[\s"<>,;:()[\]{}|\\=\0]/;
const AROUND = /['.]/;
/** No address is longer. */
const LONGEST = 320;
const PIECE = 4 * 1024 * 1024;

/** A place in a text, its end exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a text names somebody who is erased. `read`: a word as it is to be understood. */
function erasedIn(text: string, isErased: IsErased, read: (word: string) => string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let start = at;
    let end = at + 1;
    while (start > 0 && at - start < LONGEST && !BETWEEN.test(text[start - 1] ?? "")) start--;
    while (end < text.length && end - at < LONGEST && !BETWEEN.test(text[end] ?? "")) end++;
    while (start < at && AROUND.test(text[start] ?? "")) start++;
    while (end > at && AROUND.test(text[end - 1] ?? "")) end--;
    if (isErased(foldAddress(read(text.slice(start, end))))) found.push({ start, end });
  }
  return found;
}

/** The text with everybody who is erased made unreadable, as long as it was; null: it names nobody. */
export function blankedText(text: string, isErased: IsErased): string | null {
  const spans = erasedIn(text, isErased, (word) => word);
  if (spans.length === 0) return null;
  return spans.reduce(
    (left, { start, end }) => left.slice(0, start) + "x".repeat(end - start) + left.slice(end),
    text,
  );
}

/** Makes everybody in `bytes` unreadable who is erased; how many places there were. */
export function blankBytes(bytes: Buffer, isErased: IsErased, whole: "word" | "line" = "word"): number {
  const text = bytes.toString("latin1");
  const spans = erasedIn(text, isErased, (word) => Buffer.from(word, "latin1").toString("utf8"));
  for (const { start, end } of spans) {
    if (whole === "word") bytes.fill("x", start, end);
    else bytes.fill(" ", text.lastIndexOf("\n", start) + 1, lineEnd(text, end));
  }
  return spans.length;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  if (end < 0) return text.length;
  return text[end - 1] === "\r" ? end - 1 : end;
}

/** How the text of a file is read: of one byte a character in ASCII, or of two. */
export type Unit = "bytes" | "utf16le" | "utf16be";

/**
 * Makes everybody in the file unreadable who is erased, in place; with their whole lines, where asked for. How many places
 * there were. Throws the file system's errors.
 */
export function blankFile(
  path: string,
  isErased: IsErased,
  { whole = "word", unit = "bytes" }: { whole?: "word" | "line"; unit?: Unit } = {},
): number {
  const file = openSync(path, "r+");
  const piece = Buffer.alloc(PIECE);
  let places = 0;
  try {
    for (let at = 0; ; ) {
      const got = readSync(file, piece, 0, PIECE, at);
      const size = got < PIECE ? got : wholeLines(piece, unit);
      const own = piece.subarray(0, size);
      const found = unit === "bytes" ? blankBytes(own, isErased, whole) : blankWide(own, isErased, unit);
      if (found > 0) writeSync(file, own, 0, size, at);
      places += found;
      at += size;
      if (got < PIECE) break;
    }
    if (places > 0) fsyncSync(file);
    return places;
  } finally {
    closeSync(file);
  }
}

/** Up to the last line end, so that no word is cut; or all but what may be a word's beginning. */
function wholeLines(piece: Buffer, unit: Unit): number {
  const end = piece.lastIndexOf("\n") + 1;
  const width = unit === "bytes" ? 1 : 2;
  const size = end > PIECE / 2 ? end : PIECE - 4 * LONGEST;
  return size - (size % width);
}

function blankWide(bytes: Buffer, isErased: IsErased, unit: "utf16le" | "utf16be"): number {
  const swapped = unit === "utf16be";
  if (swapped) bytes.swap16();
  const spans = erasedIn(bytes.toString("utf16le"), isErased, (word) => word);
  for (const { start, end } of spans) bytes.fill("x\0", 2 * start, 2 * end, "latin1");
  if (swapped) bytes.swap16();
  return spans.length;
}

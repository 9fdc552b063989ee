import { closeSync, constants, copyFileSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import type { ErasedPeople } from "../memory/index.ts";
import { decode, type Encoding } from "../text/index.ts";
import { mentionsIn, type Span } from "./mentions.ts";

const PIECE = 4 * 1024 * 1024;
/** Characters that end an address. */
const ENDS = ["\n", "\r", ",", ";", "\t", " "].map((one) => one.charCodeAt(0));
const LINE_ENDS = new Set(["\n", "\r"].map((one) => one.charCodeAt(0)));
const X = "x".charCodeAt(0);
const BLANK = " ".charCodeAt(0);

const UTF_8: Encoding = { name: "UTF-8", unit: 1, mask: "none" };

/** A byte range in a file, and the characters to keep there. Without `kept` it is a mention. */
export interface ByteRange extends Span {
  readonly kept?: ReadonlySet<number>;
}

const isBig = ({ name }: Encoding) => name === "UTF-16BE";

/** Returns the mentions of erased people in encoded bytes. */
export function mentionsInBytes(bytes: Buffer, people: ErasedPeople, encoding = UTF_8): ByteRange[] {
  if (encoding.unit === 2) {
    const even = bytes.subarray(0, bytes.length & ~1);
    const text = (isBig(encoding) ? Buffer.from(even).swap16() : even).toString("utf16le");
    return mentionsIn(text, people).map(({ start, end }) => ({ start: 2 * start, end: 2 * end }));
  }
  return mentionsIn(bytes.toString("latin1"), people, (part) =>
    decode(Buffer.from(part, "latin1"), encoding),
  );
}

/** Returns the mentions of erased people in a text file. Throws file system errors. */
export function mentionsInFile(path: string, people: ErasedPeople, encoding = UTF_8): ByteRange[] {
  const file = openSync(path, "r");
  const piece = Buffer.alloc(PIECE);
  const places: ByteRange[] = [];
  try {
    for (let at = 0; ; ) {
      const got = readSync(file, piece, 0, PIECE, at);
      const size = got < PIECE ? got : lastLineEnd(piece);
      for (const { start, end } of mentionsInBytes(piece.subarray(0, size), people, encoding))
        places.push({ start: at + start, end: at + end });
      at += size;
      if (got < PIECE) return places;
    }
  } finally {
    closeSync(file);
  }
}

/** Splits pieces between cells, so that no address is cut. */
function lastLineEnd(piece: Buffer): number {
  const end = Math.max(...ENDS.map((code) => piece.lastIndexOf(code)));
  return (end > PIECE / 2 ? end : PIECE) & ~1;
}

/** Expands places to whole lines. Throws file system errors. */
export function linesOf(path: string, places: readonly ByteRange[]): ByteRange[] {
  if (places.length === 0) return [];
  const file = openSync(path, "r");
  const isEnd = (at: number) => {
    const one = Buffer.alloc(1);
    return at < 0 || readSync(file, one, 0, 1, at) === 0 || LINE_ENDS.has(one[0] ?? 0);
  };
  try {
    return places.map(({ start, end }) => {
      let [from, to] = [start, end];
      while (!isEnd(from - 1)) from--;
      while (!isEnd(to)) to++;
      return { start: from, end: to, kept: new Set() };
    });
  } finally {
    closeSync(file);
  }
}

/** Copies `path` to `to` with the places blanked; the length stays the same. Throws file system errors. */
export function writeBlanked(path: string, to: string, places: readonly ByteRange[], encoding = UTF_8): void {
  copyFileSync(path, to, constants.COPYFILE_FICLONE);
  const file = openSync(to, "r+");
  try {
    for (const place of places) {
      const bytes = Buffer.alloc(place.end - place.start);
      readSync(file, bytes, 0, bytes.length, place.start);
      blank(bytes, place.kept, encoding);
      writeSync(file, bytes, 0, bytes.length, place.start);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Overwrites text except the kept characters with spaces, and mentions (without `kept`) with `x`. */
export function blank(bytes: Buffer, kept: ReadonlySet<number> | undefined, encoding = UTF_8): void {
  const code = kept === undefined ? X : BLANK;
  if (encoding.unit === 1) {
    for (const [at, byte] of bytes.entries()) if (kept?.has(byte) !== true) bytes[at] = code;
    return;
  }
  if (isBig(encoding)) bytes.swap16();
  for (let at = 0; at + 2 <= bytes.length; at += 2)
    if (kept?.has(bytes.readUInt16LE(at)) !== true) bytes.writeUInt16LE(code, at);
  if (isBig(encoding)) bytes.swap16();
}

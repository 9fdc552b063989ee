import { type Encoding, encodingNamed } from "./encodings.ts";

/** CSV dialect of a file. The delimiter is one byte, as seen through a mask (see encodings.ts). */
export interface Dialect {
  readonly delimiter: string;
  /** Blanks are allowed before an opening quote: `a, "b"`. */
  readonly spacedQuotes: boolean;
  /** Every delimiter ends a record. */
  readonly flow: boolean;
}

export const BYTE = { tab: 9, lf: 10, cr: 13, space: 32, quote: 34 } as const;

export const CLASS = { delimiter: 1, lf: 2, cr: 3, quote: 4 } as const;

export interface ByteClasses {
  readonly outside: Uint8Array;
  readonly inside: Uint8Array;
}

const classesOf = new WeakMap<Dialect, ByteClasses>();

export function byteClasses(dialect: Dialect): ByteClasses {
  const classes = classesOf.get(dialect) ?? makeClasses(dialect);
  classesOf.set(dialect, classes);
  return classes;
}

function makeClasses(dialect: Dialect): ByteClasses {
  const inside = new Uint8Array(256);
  inside[BYTE.lf] = CLASS.lf;
  inside[BYTE.cr] = CLASS.cr;
  inside[BYTE.quote] = CLASS.quote;
  const outside = inside.slice();
  outside[dialect.delimiter.charCodeAt(0)] = CLASS.delimiter;
  return { outside, inside };
}

/** Returns the encoding of a byte order mark and its length in bytes; `null` without one. */
export function byteOrderMark(head: Buffer): { encoding: Encoding; bytes: number } | null {
  const marks: [string, number[]][] = [
    ["UTF-8", [0xef, 0xbb, 0xbf]],
    ["UTF-16LE", [0xff, 0xfe]],
    ["UTF-16BE", [0xfe, 0xff]],
  ];
  for (const [name, mark] of marks) {
    const encoding = encodingNamed(name);
    if (encoding !== null && mark.every((byte, i) => head[i] === byte))
      return { encoding, bytes: mark.length };
  }
  return null;
}

/** Parses a first line `sep=;`, which tells spreadsheets the delimiter; `null` without one. */
export function sepLine(
  head: Buffer,
  from: number,
  encoding: Encoding,
): { delimiter: string; bytes: number } | null {
  const text = head
    .subarray(from, from + 16 * encoding.unit)
    .toString(encoding.name === "UTF-16LE" ? "utf16le" : "latin1");
  const plain = encoding.name === "UTF-16BE" ? text.replaceAll("\0", "") : text;
  const match = /^"?sep=(.)"?(\r\n|\n|\r)/i.exec(plain);
  if (match?.[1] === undefined) return null;
  return { delimiter: match[1], bytes: match[0].length * encoding.unit };
}

/** Encodes a cell as CSV: quoted if it contains the delimiter, quotes or line breaks, or has blanks at its ends. */
export function quoteCell(cell: string, delimiter: string): string {
  const needsQuotes =
    cell.includes(delimiter) ||
    cell.includes('"') ||
    cell.includes("\n") ||
    cell.includes("\r") ||
    cell.startsWith(" ") ||
    cell.endsWith(" ") ||
    cell.startsWith("\t") ||
    cell.endsWith("\t");
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}

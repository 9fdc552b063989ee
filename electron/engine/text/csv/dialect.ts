import { type Encoding, encodingNamed } from "./encodings.ts";

/** How the records of a file are told apart. Everything is one byte, as seen through a mask (encodings.ts). */
export interface Dialect {
  readonly delimiter: string;
  /** Quotes open after blanks too: `a, "b"`. */
  readonly spacedQuotes: boolean;
  /** Every delimiter ends a record. */
  readonly flow: boolean;
}

export const BYTE = { tab: 9, lf: 10, cr: 13, space: 32, quote: 34 } as const;

/** What a byte means outside quotes. 0: nothing special. */
export const CLASS = { delimiter: 1, lf: 2, cr: 3, quote: 4 } as const;

/** The class of each byte outside quotes, and inside them (where delimiters mean nothing). */
export interface ByteClasses {
  readonly outside: Uint8Array;
  readonly inside: Uint8Array;
}

const classesOf = new WeakMap<Dialect, ByteClasses>();

/** The classes of a dialect's bytes; worked out once for each. */
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

/** The mark by which a file says its encoding; null: it has none. */
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

/** A first line `sep=;`, by which a spreadsheet is told the delimiter. */
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

/** A cell as it stands in CSV: quoted where it holds the delimiter, a quote, a line break or blanks at an end. */
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

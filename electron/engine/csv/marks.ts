import { type Encoding, encodingNamed } from "./encodings.ts";

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

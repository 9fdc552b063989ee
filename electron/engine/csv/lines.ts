import type { Encoding } from "./encodings.ts";

/** Line of the byte `at` of a file that begins with `head`, counted from 1. */
export function lineAt(head: Uint8Array, at: number, { unit, name }: Encoding): number {
  const low = name === "UTF-16BE" ? 1 : 0;
  const byte = (i: number) => (unit === 1 || head[i + 1 - low] === 0 ? head[i + low] : -1);
  let line = 1;
  for (let i = 0; i < at; i += unit) {
    const here = byte(i);
    if (here === 10 || (here === 13 && byte(i + unit) !== 10)) line++;
  }
  return line;
}

/** The bytes of a record without the line end that closes it. */
export function withoutLineEnd(
  head: Buffer,
  span: { readonly start: number; readonly end: number },
  { unit, name }: Encoding,
): Buffer {
  const low = name === "UTF-16BE" ? 1 : 0;
  let { end } = span;
  const ends = (byte: number | undefined) => byte === 10 || byte === 13;
  while (end > span.start && ends(head[end - unit + low])) end -= unit;
  return head.subarray(span.start, end);
}

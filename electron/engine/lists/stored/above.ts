import { BYTE, type Dialect, type Encoding, masked, sampleRecords } from "../../csv/index.ts";

/** Where the records stand in `above`, the lines above a header or above the first row; blank lines are none. */
export function recordsAbove(
  above: Buffer,
  encoding: Encoding,
  dialect: Dialect,
): { readonly start: number; readonly end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (let from = 0; from < above.length; ) {
    const { records } = sampleRecords(
      above.subarray(from),
      encoding,
      dialect,
      Number.POSITIVE_INFINITY,
      true,
    );
    for (const { start, end } of records) spans.push({ start: from + start, end: from + end });
    // What is left begins with a quote that nothing closes down to the header: its line is a record by itself.
    from = spans.at(-1)?.end ?? from;
    const line = nextLine(above, from, encoding);
    if (line.start < line.end) spans.push(line);
    from = line.end;
  }
  return spans;
}

/** The next line from `from` on that has anything on it, its line end included; empty where there is none. */
function nextLine(bytes: Buffer, from: number, encoding: Encoding): { start: number; end: number } {
  const { unit } = encoding;
  const units = Math.floor((bytes.length - from) / unit);
  const view = masked(bytes.subarray(from), units * unit, encoding, new Uint8Array(units + 1));
  const ends = (at: number) => view[at] === BYTE.lf || view[at] === BYTE.cr;
  let first = 0;
  while (first < units && ends(first)) first++;
  if (first === units) return { start: bytes.length, end: bytes.length };
  let last = first;
  while (last < units && !ends(last)) last++;
  if (view[last] === BYTE.cr && view[last + 1] === BYTE.lf && last + 1 < units) last++;
  return { start: from + first * unit, end: from + Math.min(units, last + 1) * unit };
}

const ZIP = [
  [0x50, 0x4b, 3, 4],
  // One without any file.
  [0x50, 0x4b, 5, 6],
];
const GZIP = [0x1f, 0x8b, 8];
const SAMPLE_BYTES = 64 * 1024;
/** Share of control characters from which bytes are no text. */
const CONTROL_SHARE = 0.05;

/** A zip archive: a workbook, perhaps. */
export function isZip(head: Uint8Array): boolean {
  return ZIP.some((magic) => magic.every((byte, i) => head[i] === byte));
}

/** One file, packed. */
export function isGzip(head: Uint8Array): boolean {
  return GZIP.every((byte, i) => head[i] === byte);
}

/** Whether a file that begins with `head` is no text at all. `wide`: it is thought to be UTF-16. */
export function isBinary(head: Uint8Array, wide: boolean): boolean {
  const length = Math.min(head.length, SAMPLE_BYTES);
  let controls = 0;
  for (let i = 0; i < length; i++) {
    const byte = head[i] as number;
    // Tab, line ends, form feed, and the mark by which DOS ended files.
    const text = byte >= 32 || (byte >= 9 && byte <= 13) || byte === 26 || (wide && byte < 9);
    if (!text) controls++;
  }
  return controls > Math.max(4, length * CONTROL_SHARE);
}

/** First bytes of files that are certainly no lists. */
const MAGIC: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46, 0x2d], // PDF
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38], // GIF
  [0x1f, 0x8b], // gzip
  [0x37, 0x7a, 0xbc, 0xaf], // 7z
  [0x52, 0x61, 0x72, 0x21], // RAR
  [0xd0, 0xcf, 0x11, 0xe0], // workbooks and documents from before 2007
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0x4d, 0x5a, 0x90], // Windows programs
  [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66], // SQLite
  [0x7b, 0x5c, 0x72, 0x74, 0x66], // RTF
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const SAMPLE_BYTES = 64 * 1024;
/** Share of control characters from which bytes are no text. */
const CONTROL_SHARE = 0.05;

/** A zip archive: a workbook, perhaps. */
export function isZip(head: Uint8Array): boolean {
  return ZIP.every((byte, i) => head[i] === byte);
}

/** Whether a file that begins with `head` is no text at all. `wide`: it is thought to be UTF-16. */
export function isBinary(head: Uint8Array, wide: boolean): boolean {
  if (MAGIC.some((magic) => magic.every((byte, i) => head[i] === byte))) return true;
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

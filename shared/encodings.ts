/** Single-byte encodings that Winnow reads, the most likely first. */
export const SINGLE_BYTE_ENCODINGS = [
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "ISO-8859-1",
  "ISO-8859-2",
  "ISO-8859-5",
  "ISO-8859-7",
  "ISO-8859-9",
  "ISO-8859-15",
  "KOI8-R",
  "KOI8-U",
  "macintosh",
  "IBM850",
  "IBM852",
  "IBM866",
] as const;

/** Names of all encodings that Winnow reads. */
export const ENCODING_NAMES = [
  "UTF-8",
  "UTF-16LE",
  "UTF-16BE",
  ...SINGLE_BYTE_ENCODINGS,
  "Shift_JIS",
  "EUC-JP",
  "GB18030",
  "Big5",
  "EUC-KR",
] as const;

/** Encodings to read a list again with; a guess that is not among them is offered too. */
export const ENCODINGS: readonly string[] = [
  "UTF-8",
  "UTF-16LE",
  "UTF-16BE",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "ISO-8859-1",
  "ISO-8859-2",
  "ISO-8859-5",
  "ISO-8859-7",
  "ISO-8859-9",
  "ISO-8859-15",
  "macintosh",
  "Shift_JIS",
  "GB18030",
];

/** A text as it reads, and where each of its characters begins in the text that it was read from. */
export interface DecodedText {
  readonly text: string;
  /** Of the character at `index`; of the end, for `text.length`. */
  startOf(index: number): number;
}

/** The text itself. */
export function readAsIs(text: string): DecodedText {
  return { text, startOf: (index) => index };
}

/** Escapes of URLs (a run at a time: UTF-8 takes several), of JSON and JavaScript, of HTML, and the NULs of UTF-16. */
const ESCAPED =
  /(?:%[0-9a-f]{2})+|%u[0-9a-f]{4}|\\u\{[0-9a-f]{1,6}\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[\\/"'bfnrt]|&#x[0-9a-f]{1,6};?|&#\d{1,7};?|&(?:amp|lt|gt|quot|apos);?|\0/gi;

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const CONTROL: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** What a text reads as with its escapes taken out once; nothing when it has none. */
export function decodings(reading: DecodedText): DecodedText[] {
  const pieces: string[] = [];
  const starts: number[] = [];
  let done = 0;
  const put = (text: string, at: number) => {
    pieces.push(text);
    for (let i = 0; i < text.length; i++) starts.push(reading.startOf(at));
  };
  const copyTo = (end: number) => {
    pieces.push(reading.text.slice(done, end));
    for (let at = done; at < end; at++) starts.push(reading.startOf(at));
  };
  for (const { 0: written, index } of reading.text.matchAll(ESCAPED)) {
    copyTo(index);
    if (/^%[^u]/i.test(written)) {
      for (const [text, byte] of utf8(written)) put(text, index + 3 * byte);
    } else put(meant(written), index);
    done = index + written.length;
  }
  if (done === 0) return [];
  copyTo(reading.text.length);
  starts.push(reading.startOf(reading.text.length));
  return [{ text: pieces.join(""), startOf: (index) => starts[index] ?? 0 }];
}

/** The characters of a run of `%` escapes, each with the place of its first byte. */
function utf8(run: string): [text: string, byte: number][] {
  const bytes = Buffer.from(run.replaceAll("%", ""), "hex");
  const characters: [string, number][] = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    characters.push([bytes.toString("utf8", at, at + length), at]);
    at += length;
  }
  return characters;
}

function meant(written: string): string {
  const digits = /^(?:%u|\\u\{?|\\x|&#x)([0-9a-f]+)/i.exec(written)?.[1];
  if (digits !== undefined) return character(Number.parseInt(digits, 16));
  const decimal = /^&#(\d+)/.exec(written)?.[1];
  if (decimal !== undefined) return character(Number(decimal));
  if (written.startsWith("&")) return NAMED[written.slice(1).replace(";", "").toLowerCase()] ?? "";
  if (written.startsWith("\\")) return CONTROL[written.slice(1)] ?? written.slice(1);
  return "";
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

const BLANK = 1;
const SEPARATOR = 2;
const START = 4;
const NUMBER = 8;
const DIGIT = 16;

/** What a byte can be. */
const KIND = new Uint8Array(256);
const mark = (characters: string, kind: number) => {
  for (const byte of Buffer.from(characters, "latin1")) KIND[byte] = (KIND[byte] ?? 0) | kind;
};
mark(' "\u00a0\u00c2', BLANK);
mark(",;\t|\r\n", SEPARATOR);
mark("=@+-", START);
mark("0123456789", NUMBER | DIGIT);
mark(" ()./'-", NUMBER);

/** Blanks that take three bytes in UTF-8. */
const LONG_BLANKS: ReadonlySet<number> = new Set(
  Array.from(
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u202f\u205f\u3000\ufeff",
    (blank) => Buffer.from(blank).readUIntBE(0, 3),
  ),
);
/** `＝`, `＠`, `＋` and `－` in UTF-8. */
const FULL_WIDTH: ReadonlySet<number> = new Set(
  Array.from("\uff1d\uff20\uff0b\uff0d", (sign) => Buffer.from(sign).readUIntBE(0, 3)),
);

const FULL_WIDTH_LEAD = Buffer.from([0xef, 0xbc]);
/** Whether the first byte of a word in memory is its lowest, as on every machine that Winnow runs on so far. */
const ENDS_LOW = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
const NO_WORDS = new Int32Array(0);

/**
 * Tells `found` where in `bytes` a cell, or what would be one in a spreadsheet with another separator, may begin with a
 * formula: in order but for full-width signs. None is missed, and most signs are passed over; whether one begins a formula
 * has to be looked at. `delimiter`: the byte that parts the file's own columns. Made for megabytes: four bytes are looked at at a time.
 */
export function findFormulaStarts(bytes: Buffer, delimiter: number, found: (at: number) => void): void {
  const look = (at: number) => {
    if (
      ((KIND[bytes[at] ?? 0] ?? 0) & START) !== 0 &&
      beginsCell(bytes, at) &&
      !isNumber(bytes, at, delimiter)
    )
      found(at);
  };
  const isAligned = bytes.byteOffset % 4 === 0 && ENDS_LOW;
  const words = isAligned ? new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2) : NO_WORDS;
  // A bar has the bit by which letters are told; where there is one, nothing is ruled out by it.
  const letters = bytes.includes(0x7c) ? 0 : 0x40404040;
  let last = 0x0a000000;
  for (let word = 0; word < words.length; word++) {
    const four = words[word] ?? 0;
    // A byte that is nought shows as its highest bit: of `@`, of `=` and `-`, of `+`.
    const at = four ^ 0x40404040;
    const equals = (four & 0xefefefef) ^ 0x2d2d2d2d;
    const plus = four ^ 0x2b2b2b2b;
    // Behind a letter, or behind 0 to 7, no cell begins: so it is with most of them, in addresses and dates.
    const before = (four << 8) | (last >>> 24);
    const digit = (before & 0xf8f8f8f8) ^ 0x30303030;
    const hit =
      (((at - 0x01010101) & ~at) | ((equals - 0x01010101) & ~equals) | ((plus - 0x01010101) & ~plus)) &
      ~((before & letters) << 1) &
      ~((digit - 0x01010101) & ~digit) &
      0x80808080;
    if (hit !== 0) for (let own = word * 4; own < word * 4 + 4; own++) look(own);
    last = four;
  }
  for (let own = words.length * 4; own < bytes.length; own++) look(own);
  for (let at = bytes.indexOf(FULL_WIDTH_LEAD); at >= 0; at = bytes.indexOf(FULL_WIDTH_LEAD, at + 2)) {
    if (FULL_WIDTH.has(threeAt(bytes, at)) && beginsCell(bytes, at)) found(at);
  }
}

const WIDE_START =
  /(?:^|[,;\t|\r\n])[ "\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]*[=@+\-\uff1d\uff20\uff0b\uff0d]/g;

/** The same in text of two bytes a unit, UTF-16; offsets in units. */
export function findWideFormulaStarts(text: string, found: (at: number) => void): void {
  for (const match of text.matchAll(WIDE_START)) found(match.index + match[0].length - 1);
}

/** Whether only blanks and quotes stand between `at` and what parts cells, or the start of the bytes. */
function beginsCell(bytes: Buffer, at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const kind = KIND[bytes[before] ?? 0] ?? 0;
    if ((kind & SEPARATOR) !== 0) return true;
    if ((kind & BLANK) !== 0) continue;
    if (!LONG_BLANKS.has(threeAt(bytes, before - 2))) return false;
    before -= 2;
  }
  return true;
}

function threeAt(bytes: Buffer, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}

/** Whether what begins with a sign at `at` is plainly a number, a telephone number or a dash alone, up to the cell's end. */
function isNumber(bytes: Buffer, at: number, delimiter: number): boolean {
  if (bytes[at] !== 0x2b && bytes[at] !== 0x2d) return false;
  let digits = 0;
  let others = 0;
  for (let next = at + 1; next < bytes.length; next++) {
    const byte = bytes[next] ?? 0;
    const kind = KIND[byte] ?? 0;
    if ((kind & DIGIT) !== 0) digits++;
    else if (ends(byte, delimiter)) return others === 0;
    // A quote ends the cell, or is one of two that stand for a quote in it.
    else if (byte === 0x22) return others === 0 && ends(bytes[next + 1] ?? 0, delimiter);
    else if ((kind & NUMBER) === 0) return false;
    // A sign or a mark before the first digit: not what a number begins with.
    else if (digits === 0 && byte !== 0x20 && byte !== 0x28) others++;
  }
  // What follows is not here: somebody has to look.
  return false;
}

function ends(byte: number, delimiter: number): boolean {
  return byte === delimiter || byte === 10 || byte === 13;
}

const LF = 10;
const CR = 13;
const BLANK = 1;
const SEPARATOR = 2;
const START = 4;
const NUMBER = 8;
const DIGIT = 16;

/** What a byte can be. NUL counts as a blank: it is half of every plain character in UTF-16. */
const KIND = new Uint8Array(256);
const mark = (characters: string, kind: number) => {
  for (const byte of Buffer.from(characters, "latin1")) KIND[byte] = (KIND[byte] ?? 0) | kind;
};
mark(' "\0\u00a0\u00c2', BLANK);
mark(",;\t|\r\n", SEPARATOR);
mark("=@+-", START);
mark("0123456789", NUMBER | DIGIT);
mark(" ()./'-\0", NUMBER);

const BLANKS_3 = Buffer.from(
  "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u202f\u205f\u3000\ufeff",
);
/** Whether the first byte of a word in memory is its lowest, as on every machine that Winnow runs on so far. */
const ENDS_LOW = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
const NO_WORDS = new Int32Array(0);
const FULL_WIDTH = Buffer.from([0xef, 0xbc]);
const FULL_WIDTH_STARTS: ReadonlySet<number> = new Set([0x9d, 0xa0, 0x8b, 0x8d]);

/**
 * Tells `found` where in `bytes` a cell, or what would be one in a spreadsheet with another separator, may begin with a
 * formula: an offset for each place, in order but for full-width signs. Far fewer places than there are signs, and none
 * is missed; whether it is a formula has to be looked at. Meant for megabytes: four bytes are looked at at a time.
 */
export function findFormulaStarts(bytes: Buffer, found: (at: number) => void): void {
  const look = (at: number) => {
    if (((KIND[bytes[at] ?? 0] ?? 0) & START) !== 0 && beginsCell(bytes, at) && !isNumber(bytes, at))
      found(at);
  };
  const isAligned = bytes.byteOffset % 4 === 0 && ENDS_LOW;
  const words = isAligned ? new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2) : NO_WORDS;
  // A bar has the bit by which letters are told; where there is one, nothing is ruled out by it.
  const letters = bytes.includes(0x7c) ? 0 : 0x40404040;
  let last = 0x0a000000;
  for (let word = 0; word < words.length; word++) {
    const four = words[word] ?? 0;
    // A byte that is nought shows as its highest bit: of `@`, of `=`, and of `+`, `-` and two of their neighbours.
    const at = four ^ 0x40404040;
    const equals = four ^ 0x3d3d3d3d;
    const sign = (four & 0xf9f9f9f9) ^ 0x29292929;
    let hit = ((at - 0x01010101) & ~at) | ((equals - 0x01010101) & ~equals) | ((sign - 0x01010101) & ~sign);
    hit &= 0x80808080;
    if (hit !== 0) {
      // Behind a letter, or behind 0 to 7, no cell begins: so it is with most of them, in addresses and dates.
      const before = (four << 8) | (last >>> 24);
      const digit = (before & 0xf8f8f8f8) ^ 0x30303030;
      hit &= ~((before & letters) << 1) & ~((digit - 0x01010101) & ~digit);
      if ((hit & 0x80) !== 0) look(word * 4);
      if ((hit & 0x8000) !== 0) look(word * 4 + 1);
      if ((hit & 0x800000) !== 0) look(word * 4 + 2);
      if (hit < 0) look(word * 4 + 3);
    }
    last = four;
  }
  for (let own = words.length * 4; own < bytes.length; own++) look(own);
  for (let at = bytes.indexOf(FULL_WIDTH); at >= 0; at = bytes.indexOf(FULL_WIDTH, at + 2)) {
    if (FULL_WIDTH_STARTS.has(bytes[at + 2] ?? 0) && beginsCell(bytes, at)) found(at);
  }
}

/** Whether only blanks and quotes stand between `at` and what parts cells, or the start of the bytes. */
function beginsCell(bytes: Buffer, at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const kind = KIND[bytes[before] ?? 0] ?? 0;
    if ((kind & SEPARATOR) !== 0) return true;
    if ((kind & BLANK) !== 0) continue;
    if (before < 2 || !isBlankOfThree(bytes, before - 2)) return false;
    before -= 2;
  }
  return true;
}

function isBlankOfThree(bytes: Buffer, at: number): boolean {
  const lead = bytes[at] ?? 0;
  if (lead < 0xe2) return false;
  for (let one = 0; one < BLANKS_3.length; one += 3) {
    if (BLANKS_3[one] === lead && BLANKS_3[one + 1] === bytes[at + 1] && BLANKS_3[one + 2] === bytes[at + 2])
      return true;
  }
  return false;
}

/** Whether what begins with a sign at `at` is plainly a number, a telephone number or a dash alone, up to the cell's end. */
function isNumber(bytes: Buffer, at: number): boolean {
  const sign = bytes[at];
  if (sign !== 0x2b && sign !== 0x2d) return false;
  let digits = 0;
  let others = 0;
  for (let next = at + 1; next < bytes.length; next++) {
    const byte = bytes[next] ?? LF;
    const kind = KIND[byte] ?? 0;
    if ((kind & DIGIT) !== 0) digits++;
    else if (byte === CR || (kind & SEPARATOR) !== 0 || byte === 0x22) break;
    else if ((kind & NUMBER) === 0) return false;
    else if (digits === 0 && byte !== 0x20 && byte !== 0x28 && byte !== 0) others++;
  }
  return others === 0;
}

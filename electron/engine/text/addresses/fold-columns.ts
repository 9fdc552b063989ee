import { isAscii } from "node:buffer";
import { domainToUnicode } from "node:url";
import { foldAddress } from "../../../../shared/fold-addresses.ts";

/** Folded texts, concatenated UTF-8, and the offset after each. */
export interface FoldedText {
  readonly bytes: Buffer;
  readonly ends: Uint32Array;
}

const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** Concatenates texts. */
export function textsOf(texts: readonly string[]): FoldedText {
  let end = 0;
  const ends = Uint32Array.from(texts, (text) => {
    end += Buffer.byteLength(text);
    return end;
  });
  return { bytes: Buffer.from(texts.join(""), "utf8"), ends };
}

/** Folds each of the concatenated texts with `fold`, ASCII ones bytewise. `into` may be the same buffer as `text`. */
export function foldTexts(
  text: Uint8Array,
  ends: Uint32Array,
  fold: (text: string) => string = foldAddress,
  into: Uint8Array = Buffer.allocUnsafe(text.length),
): FoldedText {
  const bytes = Buffer.from(into.buffer, into.byteOffset, into.length);
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0;
    seen |= byte;
    bytes[at] = LOWER[byte] ?? 0;
  }
  return seen < 0x80 ? { bytes, ends } : foldEach(text, bytes, ends, fold);
}

function foldEach(
  text: Uint8Array,
  lower: Buffer,
  ends: Uint32Array,
  fold: (text: string) => string,
): FoldedText {
  const source = Buffer.from(text.buffer, text.byteOffset, text.length);
  const pieces: Buffer[] = [];
  const foldedEnds = new Uint32Array(ends.length);
  let start = 0;
  let total = 0;
  for (let index = 0; index < ends.length; index++) {
    const end = ends[index] ?? start;
    const piece = isAscii(lower.subarray(start, end))
      ? lower.subarray(start, end)
      : Buffer.from(fold(source.toString("utf8", start, end)), "utf8");
    pieces.push(piece);
    total += piece.length;
    foldedEnds[index] = total;
    start = end;
  }
  return { bytes: Buffer.concat(pieces, total), ends: foldedEnds };
}

/** Returns the folded UTF-8 of one text in `source`. */
export function foldOne(source: Buffer, start: number, end: number): Buffer {
  return Buffer.from(foldAddress(source.toString("utf8", start, end)), "utf8");
}

export function lowerByte(byte: number): number {
  return LOWER[byte] ?? 0;
}

export function foldedAt(folded: FoldedText, index: number): string {
  return folded.bytes.toString("utf8", index === 0 ? 0 : folded.ends[index - 1], folded.ends[index]);
}

const IN_ASCII = "xn--";

/** Returns a folded address with its domain in Unicode, for display. */
export function unicodeForm(folded: string): string {
  if (!folded.includes(IN_ASCII)) return folded;
  const at = folded.lastIndexOf("@");
  const domain = domainToUnicode(folded.slice(at + 1));
  return domain === "" ? folded : folded.slice(0, at + 1) + domain.normalize("NFC").toLowerCase();
}

import { isAscii, isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { SINGLE_BYTE_ENCODINGS } from "../../../../shared/encodings.ts";

type MaskKind = "none" | "utf16le" | "utf16be" | "two_byte" | "gb18030";

export interface Encoding {
  readonly name: string;
  /** Bytes per code unit. */
  readonly unit: 1 | 2;
  readonly mask: MaskKind;
}

export const ENCODINGS: readonly Encoding[] = [
  { name: "UTF-8", unit: 1, mask: "none" },
  { name: "UTF-16LE", unit: 2, mask: "utf16le" },
  { name: "UTF-16BE", unit: 2, mask: "utf16be" },
  ...SINGLE_BYTE_ENCODINGS.map((name): Encoding => ({ name, unit: 1, mask: "none" })),
  { name: "Shift_JIS", unit: 1, mask: "two_byte" },
  { name: "EUC-JP", unit: 1, mask: "none" },
  { name: "GB18030", unit: 1, mask: "gb18030" },
  { name: "Big5", unit: 1, mask: "two_byte" },
  { name: "EUC-KR", unit: 1, mask: "two_byte" },
];

/** Returns the encoding with this name, ignoring case and punctuation; `null` if it is not supported. */
export function encodingNamed(name: string): Encoding | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const aliases: Record<string, string> = {
    utf16: "utf16le",
    ascii: "utf8",
    usascii: "utf8",
    latin1: "iso88591",
    cp1250: "windows1250",
    cp1251: "windows1251",
    cp1252: "windows1252",
    cp1253: "windows1253",
    cp1254: "windows1254",
    cp1255: "windows1255",
    cp1256: "windows1256",
    cp1257: "windows1257",
    cp850: "ibm850",
    cp852: "ibm852",
    cp866: "ibm866",
    latin2: "iso88592",
    latin9: "iso885915",
    euckr: "euckr",
    cp949: "euckr",
    cp936: "gb18030",
    cp950: "big5",
    cp932: "shiftjis",
    macroman: "macintosh",
    sjis: "shiftjis",
    gbk: "gb18030",
    gb2312: "gb18030",
  };
  const wanted = aliases[plain(name)] ?? plain(name);
  return ENCODINGS.find((encoding) => plain(encoding.name) === wanted) ?? null;
}

/** Decodes `bytes`, which must contain whole characters. Invalid bytes become U+FFFD. */
export function decode(bytes: Uint8Array, encoding: Encoding): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (encoding.name === "UTF-8") return buffer.toString("utf8");
  const text =
    encoding.name === "UTF-16LE"
      ? buffer.toString("utf16le")
      : iconv.decode(buffer, encoding.name, { stripBOM: false });
  return encoding.unit === 2 ? text.toWellFormed() : text;
}

/**
 * Returns one byte per code unit, in which only real ASCII looks like ASCII: `bytes` if it needs no mask, otherwise
 * `room`, which needs one byte more than there are units.
 */
export function maskNonAscii(
  bytes: Uint8Array,
  length: number,
  encoding: Encoding,
  room: Uint8Array,
): Uint8Array {
  switch (encoding.mask) {
    case "none":
      return bytes;
    case "utf16le":
      maskWide(bytes, length, 0, room);
      return room;
    case "utf16be":
      maskWide(bytes, length, 1, room);
      return room;
    case "two_byte":
    case "gb18030":
      maskTrails(bytes, length, encoding, room);
      return room;
  }
}

const NOT_ASCII = 0x80;

function maskWide(bytes: Uint8Array, length: number, low: 0 | 1, room: Uint8Array): void {
  for (let i = 0, unit = 0; i + 1 < length; i += 2, unit++) {
    const lower = bytes[i + low] as number;
    room[unit] = bytes[i + 1 - low] === 0 && lower < 128 ? lower : NOT_ASCII;
  }
}

function maskTrails(bytes: Uint8Array, length: number, encoding: Encoding, room: Uint8Array): void {
  const japanese = encoding.name === "Shift_JIS";
  const four = encoding.mask === "gb18030";
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] as number;
    room[i] = byte;
    const lead = byte > 0x80 && byte < 0xff && !(japanese && byte >= 0xa0 && byte < 0xe0);
    if (!lead || i + 1 >= length) continue;
    const next = bytes[i + 1] as number;
    if (four && next >= 0x30 && next <= 0x39 && i + 3 < length) {
      room[i + 1] = room[i + 2] = room[i + 3] = NOT_ASCII;
      i += 3;
    } else if (next >= 0x40) {
      room[i + 1] = NOT_ASCII;
      i++;
    }
  }
}

/** Returns whether the encoding can decode all of `bytes`, which must contain whole characters. */
export function isDecodable(bytes: Uint8Array, encoding: Encoding): boolean {
  if (encoding.name === "UTF-8") return isUtf8(bytes);
  return isAscii(bytes) || !decode(bytes, encoding).includes("\uFFFD");
}

import { BYTE } from "../csv/dialect.ts";
import { HASH_SEED, LOWER } from "./byte-interner.ts";

const LOCAL = 1;
const LABEL = 2;
const KIND = new Uint8Array(256);
for (const c of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
  KIND[c.charCodeAt(0)] = LOCAL | LABEL;
for (const c of "_+") KIND[c.charCodeAt(0)] = LOCAL;

const AT = 64;
const DOT = 46;
const HYPHEN = 45;

export interface PlainAddress {
  start: number;
  end: number;
  at: number;
  hash: number;
  domainHash: number;
}

/**
 * Returns whether `bytes[start, end)`, apart from blanks, is a common ASCII address, and fills `found`. Checks and
 * hashes in one pass for speed; everything else takes the slow path (extract.ts, syntax.ts), which agrees.
 */
export function findPlainAddress(
  bytes: Uint8Array,
  start: number,
  end: number,
  found: PlainAddress,
): boolean {
  while (start < end && bytes[start] === BYTE.space) start++;
  while (end > start && bytes[end - 1] === BYTE.space) end--;
  if (end - start > 200) return false;
  let hash = HASH_SEED;
  let at = start;
  let previous = DOT;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === AT) break;
    if (byte === DOT) {
      if (previous === DOT) return false;
    } else if (((KIND[byte] as number) & LOCAL) === 0) return false;
    hash = Math.imul(hash ^ (LOWER[byte] as number), 0x01000193);
    previous = byte;
  }
  if (at >= end || previous === DOT || at - start > 64) return false;
  hash = Math.imul(hash ^ AT, 0x01000193);
  let domainHash = HASH_SEED;
  let labelStart = at + 1;
  let dots = 0;
  previous = DOT;
  for (let i = at + 1; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte === DOT) {
      if (previous === DOT || previous === HYPHEN || i - labelStart > 63) return false;
      labelStart = i + 1;
      dots++;
    } else if (((KIND[byte] as number) & LABEL) === 0 || (byte === HYPHEN && previous === DOT)) return false;
    const lower = LOWER[byte] as number;
    hash = Math.imul(hash ^ lower, 0x01000193);
    domainHash = Math.imul(domainHash ^ lower, 0x01000193);
    previous = byte;
  }
  const letter = LOWER[bytes[labelStart] as number] as number;
  if (dots === 0 || labelStart >= end || previous === HYPHEN || end - labelStart > 63) return false;
  if (letter < 97 || letter > 122 || end - labelStart < 2) return false;
  found.start = start;
  found.end = end;
  found.at = at;
  found.hash = hash | 0;
  found.domainHash = domainHash | 0;
  return true;
}

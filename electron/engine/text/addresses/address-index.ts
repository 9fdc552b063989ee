import { foldAddress } from "../../../../shared/fold-addresses.ts";
import { type FoldedText, foldTexts } from "./fold-columns.ts";

export type AddressIndex = ReturnType<typeof indexAddresses>;

export function indexAddresses(folded: FoldedText, wanted: (address: number) => boolean) {
  const { bytes: texts, ends } = folded;
  let count = 0;
  for (let address = 0; address < ends.length; address++) if (wanted(address)) count++;
  let size = 16;
  while (size < count * 2) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  // One byte of each hash, to skip most mismatches without a cache miss on their texts.
  const tags = new Uint8Array(size);
  for (let address = 0, start = 0; address < ends.length; address++) {
    const end = ends[address] ?? start;
    if (wanted(address)) {
      const hash = shortHash(texts, start, end);
      let slot = hash & (size - 1);
      while (slots[slot] !== -1) slot = (slot + 1) & (size - 1);
      slots[slot] = address;
      tags[slot] = hash >>> 24;
    }
    start = end;
  }
  return {
    /** Returns the number of the address whose folded form is `bytes[start..end)`; -1 if unknown. */
    find(bytes: Uint8Array, start: number, end: number): number {
      const hash = shortHash(bytes, start, end);
      const tag = hash >>> 24;
      for (let slot = hash & (size - 1); ; slot = (slot + 1) & (size - 1)) {
        const address = slots[slot] ?? -1;
        if (address === -1) return -1;
        if (tags[slot] === tag && sameBytes(folded, address, bytes, start, end)) return address;
      }
    },
  };
}

function shortHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return mix(hash);
}

export function sameBytes(
  folded: FoldedText,
  index: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  const from = index === 0 ? 0 : (folded.ends[index - 1] ?? 0);
  if ((folded.ends[index] ?? 0) - from !== end - start) return false;
  for (let at = start, own = from; at < end; at++, own++) {
    if (bytes[at] !== folded.bytes[own]) return false;
  }
  return true;
}

const LOW_BITS = 21;
const LOW_RANGE = 2 ** LOW_BITS;
const BUCKETS = 1 << 16;
const BUCKET_WIDTH = 2 ** (53 - 16);

/** Returns a 53-bit hash of folded bytes. It is stored in the archive: changing it requires a new format of blocks. */
function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let one = 0x811c9dc5;
  let two = 0x9747b28c;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    one = Math.imul(one ^ byte, 0x01000193);
    two = Math.imul(two ^ byte, 0x5bd1e995);
    two ^= two >>> 15;
  }
  return mix(one ^ Math.imul(two, 0x85ebca6b)) * LOW_RANGE + (mix(two + end - start) >>> (32 - LOW_BITS));
}

function mix(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export function hashAt({ bytes, ends }: FoldedText, index: number): number {
  const start = index === 0 ? 0 : (ends[index - 1] ?? 0);
  return hashBytes(bytes, start, ends[index] ?? start);
}

export function hashAll(folded: FoldedText): Float64Array {
  const hashes = new Float64Array(folded.ends.length);
  let start = 0;
  for (let index = 0; index < hashes.length; index++) {
    const end = folded.ends[index] ?? start;
    hashes[index] = hashBytes(folded.bytes, start, end);
    start = end;
  }
  return hashes;
}

/** Returns the indexes of `hashes` sorted by hash: bucket sort by the leading bits, then insertion sort. */
export function orderByHash(hashes: Float64Array): Uint32Array {
  const starts = new Uint32Array(BUCKETS + 1);
  const bucket = (index: number) => Math.floor((hashes[index] ?? 0) / BUCKET_WIDTH);
  for (let index = 0; index < hashes.length; index++) {
    const next = bucket(index) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let at = 1; at <= BUCKETS; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const fill = starts.slice(0, BUCKETS);
  const order = new Uint32Array(hashes.length);
  for (let index = 0; index < hashes.length; index++) {
    const own = bucket(index);
    const at = fill[own] ?? 0;
    fill[own] = at + 1;
    order[at] = index;
  }
  for (let own = 0; own < BUCKETS; own++) sortRun(order, hashes, starts[own] ?? 0, starts[own + 1] ?? 0);
  return order;
}

function sortRun(order: Uint32Array, hashes: Float64Array, start: number, end: number): void {
  if (end - start > 64) {
    order.subarray(start, end).sort((a, b) => (hashes[a] ?? 0) - (hashes[b] ?? 0) || a - b);
    return;
  }
  for (let at = start + 1; at < end; at++) {
    const index = order[at] ?? 0;
    const hash = hashes[index] ?? 0;
    let slot = at;
    for (; slot > start; slot--) {
      const other = order[slot - 1] ?? 0;
      if ((hashes[other] ?? 0) <= hash) break;
      order[slot] = other;
    }
    order[slot] = index;
  }
}

export interface AddressColumns {
  readonly addressText: Uint8Array;
  readonly addressEnd: Uint32Array;
}

/** Addresses to look up, sorted by hash. */
export interface LookupKeys {
  readonly folded: FoldedText;
  readonly hashes: Float64Array;
  /** Address number of each hash. */
  readonly address: Uint32Array;
}

export function lookupKeys({ addressText, addressEnd }: AddressColumns): LookupKeys {
  return lookupKeysOf(foldTexts(addressText, addressEnd));
}

export function lookupKeysOf(folded: FoldedText): LookupKeys {
  const unsorted = hashAll(folded);
  const address = orderByHash(unsorted);
  const hashes = new Float64Array(address.length);
  for (let at = 0; at < address.length; at++) hashes[at] = unsorted[address[at] ?? 0] ?? 0;
  return { folded, hashes, address };
}

export function foldedColumns(addresses: readonly string[]): FoldedText {
  const pieces = addresses.map((address) => Buffer.from(foldAddress(address.trim()), "utf8"));
  let end = 0;
  const ends = Uint32Array.from(pieces, (piece) => {
    end += piece.length;
    return end;
  });
  return { bytes: Buffer.concat(pieces), ends };
}

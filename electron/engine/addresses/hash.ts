import type { FoldedText } from "./folded-text.ts";

const LOW_BITS = 21;
const LOW_RANGE = 2 ** LOW_BITS;
/** How many of a hash's leading bits sort it into buckets. */
const BUCKETS = 1 << 16;
const BUCKET_WIDTH = 2 ** (53 - 16);

/**
 * A hash of 53 bits (so that it is a whole number in a double) of bytes that are already folded. Stored in the
 * archive: never change it without a new kind of segment.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
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

/** The hash of each text. */
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

/** The indices of `hashes` in ascending order of hash: buckets by the leading bits, then insertion in each. */
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

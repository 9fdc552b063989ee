import { type LookupKeys, sameBytes } from "../text/index.ts";
import type { BlockData, BlockReader } from "./blocks.ts";

const STRIDE = 8;

/**
 * Calls `found` for every entry of `run` that matches a sought address. Both are sorted by hash, so one merge pass
 * suffices; equal hashes are confirmed by text.
 */
export function eachMatch(
  reader: BlockReader,
  run: number,
  keys: LookupKeys,
  found: (address: number, data: BlockData, entry: number) => void,
): void {
  const { hashes, address, folded } = keys;
  let from = 0;
  for (const block of reader.blocksOf(run)) {
    from = lowerBound(hashes, block.first, from);
    if (from >= hashes.length) return;
    if ((hashes[from] ?? 0) > block.last) continue;
    const own = reader.hashes(block);
    let data: BlockData | null = null;
    let entry = 0;
    for (let at = from; at < hashes.length && entry < own.length; at++) {
      const hash = hashes[at] ?? 0;
      // Skip in strides: usually few addresses meet many entries.
      while (entry + STRIDE < own.length && (own[entry + STRIDE] ?? 0) < hash) entry += STRIDE;
      while (entry < own.length && (own[entry] ?? 0) < hash) entry++;
      for (let same = entry; same < own.length && own[same] === hash; same++) {
        data ??= reader.data(block);
        const start = same === 0 ? 0 : (data.end[same - 1] ?? 0);
        const which = address[at] ?? 0;
        if (sameBytes(folded, which, data.text, start, data.end[same] ?? 0)) found(which, data, same);
      }
    }
  }
}

/** Returns the first index from `from` with a value of at least `value`. `values` are ascending. */
export function lowerBound(values: Float64Array, value: number, from = 0): number {
  let low = from;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

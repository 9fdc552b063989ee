import type { BlockReader } from "./blocks.ts";

/**
 * Addresses that hold `needle` (folded): the very address first, then by newest segment. Looks through the
 * texts of every block until `limit` are found, and hands control back after each.
 */
export function* searchAddresses(
  reader: BlockReader,
  segments: readonly number[],
  checks: readonly string[],
  needle: string,
  limit: number,
  isKnown: (address: string) => boolean,
): Generator<void, string[]> {
  const found = new Set<string>();
  if (needle === "") return [];
  if (needle.includes("@") && isKnown(needle)) found.add(needle);
  for (const address of checks) if (found.size < limit && address.includes(needle)) found.add(address);
  const bytes = Buffer.from(needle, "utf8");
  for (const segment of segments) {
    for (const block of reader.blocksOf(segment)) {
      if (found.size >= limit) return [...found];
      const { text, end } = reader.texts(block);
      collect(text, end, bytes, limit, found);
      yield;
    }
  }
  return [...found];
}

function collect(text: Buffer, end: Uint32Array, needle: Buffer, limit: number, found: Set<string>): void {
  let at = text.indexOf(needle);
  while (at >= 0 && found.size < limit) {
    const entry = entryAt(end, at);
    const stop = end[entry] ?? text.length;
    if (at + needle.length > stop) {
      // The hit runs over into the next address: look again from where that one starts, or one byte on.
      at = text.indexOf(needle, at + 1);
      continue;
    }
    found.add(text.toString("utf8", entry === 0 ? 0 : end[entry - 1], stop));
    at = text.indexOf(needle, stop);
  }
}

/** The entry whose text holds the byte at `at`. */
function entryAt(end: Uint32Array, at: number): number {
  let low = 0;
  let high = end.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((end[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

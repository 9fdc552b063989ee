import { foldAddress } from "../../../../shared/addresses.ts";
import { unicodeForm } from "../../addresses/index.ts";
import type { BlockReader } from "./blocks.ts";

const IN_ASCII = Buffer.from("xn--");

/**
 * Addresses, folded, that hold `needle` (a folded text) with their domain in its own script or in ASCII: the very address first, then by newest segment. Looks through the
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
  if (needle.includes("@") && isKnown(needle)) found.add(foldAddress(needle));
  for (const address of checks)
    if (found.size < limit && holds(address, needle)) found.add(foldAddress(address));
  const bytes = Buffer.from(needle, "utf8");
  for (const segment of segments) {
    for (const block of reader.blocksOf(segment)) {
      if (found.size >= limit) return [...found];
      const { text, end } = reader.texts(block);
      collect(text, end, bytes, limit, found, () => true);
      collect(text, end, IN_ASCII, limit, found, (address) => unicodeForm(address).includes(needle));
      yield;
    }
  }
  return [...found];
}

function holds(address: string, needle: string): boolean {
  return address.includes(needle) || unicodeForm(foldAddress(address)).includes(needle);
}

function collect(
  text: Buffer,
  end: Uint32Array,
  needle: Buffer,
  limit: number,
  found: Set<string>,
  passes: (address: string) => boolean,
): void {
  let at = text.indexOf(needle);
  while (at >= 0 && found.size < limit) {
    const entry = entryAt(end, at);
    const stop = end[entry] ?? text.length;
    if (at + needle.length > stop) {
      // The hit runs over into the next address: look again from where that one starts, or one byte on.
      at = text.indexOf(needle, at + 1);
      continue;
    }
    const address = text.toString("utf8", entry === 0 ? 0 : end[entry - 1], stop);
    if (passes(address) && !address.includes("\uFFFD")) found.add(foldAddress(address));
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

import { foldAddress } from "../../../shared/fold-addresses.ts";
import { foldSearch } from "../../../shared/fold-search.ts";
import { unicodeForm } from "../text/index.ts";
import type { Block } from "./blocks.ts";

const IN_ASCII = Buffer.from("xn--");

export interface Searched {
  atOnce<T>(step: () => T): T;
  /** Returns a number that changes after each write by others. */
  version(): number;
  blocks(): Block[];
  texts(block: Block): { text: Buffer; end: Uint32Array };
}

/**
 * Searches folded addresses containing `needle` (folded), with the domain in Unicode or ASCII: exact match first, then
 * by newest run, up to `limit`. Yields after each block.
 */
export function* searchAddresses(
  archive: Searched,
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
  const seen = new Set<string>();
  let version: number | null = null;
  let left: Block[] = [];
  const step = (): boolean => {
    const now = archive.version();
    // Runs may have been merged since: list the remaining blocks again.
    if (now !== version) left = archive.blocks().filter((block) => !seen.has(keyOf(block)));
    version = now;
    const block = left.shift();
    if (block === undefined) return false;
    seen.add(keyOf(block));
    const { text, end } = archive.texts(block);
    collect(text, end, bytes, limit, found, () => true);
    collect(text, end, IN_ASCII, limit, found, (address) => holds(address, needle));
    return true;
  };
  while (found.size < limit && archive.atOnce(step)) yield;
  return [...found];
}

/** Run ids can be reused after a deletion, so include the block's content. */
function keyOf({ run, block, entries, first, last }: Block): string {
  return [run, block, entries, first, last].join(" ");
}

function holds(address: string, needle: string): boolean {
  return (
    address.includes(needle) || foldSearch(unicodeForm(foldAddress(address))).includes(foldSearch(needle))
  );
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
      // The match spans two addresses: continue one byte on.
      at = text.indexOf(needle, at + 1);
      continue;
    }
    const address = text.toString("utf8", entry === 0 ? 0 : end[entry - 1], stop);
    if (passes(address) && !address.includes("\uFFFD")) found.add(foldAddress(address));
    at = text.indexOf(needle, stop);
  }
}

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

import { foldAddress } from "../../../shared/addresses.ts";
import { foldSearch } from "../../../shared/fold.ts";
import { unicodeForm } from "../text/index.ts";
import type { Block } from "./blocks.ts";

const IN_ASCII = Buffer.from("xn--");

/** What a search looks through; it may change between two steps. */
export interface Searched {
  /** Does a step, which sees one state of it. */
  atOnce<T>(step: () => T): T;
  /** Another number once somebody has written to it. */
  version(): number;
  /** Of the newest run first. */
  blocks(): Block[];
  texts(block: Block): { text: Buffer; end: Uint32Array };
}

/**
 * Addresses, folded, that hold `needle` (a folded text) with their domain in its own script or in ASCII: the very address
 * first, then by newest run. Looks through the texts of every block until `limit` are found, and hands control back
 * after each.
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
  /** Looks through the next block; false: there is none. */
  const step = (): boolean => {
    const now = archive.version();
    // What was not looked through yet may stand in other runs by now.
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

/** Numbers of runs are given anew where the newest was taken out: what is in the block tells it apart. */
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

import type { FoldedText } from "./folded-text.ts";
import { hashAll, hashBytes } from "./hash.ts";

/** Finds an address among a list's by its folded bytes. */
export interface AddressIndex {
  /** The number of the address whose folded form is `bytes[start..end)`, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number;
}

/** Indexes the addresses for which `wanted` holds, in an open hash table over their bytes. */
export function indexAddresses(folded: FoldedText, wanted: (address: number) => boolean): AddressIndex {
  const hashes = hashAll(folded);
  let size = 16;
  while (size < folded.ends.length * 2) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  for (let address = 0; address < folded.ends.length; address++) {
    if (!wanted(address)) continue;
    let slot = slotOf(hashes[address] ?? 0, size);
    while (slots[slot] !== -1) slot = (slot + 1) & (size - 1);
    slots[slot] = address;
  }
  return {
    find(bytes, start, end) {
      const hash = hashBytes(bytes, start, end);
      for (let slot = slotOf(hash, size); ; slot = (slot + 1) & (size - 1)) {
        const address = slots[slot] ?? -1;
        if (address === -1) return -1;
        if (hashes[address] === hash && sameBytes(folded, address, bytes, start, end)) return address;
      }
    },
  };
}

function slotOf(hash: number, size: number): number {
  return (hash % 0x100000000) & (size - 1);
}

/** Whether the text at `index` is exactly `bytes[start..end)`. */
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

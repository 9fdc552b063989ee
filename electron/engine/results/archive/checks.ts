import { z } from "zod";
import { foldAddress } from "../../../../shared/addresses.ts";
import type { FoldedText } from "../../addresses/index.ts";
import { hashAll } from "../../addresses/index.ts";
import { seek } from "./matches.ts";

/** A single check as it is stored: a row of its own, there being few of them. */
export const checkSchema = z.object({
  scope: z.number(),
  address: z.string(),
  at: z.number(),
  verdict: z.number(),
  flags: z.number(),
  source: z.number(),
});
export type StoredCheck = z.infer<typeof checkSchema>;

/** Addresses as folded bytes. */
export function columnsOf(addresses: readonly string[]): FoldedText {
  const pieces = addresses.map((address) => Buffer.from(foldAddress(address.trim()), "utf8"));
  const ends = new Uint32Array(pieces.length);
  let end = 0;
  for (const [index, piece] of pieces.entries()) {
    end += piece.length;
    ends[index] = end;
  }
  return { bytes: Buffer.concat(pieces), ends };
}

/** The checks of the addresses in `folded`, each with the address's number. */
export function checksAmong(folded: FoldedText, checks: readonly StoredCheck[]): [number, StoredCheck][] {
  const byAddress = Map.groupBy(checks, ({ address }) => foldAddress(address));
  const texts = columnsOf([...byAddress.keys()]);
  const keys = [...byAddress.keys()];
  const sought = seek(folded);
  const hashes = hashAll(texts);
  const found: [number, StoredCheck][] = [];
  for (const [at, key] of keys.entries()) {
    for (const address of addressesWithHash(sought.hashes, sought.address, hashes[at] ?? 0)) {
      const start = address === 0 ? 0 : (folded.ends[address - 1] ?? 0);
      if (folded.bytes.toString("utf8", start, folded.ends[address]) !== key) continue;
      for (const check of byAddress.get(key) ?? []) found.push([address, check]);
    }
  }
  return found;
}

function addressesWithHash(hashes: Float64Array, address: Uint32Array, hash: number): number[] {
  let low = 0;
  let high = hashes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hashes[middle] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (let at = low; hashes[at] === hash; at++) found.push(address[at] ?? 0);
  return found;
}

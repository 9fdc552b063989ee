import { foldAddress } from "../../../../shared/addresses.ts";
import { hashAll, orderByHash } from "./address-index.ts";
import { type FoldedText, foldTexts } from "./folded-text.ts";

export interface AddressColumns {
  readonly addressText: Uint8Array;
  readonly addressEnd: Uint32Array;
}

/** Addresses to look up, sorted by hash. */
export interface Sought {
  readonly folded: FoldedText;
  readonly hashes: Float64Array;
  /** Address number of each hash. */
  readonly address: Uint32Array;
}

export function seek({ addressText, addressEnd }: AddressColumns): Sought {
  return seekFolded(foldTexts(addressText, addressEnd));
}

export function seekFolded(folded: FoldedText): Sought {
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

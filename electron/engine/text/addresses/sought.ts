import { foldAddress } from "../../../../shared/addresses.ts";
import { hashAll, orderByHash } from "./address-index.ts";
import { type FoldedText, foldTexts } from "./folded-text.ts";

/** Addresses as they stand in a list's columns. */
export interface AddressColumns {
  readonly addressText: Uint8Array;
  readonly addressEnd: Uint32Array;
}

/** Addresses to be looked for, in order of their hashes. Made once for whatever is asked about a list. */
export interface Sought {
  readonly folded: FoldedText;
  /** Ascending. */
  readonly hashes: Float64Array;
  /** The address that each hash belongs to. */
  readonly address: Uint32Array;
}

/** A list's addresses, to be looked for. */
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

/** Addresses as columns, folded. */
export function foldedColumns(addresses: readonly string[]): FoldedText {
  const pieces = addresses.map((address) => Buffer.from(foldAddress(address.trim()), "utf8"));
  let end = 0;
  const ends = Uint32Array.from(pieces, (piece) => {
    end += piece.length;
    return end;
  });
  return { bytes: Buffer.concat(pieces), ends };
}

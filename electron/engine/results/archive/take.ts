import type Database from "better-sqlite3";
import type { FoldedText } from "../../addresses/index.ts";
import { hashAll, orderByHash } from "../../addresses/index.ts";
import { createSegmentWriter } from "./segment-writer.ts";

/** What the archive takes of one part: the entries at `addresses` of columns over the whole list. */
export interface TakenColumns {
  readonly folded: FoldedText;
  readonly addresses: Uint32Array;
  readonly verdict: Uint8Array;
  readonly flags: Uint8Array;
  readonly source: Uint8Array;
  readonly verifiedAt: Float64Array;
}

/** Writes what was taken as a segment of its own. Call it in a transaction. */
export function writeSegment(
  db: Database.Database,
  scope: number,
  { cleaning, part }: { readonly cleaning: number; readonly part: number },
  taken: TakenColumns,
): void {
  const { folded, addresses } = taken;
  const hashes = hashAll(folded);
  const order = orderByHash(Float64Array.from(addresses, (address) => hashes[address] ?? 0));
  const writer = createSegmentWriter(db, scope);
  for (const place of order) {
    const address = addresses[place] ?? 0;
    const entry = {
      hash: hashes[address] ?? 0,
      verdict: taken.verdict[address] ?? 0,
      flags: taken.flags[address] ?? 0,
      source: taken.source[address] ?? 0,
      at: taken.verifiedAt[address] ?? 0,
      cleaning,
      part,
    };
    const start = address === 0 ? 0 : (folded.ends[address - 1] ?? 0);
    writer.add(entry, folded.bytes, start, folded.ends[address] ?? start);
  }
  writer.finish();
}

import type Database from "better-sqlite3";
import { z } from "zod";
import { earlierForms } from "../../addresses/index.ts";
import type { BlockData, BlockReader } from "./blocks.ts";
import { columnsOf } from "./checks.ts";
import { eachMatch, type Sought, seek } from "./matches.ts";
import { rewrite } from "./merge.ts";
import type { Names } from "./names.ts";

const segmentsSchema = z.array(z.object({ id: z.number(), scope: z.number() }));

/**
 * Removes what cleanings found out about the address that are not `isKept` any more: their lists cannot be deleted, for
 * they are not here. Answers how many verdicts there were. Call it in a transaction.
 */
export function forgetOrphans(
  db: Database.Database,
  reader: BlockReader,
  names: Names,
  address: string,
  isKept: (cleaningId: string) => boolean,
): number {
  const orphans = new Set([...names.cleaningIds()].flatMap(([number, id]) => (isKept(id) ? [] : number)));
  if (orphans.size === 0) return 0;
  const folded = columnsOf([address]);
  const earlier = earlierForms(folded);
  const spellings: Sought[] = [seek(folded), ...(earlier === null ? [] : [seek(earlier.folded)])];
  let forgotten = 0;
  const segments = segmentsSchema.parse(db.prepare("SELECT id, scope FROM segments").all());
  for (const { id, scope } of segments) {
    const own = new Set<string>();
    const found = (_: number, data: BlockData, entry: number) => {
      if (orphans.has(data.cleaning[entry] ?? 0)) own.add(textOf(data, entry));
    };
    for (const sought of spellings) eachMatch(reader, id, sought, found);
    if (own.size === 0) continue;
    rewrite(db, scope, [id], (data, entry) => {
      const isKeptEntry = !orphans.has(data.cleaning[entry] ?? 0) || !own.has(textOf(data, entry));
      if (!isKeptEntry) forgotten++;
      return isKeptEntry;
    });
  }
  return forgotten;
}

function textOf({ text, end }: BlockData, entry: number): string {
  return text.toString("latin1", entry === 0 ? 0 : (end[entry - 1] ?? 0), end[entry] ?? 0);
}

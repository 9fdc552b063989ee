import type Database from "better-sqlite3";
import { z } from "zod";
import { foldAddress } from "../../../shared/addresses.ts";
import { COLUMN, createBlockReader } from "./blocks.ts";
import { rewrite } from "./runs.ts";

const runsSchema = z.array(z.object({ id: z.int(), scope: z.int(), isClaim: z.int() }));
const checksSchema = z.array(z.string());

/** Deletes people from a copy of the archive. Returns the number of entries. Throws SQLite errors. */
export function eraseFromArchive(
  db: Database.Database,
  people: { has(folded: string): boolean; hasDomain(domain: string): boolean },
): number {
  const reader = createBlockReader(db);
  const isErased = (text: Buffer, start: number, end: number) =>
    people.hasDomain(text.toString("utf8", text.lastIndexOf("@", end - 1) + 1, end)) &&
    people.has(text.toString("utf8", start, end));
  const put = db.prepare("UPDATE block_columns SET data = ? WHERE run = ? AND block = ? AND kind = ?");
  let erased = 0;
  const runs = db.prepare("SELECT id, scope, claim IS NOT NULL AS isClaim FROM runs").all();
  for (const { id, scope, isClaim } of runsSchema.parse(runs)) {
    let own = 0;
    for (const block of reader.blocksOf(id)) {
      const { text, end } = reader.texts(block);
      const gone = [...end].flatMap((stop, at) => {
        const start = at === 0 ? 0 : (end[at - 1] ?? 0);
        return isErased(text, start, stop) ? [{ start, stop }] : [];
      });
      own += gone.length;
      if (gone.length === 0 || isClaim === 0) continue;
      // Blank the text only: the claim's number of addresses was agreed to.
      for (const { start, stop } of gone) text.fill("x", start, stop);
      put.run(text, id, block.block, COLUMN.text);
    }
    erased += own;
    if (own > 0 && isClaim === 0)
      rewrite(
        db,
        scope,
        [id],
        ({ text, end }, at) => !isErased(text, at === 0 ? 0 : (end[at - 1] ?? 0), end[at] ?? 0),
      );
  }
  const checks = checksSchema.parse(db.prepare("SELECT DISTINCT address FROM checks").pluck().all());
  const forget = db.prepare("DELETE FROM checks WHERE address = ?");
  for (const address of checks) if (people.has(foldAddress(address))) erased += forget.run(address).changes;
  return erased;
}

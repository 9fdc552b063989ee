import Database from "better-sqlite3";
import { z } from "zod";
import { foldAddress } from "../../../shared/addresses.ts";
import type { KnownFact } from "../../../shared/bridge/memory.ts";
import { ok, type Result } from "../../../shared/result.ts";
import type { Layout } from "../store/index.ts";
import { foldedColumns, lookupKeysOf } from "../text/index.ts";
import { readFacts } from "./facts.ts";
import { nameOfSource } from "./import-store.ts";

const importsSchema = z.array(
  z.object({ id: z.string(), name: z.string(), source: z.string(), facts: z.int(), at: z.number() }),
);

/** Returns the mail outcomes of an address and of its domain, newest first. Fails with `store_corrupt`. */
export function factsAbout(layout: Layout, address: string): Result<KnownFact[]> {
  const folded = foldAddress(address.trim());
  const domain = folded.slice(folded.lastIndexOf("@"));
  const sought = lookupKeysOf(foldedColumns([folded, domain]));
  const known: KnownFact[] = [];
  const db = new Database(layout.journal, { readonly: true });
  try {
    const imports = db
      .prepare("SELECT id, name, source, facts, coalesce(assumed_at, created_at) AS at FROM imports")
      .all();
    const isThere = db.prepare("SELECT 1 FROM imports WHERE id = ?");
    for (const { id, name, source, facts, at: assumed } of importsSchema.parse(imports)) {
      const read = readFacts(layout.facts(id), facts);
      if (!read.ok) {
        // The import was removed concurrently.
        if (isThere.get(id) === undefined) continue;
        return read;
      }
      const own = read.value;
      own.eachOf(sought, (which, fact) => {
        const outcome = own.outcome(fact);
        if (outcome === null) return;
        const at = own.time(fact);
        known.push({
          ...{ importId: id, name, source: nameOfSource(source), outcome, words: own.words(fact) },
          ...{ at: at ?? assumed, isAssumed: at === null, isOfDomain: which === 1 },
        });
      });
    }
    return ok(known.sort((a, b) => b.at - a.at));
  } finally {
    db.close();
  }
}

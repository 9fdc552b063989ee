import Database from "better-sqlite3";
import { z } from "zod";
import { ok, type Result } from "../../../shared/result.ts";
import type { Layout } from "../store/index.ts";
import type { LookupKeys } from "../text/index.ts";
import { readFacts } from "./facts.ts";

const importsSchema = z.array(z.object({ id: z.string(), facts: z.int(), at: z.number() }));

/**
 * Returns the last hard bounce per address, in Unix ms, 0 for none; `null` if nothing bounced. Undated bounces use
 * `imports.assumed_at`. Fails with `store_corrupt`.
 */
export function hardBounces(layout: Layout, sought: () => LookupKeys): Result<Float64Array | null> {
  let newest: Float64Array | null = null;
  const db = new Database(layout.journal, { readonly: true });
  try {
    const imports = db
      .prepare("SELECT id, facts, coalesce(assumed_at, created_at) AS at FROM imports WHERE bounces > 0")
      .all();
    const isThere = db.prepare("SELECT 1 FROM imports WHERE id = ?");
    for (const { id, facts, at: assumed } of importsSchema.parse(imports)) {
      const read = readFacts(layout.facts(id), facts);
      if (!read.ok) {
        // The import was removed concurrently.
        if (isThere.get(id) === undefined) continue;
        return read;
      }
      const own = read.value;
      const among = sought();
      const times: Float64Array = newest ?? new Float64Array(among.address.length);
      newest = times;
      own.eachOf(among, (address, fact) => {
        if (own.outcome(fact) !== "hard") return;
        times[address] = Math.max(times[address] ?? 0, own.time(fact) ?? assumed);
      });
    }
    return ok(newest);
  } finally {
    db.close();
  }
}

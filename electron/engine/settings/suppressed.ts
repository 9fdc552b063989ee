import { existsSync, readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { z } from "zod";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Layout } from "../store/index.ts";

const listsSchema = z.array(z.object({ id: z.string(), entries: z.int() }));
const entrySchema = z.array(z.object({ entry: z.string() }));

/**
 * Every entry of every suppression list: folded addresses, and domains with a leading `@`. For worker threads. Problem:
 * `store_corrupt` when a list does not hold as many as it was given, for then somebody would be mailed who must not be.
 */
export function suppressedEntries(layout: Layout): Result<ReadonlySet<string>> {
  const db = new Database(layout.journal, { readonly: true });
  try {
    const all = new Set<string>();
    const lists = db.prepare("SELECT id, addresses + domains AS entries FROM suppression_lists").all();
    for (const { id, entries } of listsSchema.parse(lists)) {
      const path = layout.suppression(id);
      const own = existsSync(path) ? linesOf(path) : inJournal(db, id);
      if (own.length !== entries) return fail(problem("store_corrupt", { path }));
      for (const entry of own) all.add(entry);
    }
    return ok(all);
  } finally {
    db.close();
  }
}

function linesOf(path: string): string[] {
  const lines = readFileSync(path, "utf8").split("\n");
  lines.pop();
  return lines;
}

/** Lists that were added before they had files of their own. */
function inJournal(db: Database.Database, id: string): string[] {
  const rows = db.prepare("SELECT entry FROM suppressed WHERE list_id = ?").all(id);
  return entrySchema.parse(rows).map(({ entry }) => entry);
}

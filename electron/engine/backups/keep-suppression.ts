import Database from "better-sqlite3";
import { z } from "zod";
import { layoutOf } from "../store/index.ts";
import { copyPlain } from "./copy.ts";
import { codeOf } from "./errors.ts";

const listsSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    addresses: z.int(),
    domains: z.int(),
    created_at: z.int(),
  }),
);
const entriesSchema = z.array(z.string());

/**
 * Adds the suppression lists of the data folder `present` that the journal `staged` does not know, with their entries
 * below `folder`: whoever asked to be left out since a backup is not to be mailed because of a restore. A list that is
 * damaged comes along as it is, and keeps cleanings from starting there too. Answers how many were added; none, where
 * the journal that is there cannot be read. Throws the errors of SQLite about `staged`, and the file system's.
 */
export function keepSuppression(staged: Database.Database, folder: string, present: string): number {
  const { journal, suppression } = layoutOf(present);
  const target = layoutOf(folder);
  const known = new Set(
    entriesSchema.parse(staged.prepare("SELECT id FROM suppression_lists").pluck().all()),
  );
  const kept = listsIn(journal).filter(({ id }) => !known.has(id));
  for (const { id } of kept) {
    try {
      copyPlain(suppression(id), target.suppression(id));
    } catch (error) {
      // An earlier Winnow kept its entries in the journal.
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
  const add = staged.prepare(
    "INSERT INTO suppression_lists (id, name, addresses, domains, created_at) VALUES (?, ?, ?, ?, ?)",
  );
  const addEntry = staged.prepare("INSERT INTO suppressed (list_id, entry) VALUES (?, ?)");
  staged.transaction(() => {
    for (const { id, name, addresses, domains, created_at, entries } of kept) {
      add.run(id, name, addresses, domains, created_at);
      for (const entry of entries) addEntry.run(id, entry);
    }
  })();
  return kept.length;
}

function listsIn(journal: string) {
  try {
    const db = new Database(journal, { readonly: true, fileMustExist: true });
    try {
      const lists = listsSchema.parse(
        db.prepare("SELECT id, name, addresses, domains, created_at FROM suppression_lists").all(),
      );
      const entries = db.prepare("SELECT entry FROM suppressed WHERE list_id = ?").pluck();
      return lists.map((list) => ({ ...list, entries: entriesSchema.parse(entries.all(list.id)) }));
    } finally {
      db.close();
    }
  } catch {
    return [];
  }
}

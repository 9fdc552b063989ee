import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { listedSuppression } from "../settings/index.ts";
import { layoutOf } from "../store/index.ts";
import { copyPlain } from "./copy.ts";

/**
 * Adds the suppression lists of the data folder `present` that the journal `staged` does not know, with their entries
 * below `folder`: whoever asked to be left out since a backup is not to be mailed because of a restore. Where the journal
 * that is there cannot be read, none is known. Answers how many were added. Throws the errors of SQLite about `staged`,
 * and the file system's.
 */
export function keepSuppression(staged: Database.Database, folder: string, present: string): number {
  const [from, to] = [layoutOf(present), layoutOf(folder)];
  const known = new Set(listedSuppression({ db: staged }).map(({ id }) => id));
  const added = listsIn(from.journal).filter(({ id }) => !known.has(id));
  const add = staged.prepare(
    "INSERT INTO suppression_lists (id, name, addresses, domains, created_at) VALUES (?, ?, ?, ?, ?)",
  );
  for (const { id, name, addresses, domains, createdAt } of added) {
    // One without its entries is damaged, and keeps cleanings from starting there too.
    if (existsSync(from.suppression(id))) copyPlain(from.suppression(id), to.suppression(id));
    add.run(id, name, addresses, domains, createdAt);
  }
  return added.length;
}

function listsIn(journal: string) {
  let db: Database.Database | undefined;
  try {
    db = new Database(journal, { readonly: true, fileMustExist: true });
    return listedSuppression({ db });
  } catch {
    return [];
  } finally {
    db?.close();
  }
}

import Database from "better-sqlite3";
import { z } from "zod";

const addressesSchema = z.array(z.object({ id: z.string(), base_url_at_upgrade: z.string().nullable() }));

/**
 * Takes from the accounts of the `staged` journal the addresses that keys from before keychain entries named their
 * origin may be sent to, but for those that the `present` journal gives the same accounts: a backup may have been
 * doctored, and such a key would go wherever it says. Without one the key has to be entered again. Throws SQLite's
 * errors about `staged`.
 */
export function keepKeyAddresses(staged: Database.Database, present: string): void {
  const known = addressesIn(present);
  const set = staged.prepare("UPDATE accounts SET base_url_at_upgrade = ? WHERE id = ?");
  const ids = z.array(z.string()).parse(staged.prepare("SELECT id FROM accounts").pluck().all());
  staged.transaction(() => {
    for (const id of ids) set.run(known.get(id) ?? null, id);
  })();
}

/** None, where the journal that is there cannot be read. */
function addressesIn(path: string): ReadonlyMap<string, string | null> {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      const rows = db.prepare("SELECT id, base_url_at_upgrade FROM accounts").all();
      return new Map(addressesSchema.parse(rows).map((row) => [row.id, row.base_url_at_upgrade]));
    } finally {
      db.close();
    }
  } catch {
    return new Map();
  }
}

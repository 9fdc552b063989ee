import Database from "better-sqlite3";
import { z } from "zod";

const accountsSchema = z.array(
  z.object({
    id: z.string(),
    label: z.string(),
    base_url: z.string(),
    base_url_at_upgrade: z.string().nullable(),
    key_hint: z.string().nullable(),
    key_saved: z.int(),
    credits: z.number().nullable(),
    credits_read_at: z.number().nullable(),
    created_at: z.number(),
    job_form: z.string().nullable(),
  }),
);

/**
 * Adds the accounts of the `present` journal that the `staged` one does not have, or has as removed: a restore does not
 * touch the keychain, and a key whose account nobody knows could never be removed from it. Throws SQLite's errors about
 * `staged`.
 */
export function keepAccounts(staged: Database.Database, present: string): void {
  const labels = staged.prepare("SELECT lower(label) FROM accounts WHERE removed_at IS NULL").pluck();
  const add = staged.prepare(
    `INSERT INTO accounts (id, label, kind, base_url, base_url_at_upgrade, key_hint, key_saved, credits, credits_read_at,
       created_at, job_form)
     VALUES (@id, @label, 'service', @base_url, @base_url_at_upgrade, @key_hint, @key_saved, @credits, @credits_read_at,
       @created_at, @job_form)
     ON CONFLICT (id) DO UPDATE SET removed_at = NULL, removed_key_mark = NULL, label = @label, base_url = @base_url,
       key_hint = @key_hint, key_saved = @key_saved WHERE removed_at IS NOT NULL`,
  );
  const known = staged.prepare("SELECT 1 FROM accounts WHERE id = ? AND removed_at IS NULL");
  staged.transaction(() => {
    for (const account of accountsIn(present)) {
      if (known.get(account.id) !== undefined) continue;
      const taken = new Set(z.array(z.string()).parse(labels.all()));
      add.run({ ...account, label: freeOf(account.label, taken) });
    }
  })();
}

/** `wanted`, or `wanted 2`, … when it is taken. */
function freeOf(wanted: string, taken: ReadonlySet<string>): string {
  let label = wanted;
  for (let n = 2; taken.has(label.toLowerCase()); n++) label = `${wanted} ${n}`;
  return label;
}

/** None, where the journal that is there cannot be read. */
function accountsIn(path: string) {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return accountsSchema.parse(
        db.prepare("SELECT * FROM accounts WHERE kind = 'service' AND removed_at IS NULL").all(),
      );
    } finally {
      db.close();
    }
  } catch {
    return [];
  }
}

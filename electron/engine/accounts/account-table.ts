import type Database from "better-sqlite3";
import { z } from "zod";
import type { Journal } from "../store/index.ts";

const rowSchema = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(["service", "sandbox", "session"]),
  base_url: z.string(),
  key_hint: z.string().nullable(),
  key_saved: z.number().transform(Boolean),
  credits: z.number().nullable(),
  credits_read_at: z.number().nullable(),
  removed_at: z.number().nullable(),
  /** Salted hash of base URL and key, current or at removal; `null` for the sandbox. */
  key_mark: z.string().nullable(),
});

export type AccountRow = z.infer<typeof rowSchema>;

export type AccountTable = ReturnType<typeof accountTable>;

/** Returns the accounts in the journal; every change is durable when the call returns. */
export function accountTable(journal: Journal) {
  const { db } = journal;
  const run = (sql: string, values: Record<string, string | number | null>) => {
    journal.commit(() => db.prepare(sql).run(values));
  };
  return {
    /** Returns the accounts that are not removed, oldest first. */
    all: () =>
      z
        .array(rowSchema)
        .parse(
          db.prepare("SELECT * FROM accounts WHERE removed_at IS NULL ORDER BY created_at, rowid").all(),
        ),
    /** Returns the last removed account with this key mark. */
    removed: (keyMark: string) =>
      rowSchema.nullish().parse(
        db
          .prepare(
            `SELECT * FROM accounts WHERE kind = 'service' AND key_mark = ? AND removed_at IS NOT NULL
               ORDER BY removed_at DESC LIMIT 1`,
          )
          .get(keyMark),
      ) ?? null,
    /** Returns the environment's account with this key mark. */
    session: (keyMark: string) =>
      rowSchema.nullish().parse(
        db
          .prepare(
            `SELECT * FROM accounts WHERE kind = 'session' AND key_mark = ?
                 ORDER BY removed_at IS NOT NULL, created_at, rowid LIMIT 1`,
          )
          .get(keyMark),
      ) ?? null,
    find: (id: string) =>
      rowSchema.nullish().parse(db.prepare("SELECT * FROM accounts WHERE id = ?").get(id)) ?? null,
    insert: (row: { id: string; label: string; kind: AccountRow["kind"]; baseUrl: string; at: number }) =>
      run(
        `INSERT INTO accounts (id, label, kind, base_url, created_at) VALUES (@id, @label, @kind, @baseUrl, @at)`,
        row,
      ),
    setLabel: (id: string, label: string) =>
      run("UPDATE accounts SET label = @label WHERE id = @id", { id, label }),
    setBaseUrl: (id: string, baseUrl: string) =>
      run("UPDATE accounts SET base_url = @baseUrl, key_mark = NULL WHERE id = @id", {
        id,
        baseUrl,
      }),
    /** `hint`: the key's last four characters. `saved`: it is in the keychain or about to be. */
    setKey: (id: string, { hint, saved }: { hint: string | null; saved: boolean }) =>
      run("UPDATE accounts SET key_hint = @hint, key_saved = @saved, key_mark = NULL WHERE id = @id", {
        id,
        hint,
        saved: saved ? 1 : 0,
      }),
    setKeyMark: (id: string, keyMark: string) =>
      run("UPDATE accounts SET key_mark = @keyMark WHERE id = @id", { id, keyMark }),
    /** Turns the environment's account into a stored one, once the user has entered its key. */
    keepAsService: (id: string) => run("UPDATE accounts SET kind = 'service' WHERE id = @id", { id }),
    setCredits: (id: string, credits: number, at: number) =>
      run("UPDATE accounts SET credits = @credits, credits_read_at = @at WHERE id = @id", {
        id,
        credits,
        at,
      }),
    restore: (id: string, label?: string) =>
      run("UPDATE accounts SET removed_at = NULL, label = ifnull(@label, label) WHERE id = @id", {
        id,
        label: label ?? null,
      }),
    /** Marks an account as removed. Keeps its label for the history and, with `keepsMark`, its key mark. */
    markRemoved: (id: string, at: number, keepsMark: boolean) =>
      run(
        `UPDATE accounts SET removed_at = @at, key_hint = NULL, key_saved = 0, credits = NULL,
           credits_read_at = NULL, key_mark = iif(@keepsMark, key_mark, NULL) WHERE id = @id`,
        { id, at, keepsMark: keepsMark ? 1 : 0 },
      ),
  };
}

const labelsSchema = z.array(z.object({ id: z.string(), label: z.string() }));

/** Returns the label of each account, also of removed ones, by id. */
export function accountLabels(db: Database.Database): ReadonlyMap<string, string> {
  const rows = labelsSchema.parse(db.prepare("SELECT id, label FROM accounts").all());
  return new Map(rows.map(({ id, label }) => [id, label]));
}

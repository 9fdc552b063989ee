import Database from "better-sqlite3";
import { z } from "zod";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { ID_PATTERN, MIGRATIONS } from "../store/index.ts";

const idsSchema = z.array(z.object({ id: z.string() }));

/**
 * Checks a copied journal: every page, its version, references, and ids, which become the names of folders. Problems:
 * `backup_newer`, `backup_damaged`.
 */
export function checkJournal(path: string): Result<null> {
  return checked(path, "winnow.db", (db) => {
    const version = Number(db.pragma("user_version", { simple: true }));
    if (version > (MIGRATIONS.at(-1)?.version ?? 0)) return fail(problem("backup_newer"));
    const sound =
      z.array(z.unknown()).parse(db.pragma("foreign_key_check")).length === 0 &&
      idsIn(db).every((id) => ID_PATTERN.test(id));
    return sound ? ok(null) : damaged("winnow.db");
  });
}

/** Checks every page of a copied database. Problem: `backup_damaged`. */
export function checkDatabase(path: string, name: string): Result<null> {
  return checked(path, name, () => ok(null));
}

function checked(path: string, name: string, look: (db: Database.Database) => Result<null>): Result<null> {
  let db: Database.Database | undefined;
  try {
    // Not read-only: what is in a log of changes beside it is taken in here.
    db = new Database(path, { fileMustExist: true });
    db.pragma("trusted_schema = OFF");
    if (db.pragma("quick_check", { simple: true }) !== "ok") return damaged(name);
    const looked = look(db);
    // One file each: what is moved later has nothing beside it.
    db.pragma("journal_mode = DELETE");
    return looked;
  } catch {
    return damaged(name);
  } finally {
    db?.close();
  }
}

const damaged = (name: string) => fail(problem("backup_damaged", { path: name }));

function idsIn(db: Database.Database): string[] {
  return ["lists", "cleanings", "suppression_lists"].flatMap((table) =>
    idsSchema.parse(db.prepare(`SELECT id FROM ${table}`).all()).map(({ id }) => id),
  );
}

/** The files that a journal cannot do without, by their paths: of every cleaning its list and its results. */
export function filesNeeded(path: string): string[] {
  const db = new Database(path, { readonly: true });
  try {
    return z
      .array(z.object({ id: z.string(), list_id: z.string() }))
      .parse(db.prepare("SELECT id, list_id FROM cleanings").all())
      .flatMap(({ id, list_id }) => [`lists/${list_id}/original`, `cleanings/${id}/results.db`]);
  } finally {
    db.close();
  }
}

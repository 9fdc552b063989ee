import Database from "better-sqlite3";
import { z } from "zod";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { ID_PATTERN, MIGRATIONS } from "../store/index.ts";

const tablesSchema = z.array(
  z.object({ type: z.string(), name: z.string(), tbl_name: z.string(), sql: z.string().nullable() }),
);
const idsSchema = z.array(z.object({ id: z.string() }));

/**
 * Checks a copied journal wholly: every page, its version, exactly the tables of that version (a doctored one could
 * bring triggers), references, and ids, which become the names of folders. Problems: `backup_newer`, `backup_damaged`.
 */
export function checkJournal(path: string): Result<null> {
  const versionOf = (db: Database.Database) => Number(db.pragma("user_version", { simple: true }));
  const schemaOf = (db: Database.Database) => {
    const version = versionOf(db);
    if (version > (MIGRATIONS.at(-1)?.version ?? 0)) return fail(problem("backup_newer"));
    return JSON.stringify(tablesOf(db)) === JSON.stringify(tablesOfVersion(version))
      ? ok(null)
      : damaged("winnow.db");
  };
  return checked(path, "winnow.db", schemaOf, (db) => {
    const sound =
      z.array(z.unknown()).parse(db.pragma("foreign_key_check")).length === 0 &&
      idsIn(db).every((id) => ID_PATTERN.test(id));
    return sound ? ok(null) : damaged("winnow.db");
  });
}

/**
 * Checks every page of a copied database, and that it holds nothing but tables of plain columns: whatever else a schema
 * can have is worked out when it is read. Problem: `backup_damaged`.
 */
export function checkDatabase(path: string, name: string): Result<null> {
  const schemaOf = (db: Database.Database) =>
    tablesOf(db).every(({ type, sql }) => type === "table" && isPlainTable(sql ?? ""))
      ? ok(null)
      : damaged(name);
  return checked(path, name, schemaOf, () => ok(null));
}

/** The only constraint in a list or its results that is worked out. */
const KNOWN_CHECK = "CHECK (decision IN ('keep', 'drop'))";
const LONGEST_TABLE = 2000;

/** Names, types and keys: what is worked out, a CHECK, a generated column, stands in brackets of its own. */
function isPlainTable(sql: string): boolean {
  if (sql.length > LONGEST_TABLE) return false;
  const rest = sql.replace(KNOWN_CHECK, "").replaceAll(/PRIMARY KEY \([\w, ]+\)/g, "");
  return /^CREATE TABLE \w+ \([\w\s,]*\)[\w\s,]*$/.test(rest);
}

function checked(
  path: string,
  name: string,
  schemaOf: (db: Database.Database) => Result<null>,
  look: (db: Database.Database) => Result<null>,
): Result<null> {
  let db: Database.Database | undefined;
  try {
    // Not read-only: what is in a log of changes beside it is taken in here.
    db = new Database(path, { fileMustExist: true });
    db.pragma("trusted_schema = OFF");
    // First: checking the rows works out what a schema asks for.
    const schema = schemaOf(db);
    if (!schema.ok) return schema;
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

function tablesOf(db: Database.Database): z.output<typeof tablesSchema> {
  return tablesSchema.parse(
    db
      .prepare(
        // Without a text: the indexes that SQLite makes for keys.
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name",
      )
      .all(),
  );
}

function tablesOfVersion(version: number): z.output<typeof tablesSchema> {
  const db = new Database(":memory:");
  try {
    for (const migration of MIGRATIONS) if (migration.version <= version) db.exec(migration.sql);
    return tablesOf(db);
  } finally {
    db.close();
  }
}

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

import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { MIGRATIONS, type Migration } from "./migrations.ts";
import { makePrivateFile, makePrivateFolder } from "./private-files.ts";
import { openingProblem } from "./store-problem.ts";

/** The journal's connection: `synchronous = FULL`, foreign keys on, one writer (the engine's own thread). */
export interface Journal {
  readonly db: Database.Database;
  /** Runs `work` in one immediate transaction; what it wrote is on disk when this returns. */
  commit<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens the journal at `path`, bringing it to the newest version; a copy is put into `backups` before an upgrade.
 * Problems: `store_newer`, `store_corrupt`, `store_unwritable`, `store_locked`.
 */
export function openJournal(
  path: string,
  backups: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Result<Journal> {
  const open = () => {
    makePrivateFolder(dirname(path));
    makePrivateFile(path);
    const db = new Database(path, { timeout: 5000 });
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    return db;
  };
  return bringUp(path, open, migrations, (db, current) => backUp(db, backups, current));
}

/**
 * Opens a database that holds the journal of `path`, brings it to the newest version, after `before`, and hands it over.
 * Problems: those of {@link openJournal}.
 */
export function bringUp(
  path: string,
  open: () => Database.Database,
  migrations: readonly Migration[] = MIGRATIONS,
  before: (db: Database.Database, current: number) => void = () => {},
): Result<Journal> {
  let db: Database.Database | undefined;
  try {
    db = open();
    db.pragma("foreign_keys = ON");
    overwriteErased(db);
    const current = version(db);
    const newest = migrations.at(-1)?.version ?? 0;
    if (current > newest) {
      db.close();
      return fail(problem("store_newer", { dir: dirname(path) }));
    }
    if (current > 0 && current < newest) before(db, current);
    for (const migration of migrations) if (migration.version > current) migrate(db, migration);
    return ok(journal(db));
  } catch (error) {
    db?.close();
    return fail(openingProblem(error, path));
  }
}

function journal(db: Database.Database): Journal {
  return {
    db,
    commit: (work) => db.transaction(work).immediate(),
    close: () => db.close(),
  };
}

function version(db: Database.Database): number {
  return Number(db.pragma("user_version", { simple: true }));
}

function migrate(db: Database.Database, migration: Migration): void {
  db.transaction(() => {
    db.exec(migration.sql);
    db.pragma(`user_version = ${migration.version}`);
  }).immediate();
}

/** So many copies from before an upgrade are kept; the newest first. */
const KEPT = 3;

function backUp(db: Database.Database, backups: string, current: number): void {
  makePrivateFolder(backups);
  const copy = join(backups, `winnow-v${current}-${Date.now()}.db`);
  makePrivateFile(copy);
  db.prepare("VACUUM INTO ?").run(copy);
  const timeOf = (name: string) => Number(/^winnow-v\d+-(\d+)\.db$/.exec(name)?.[1] ?? Number.NaN);
  const copies = readdirSync(backups).filter((name) => !Number.isNaN(timeOf(name)));
  for (const name of copies.sort((a, b) => timeOf(b) - timeOf(a)).slice(KEPT))
    rmSync(join(backups, name), { force: true });
}

/** Makes what is deleted from now on be overwritten: what the user erases is gone from the file too. */
export function overwriteErased(db: Database.Database): void {
  db.pragma("secure_delete = ON");
}

/** Takes what was erased out of the log of changes too, unless somebody is just reading there: then it goes later. */
export function emptyLog(db: Database.Database): void {
  db.pragma("wal_checkpoint(TRUNCATE)");
}

/** Where the header of a database says how it is written: 2 is with a WAL, which memory has none of. */
const WRITE_VERSION = 18;
const READ_VERSION = 19;
const ROLLBACK = 1;

/**
 * The journal at `path` as it is at this moment, in memory, brought to the newest version there: for whoever only looks,
 * beside the Winnow that has the data folder. Nothing of it is written back. Problems: those of `openJournal`.
 */
export function copyInMemory(path: string): Result<Journal> {
  return bringUp(path, () => {
    const bytes = existsSync(path) ? contentOf(path) : Buffer.alloc(0);
    if (bytes.length === 0) return new Database(":memory:");
    bytes[WRITE_VERSION] = ROLLBACK;
    bytes[READ_VERSION] = ROLLBACK;
    return new Database(bytes);
  });
}

function contentOf(path: string): Buffer {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    // What is no database, or a damaged one, is found out by reading from it, not by copying it.
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return db.serialize();
  } finally {
    db.close();
  }
}

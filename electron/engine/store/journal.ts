import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { makePrivateFile, makePrivateFolder } from "../data-folder/index.ts";
import { overwriteErased } from "./erasing.ts";
import { MIGRATIONS, type Migration } from "./migrations/index.ts";
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

import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { MIGRATIONS, type Migration } from "./migrations.ts";
import { makePrivateFile, makePrivateFolder } from "./private-files.ts";
import { openingProblem } from "./store-problem.ts";

/** Named JSON values in the journal. `read` returns `undefined` if there is none. */
export function createStoredValues({ db }: Pick<Journal, "db">) {
  const read = db.prepare("SELECT value FROM settings WHERE name = ?").pluck();
  const write = db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)");
  const setAside = db.prepare("UPDATE OR REPLACE settings SET name = @aside WHERE name = @name");
  return {
    /** Returns a value; `undefined` if it is missing. Invalid JSON is set aside as `<name>.unreadable`. */
    read(name: string): unknown {
      const value = read.get(name);
      if (value === undefined) return undefined;
      try {
        return JSON.parse(z.string().parse(value));
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        setAside.run({ name, aside: `${name}.unreadable` });
        return undefined;
      }
    },
    write(name: string, value: unknown): void {
      write.run(name, JSON.stringify(value));
    },
  };
}

/** The journal's connection: `synchronous = FULL`, foreign keys on, a single writer (the engine's thread). */
export interface Journal {
  readonly db: Database.Database;
  /** Runs `work` in one immediate transaction; durable when it returns. */
  commit<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens and migrates the journal at `path`. Copies it to `backups` before an upgrade. Problems: `store_newer`,
 * `store_corrupt`, `store_unwritable`, `store_locked`.
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
  return openAndMigrate(path, open, migrations, (db, current) => backUp(db, backups, current));
}

/**
 * Opens a journal with `open`, calls `before` ahead of an upgrade, and migrates it. Problems: as {@link openJournal}.
 */
export function openAndMigrate(
  path: string,
  open: () => Database.Database,
  migrations: readonly Migration[] = MIGRATIONS,
  before: (db: Database.Database, current: number) => void = () => {},
): Result<Journal> {
  let db: Database.Database | undefined;
  try {
    db = open();
    db.pragma("foreign_keys = ON");
    enableSecureDelete(db);
    const current = version(db);
    const newest = migrations.at(-1)?.version ?? 0;
    if (current > newest) {
      db.close();
      return fail(problem("store_newer", { dir: dirname(path) }));
    }
    if (current > 0 && current < newest) before(db, current);
    for (const migration of migrations) if (migration.version > current) migrate(db, migration);
    return ok(timeline(db));
  } catch (error) {
    db?.close();
    return fail(openingProblem(error, path));
  }
}

function timeline(db: Database.Database): Journal {
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

/** Number of pre-upgrade copies to keep. */
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

/** Overwrites deleted content in the file from now on, for privacy. */
export function enableSecureDelete(db: Database.Database): void {
  db.pragma("secure_delete = ON");
}

/** Truncates the WAL, which may contain erased data. Postponed while there are readers. */
export function truncateWal(db: Database.Database): void {
  db.pragma("wal_checkpoint(TRUNCATE)");
}

/** Header bytes with the file format: 2 means WAL, which an in-memory database does not support. */
const WRITE_VERSION = 18;
const READ_VERSION = 19;
const ROLLBACK = 1;

/** Returns a migrated in-memory copy of the journal, for a read-only engine. Problems: those of `openJournal`. */
export function copyInMemory(path: string): Result<Journal> {
  return openAndMigrate(path, () => {
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
    // Serializing does not detect damage, but reading does.
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return db.serialize();
  } finally {
    db.close();
  }
}

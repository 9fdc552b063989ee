import { existsSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { makePrivateFile, makePrivateFolder } from "../../data-folder/index.ts";
import { overwriteErased } from "../../store/index.ts";
import { ARCHIVE_TABLES } from "./blocks.ts";

/** A connection to the archive at `path`, made with its tables unless `readonly`; then an empty one stands in for none. */
export function connect(path: string, readonly: boolean): Database.Database {
  if (readonly && existsSync(path)) {
    const db = new Database(path, { readonly: true, timeout: 60_000 });
    if (closedOnError(db, () => hasTables(db))) return db;
    db.close();
  }
  if (!readonly && path !== ":memory:") {
    makePrivateFolder(dirname(path));
    makePrivateFile(path);
  }
  const db = new Database(readonly ? ":memory:" : path, { timeout: 60_000 });
  return closedOnError(db, () => {
    // Blobs of half a megabyte: fewer, larger pages are read quicker. What exists keeps its own.
    db.pragma("page_size = 16384");
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL");
    overwriteErased(db);
    if (!hasTables(db) || !notesAsked(db)) db.transaction(() => db.exec(ARCHIVE_TABLES)).immediate();
    if (!saysWhenTaken(db)) db.transaction(() => addWhenTaken(db)).immediate();
    return db;
  });
}

function closedOnError<T>(db: Database.Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether the archive notes when parts came home: one of an earlier Winnow does not until it is written to. */
export function saysWhenTaken(db: Database.Database): boolean {
  return db.prepare("SELECT 1 FROM pragma_table_info('taken') WHERE name = 'at'").get() !== undefined;
}

/** Whether the archive notes which checks are unanswered: one of an earlier Winnow does not until it is written to. */
export function notesAsked(db: Database.Database): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'asked'").get() !== undefined;
}

function addWhenTaken(db: Database.Database): void {
  if (!saysWhenTaken(db)) db.exec("ALTER TABLE taken ADD COLUMN at INTEGER");
}

function hasTables(db: Database.Database): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'checks'").get() !== undefined;
}

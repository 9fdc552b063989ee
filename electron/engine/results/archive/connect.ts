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
    // Two threads may begin with it at once.
    if (!hasTables(db)) db.transaction(() => void (hasTables(db) || db.exec(ARCHIVE_TABLES))).immediate();
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

function hasTables(db: Database.Database): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'checks'").get() !== undefined;
}

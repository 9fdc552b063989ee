import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";

/** Held while a Winnow uses a data folder. The system lets go of it when the process ends, however it ends. */
export interface DataLock {
  release(): void;
}

/**
 * Takes `dataDir` for this process alone, making the folder if need be.
 * Problems: `store_locked` when another Winnow has it, `store_unwritable`, `disk_full`.
 */
export function lockDataDir(dataDir: string): Result<DataLock> {
  let db: Database.Database | undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    db = new Database(join(dataDir, "lock.db"), { timeout: 0 });
    db.pragma("locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE");
    const held = db;
    return ok({ release: () => held.close() });
  } catch (error) {
    db?.close();
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
      return fail(problem("store_locked", { dir: dataDir }));
    }
    if (code === "ENOSPC" || code === "SQLITE_FULL") return fail(problem("disk_full", { path: dataDir }));
    return fail(problem("store_unwritable", { dir: dataDir, why: reason(code) }));
  }
}

function reason(code: string): string {
  switch (code) {
    case "EACCES":
    case "EPERM":
      return "no permission";
    case "EROFS":
    case "SQLITE_READONLY":
      return "it is read-only";
    case "ENOTDIR":
    case "EEXIST":
      return "there is a file in its place";
    case "SQLITE_CANTOPEN":
      return "its files cannot be opened";
    default:
      return code === "" ? "the system refused" : code;
  }
}

import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { codeOf } from "../../../shared/errors.ts";
import { systemCodeOf } from "../../../shared/problems/define-problem.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { checkFolderOwnership } from "./folder-ownership.ts";
import { makePrivateFile, makePrivateFolder, OWN, PRIVATE_FOLDER, takenNames } from "./private-files.ts";

/** Exclusive lock on a data folder. The system releases it when the process ends. */
export interface DataLock {
  release(): void;
}

/**
 * Locks `dataDir` for this process; creates the folder if needed. Problems: `store_locked`, `store_foreign` (another
 * user has access), `store_shared` (it holds the user's own files under names that Winnow uses), `store_unwritable`, `disk_full`.
 */
export function lockDataDir(dataDir: string): Result<DataLock> {
  let db: Database.Database | undefined;
  try {
    const foreign = checkFolderOwnership(dataDir) ?? shared(dataDir) ?? foreignOnceMade(dataDir);
    if (foreign !== null) return fail(foreign);
    makePrivateFile(join(dataDir, "lock.db"));
    db = new Database(join(dataDir, "lock.db"), { timeout: LOCK_TIMEOUT_MS });
    db.pragma("locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE");
    const held = db;
    noteHolder(dataDir);
    return ok({
      release() {
        forgetHolder(dataDir);
        held.close();
      },
    });
  } catch (error) {
    db?.close();
    const code = codeOf(error);
    if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
      return fail(problem("store_locked", { dir: dataDir, holder: holderOf(dataDir) }));
    }
    if (code === "ENOSPC" || code === "SQLITE_FULL") return fail(problem("disk_full", { path: dataDir }));
    return fail(problem("store_unwritable", { dir: dataDir, code: systemCodeOf(error) }));
  }
}

/** In a folder not yet used by Winnow, entries with its names are the user's and would be moved or deleted. */
function shared(dataDir: string): Problem | null {
  const names = takenNames(dataDir);
  return names.length === 0 ? null : problem("store_shared", { dir: dataDir, files: names });
}

/** Time to wait for processes that only test the lock, in ms. */
const LOCK_TIMEOUT_MS = 100;

function foreignOnceMade(dataDir: string): Problem | null {
  makePrivateFolder(dataDir);
  const foreign = checkFolderOwnership(dataDir);
  if (foreign === null) makePrivate(dataDir);
  return foreign;
}

/** Makes Winnow's data folder private. A folder with other content keeps its mode; Winnow's entries are private. */
function makePrivate(dataDir: string): void {
  if (process.platform === "win32" || (statSync(dataDir).mode & 0o077) === 0) return;
  const names = readdirSync(dataDir);
  const isOurs = names.includes("winnow.db") || names.every((name) => OWN.test(name));
  const isShared = (statSync(dataDir).mode & 0o1000) !== 0;
  if (!isOurs || isShared) return;
  try {
    chmodSync(dataDir, PRIVATE_FOLDER);
  } catch {
    // A drive without modes, or root's folder.
  }
}

export interface LockHolder {
  readonly pid: number;
  readonly host: string;
}

const holderSchema = z.object({ pid: z.int().min(1), host: z.string().max(255) });
const noteOf = (dataDir: string) => join(dataDir, "lock.db.holder");

/** Records the lock's holder for error messages. The lock does not depend on it. */
function noteHolder(dataDir: string): void {
  try {
    makePrivateFile(noteOf(dataDir));
    writeFileSync(noteOf(dataDir), JSON.stringify({ pid: process.pid, host: hostname() }));
  } catch {
    // Only the error message is less specific.
  }
}

function forgetHolder(dataDir: string): void {
  try {
    rmSync(noteOf(dataDir), { force: true });
  } catch {
    // Readers check whether the process is still running.
  }
}

/** Returns the lock's holder if known: a killed process leaves its note behind. */
export function holderOf(dataDir: string): LockHolder | null {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(noteOf(dataDir), "utf8")));
    return holder.host === hostname() && !isRunning(holder.pid) ? null : holder;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { systemCodeOf } from "../../../shared/problems/values.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { foreignHands, openToAll } from "./foreign-hands.ts";
import { makePrivateFile, makePrivateFolder, OWN, PRIVATE_FOLDER, takenNames } from "./private-files.ts";

/** Held while a Winnow uses a data folder. The system lets go of it when the process ends, however it ends. */
export interface DataLock {
  release(): void;
}

/**
 * Takes `dataDir` for this process alone, making the folder if need be.
 * Problems: `store_locked` when another Winnow has it, `store_foreign` when another user can reach into it,
 * `store_shared` when files of the user's own stand where Winnow keeps its data, `store_unwritable`, `disk_full`.
 */
export function lockDataDir(dataDir: string): Result<DataLock> {
  let db: Database.Database | undefined;
  try {
    const foreign = foreignHands(dataDir) ?? shared(dataDir) ?? foreignOnceMade(dataDir);
    if (foreign !== null) return fail(foreign);
    makePrivateFile(join(dataDir, "lock.db"));
    db = new Database(join(dataDir, "lock.db"), { timeout: GLANCE });
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
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
      return fail(problem("store_locked", { dir: dataDir, holder: holderOf(dataDir) }));
    }
    if (code === "ENOSPC" || code === "SQLITE_FULL") return fail(problem("disk_full", { path: dataDir }));
    return fail(problem("store_unwritable", { dir: dataDir, code: systemCodeOf(error) }));
  }
}

/** In a folder that is not Winnow's yet, what stands under its names is the user's: it would be moved and deleted as its own. */
function shared(dataDir: string): Problem | null {
  const names = takenNames(dataDir);
  return names.length === 0 ? null : problem("store_shared", { dir: dataDir, files: names });
}

/** Milliseconds for which somebody who only looks whether the folder is held may be in the way. */
const GLANCE = 100;

/** Makes the data folder for the user alone, and looks at what is there then. */
function foreignOnceMade(dataDir: string): Problem | null {
  makePrivateFolder(dataDir);
  return foreignHands(dataDir) ?? openToAll(takenBack(dataDir));
}

/**
 * Takes the data folder back from everybody else when it is Winnow's. A folder that holds other things keeps its mode:
 * in it Winnow's own folders and files are private.
 */
function takenBack(dataDir: string): string {
  if (process.platform === "win32" || (statSync(dataDir).mode & 0o077) === 0) return dataDir;
  const names = readdirSync(dataDir);
  const isOurs = names.includes("winnow.db") || names.every((name) => OWN.test(name));
  const isShared = (statSync(dataDir).mode & 0o1000) !== 0;
  if (!isOurs || isShared) return dataDir;
  try {
    chmodSync(dataDir, PRIVATE_FOLDER);
  } catch {
    // A drive without modes, or root's folder: whoever may write there is looked at next.
  }
  return dataDir;
}

/** Who has the data folder: a process, and the machine that it runs on. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
}

const holderSchema = z.object({ pid: z.int().min(1), host: z.string().max(255) });
const noteOf = (dataDir: string) => join(dataDir, "lock.db.holder");

/** Notes that this process has the folder, for those who find it locked. The lock itself does not depend on it. */
function noteHolder(dataDir: string): void {
  try {
    makePrivateFile(noteOf(dataDir));
    writeFileSync(noteOf(dataDir), JSON.stringify({ pid: process.pid, host: hostname() }));
  } catch {
    // Others are told less.
  }
}

function forgetHolder(dataDir: string): void {
  try {
    rmSync(noteOf(dataDir), { force: true });
  } catch {
    // Whoever reads it finds that the process has ended.
  }
}

/** Who has the locked folder, as far as that is known: a note may be left by a process that was killed. */
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
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

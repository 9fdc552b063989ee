import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { cp, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type Layout, layoutOf } from "./layout.ts";
import type { Task } from "./tasks.ts";

/** The folders and databases of a backup: everything but keys, the sandbox and finished exports. */
const FOLDERS = ["lists", "cleanings"] as const;

export interface BackedUp {
  readonly path: string;
  readonly bytes: number;
}

/** What the store does in worker threads: a backup of years of history takes its time. */
export const storeTasks: { "store.backUp": Task<{ dataDir: string; at: number }, BackedUp> } = {
  "store.backUp": ({ dataDir, at }) => backUp(layoutOf(dataDir), new Date(at)),
};

/**
 * Copies everything but keys into a new folder under `backups`; answers its path and size in bytes. Live databases
 * are copied by SQLite itself, never as files. Half a backup is removed again.
 */
async function backUp(layout: Layout, at: Date): Promise<Result<BackedUp>> {
  const path = join(layout.backups, `winnow-${at.toISOString().replace(/[:.]/g, "-")}`);
  const growing = `${path}.growing`;
  try {
    mkdirSync(growing, { recursive: true });
    copyDatabase(layout.journal, join(growing, "winnow.db"));
    if (existsSync(layout.archive)) copyDatabase(layout.archive, join(growing, "archive.db"));
    for (const folder of FOLDERS) {
      const from = join(layout.dataDir, folder);
      if (existsSync(from)) await copyFolder(from, join(growing, folder));
    }
    renameSync(growing, path);
    return ok({ path, bytes: await sizeOf(path) });
  } catch (error) {
    rmSync(growing, { recursive: true, force: true });
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOSPC" || code === "SQLITE_FULL") return fail(problem("disk_full", { path }));
    return fail(
      problem("store_unwritable", { dir: layout.backups, why: code === "" ? "the system refused" : code }),
    );
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyFolder(source, target);
    else if (entry.name.endsWith(".db")) copyDatabase(source, target);
    else if (!entry.name.endsWith("-wal") && !entry.name.endsWith("-shm")) await cp(source, target);
  }
}

function copyDatabase(source: string, target: string): void {
  const db = new Database(source, { readonly: true });
  try {
    db.prepare("VACUUM INTO ?").run(target);
  } finally {
    db.close();
  }
}

/**
 * Puts a backup's content in the place of the data folder's, before anything is opened. What was there is moved
 * aside into `backups`, never deleted. Problem: `store_corrupt` when the backup is not sound.
 */
export function restoreInto(layout: Layout, backup: string, at: Date): Result<{ aside: string }> {
  const journal = join(backup, "winnow.db");
  if (!isSound(journal)) return fail(problem("store_corrupt", { path: journal }));
  const aside = join(layout.backups, `replaced-${at.toISOString().replace(/[:.]/g, "-")}`);
  mkdirSync(aside, { recursive: true });
  for (const name of readdirSync(layout.dataDir)) {
    if (/^(winnow|archive)\.db(-wal|-shm)?$/.test(name) || FOLDERS.some((folder) => folder === name)) {
      renameSync(join(layout.dataDir, name), join(aside, name));
    }
  }
  for (const name of readdirSync(backup)) copyInto(join(backup, name), join(layout.dataDir, name));
  return ok({ aside });
}

function copyInto(from: string, to: string): void {
  if (statSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) copyInto(join(from, name), join(to, name));
  } else if (from.endsWith(".db")) copyDatabase(from, to);
  else copyFileSync(from, to);
}

function isSound(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    const db = new Database(path, { readonly: true });
    const sound = db.pragma("quick_check", { simple: true }) === "ok";
    db.close();
    return sound;
  } catch {
    return false;
  }
}

/** Bytes under `path`, files of all depths; what vanishes meanwhile counts for nothing. */
export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isDirectory()) return found?.size ?? 0;
  let bytes = 0;
  for (const name of await readdir(path).catch(() => [])) bytes += await sizeOf(join(path, name));
  return bytes;
}

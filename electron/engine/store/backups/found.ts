import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { codeOf } from "../../../../shared/errors.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { ID_PATTERN } from "../layout.ts";
import { MIGRATIONS } from "../migrations.ts";
import {
  FORMAT,
  idsIn,
  isFolder,
  isLog,
  kindOf,
  MANIFEST,
  MAX_FILES,
  MAX_MANIFEST_BYTES,
  type Manifest,
  manifestSchema,
} from "./format.ts";

export interface FoundBackup {
  readonly folder: string;
  /** `null` for a backup of an older Winnow or data replaced by a restore. */
  readonly manifest: Manifest | null;
  /** File sizes in bytes by path below the folder. */
  readonly files: ReadonlyMap<string, number>;
}

const DROPPINGS = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/;
/** Temporary files in a folder that Winnow has worked in. */
const UNFINISHED = /(\.new|\.removed|\.new-wal|\.new-shm|\.arriving|\.erased|-shm|\.part)$/;
const MAX_ENTRIES = 2 * MAX_FILES;

/**
 * Inspects the folder `path` without changing it: it may only contain known file names, with the number and sizes that
 * the manifest states. Problems: `backup_not_one`, `backup_damaged`, `backup_newer`, `backup_unreadable`.
 */
export function findBackup(path: string): Result<FoundBackup> {
  try {
    const folder = realpathSync(path);
    if (!lstatSync(folder).isDirectory()) return fail(problem("backup_not_one", { path }));
    if (folder.endsWith(".growing")) return fail(problem("backup_damaged", {}));
    const manifest = readManifest(folder);
    if (!manifest.ok) return manifest;
    const isOne = manifest.value !== null || lstatSync(join(folder, "winnow.db"), { throwIfNoEntry: false });
    if (!isOne) return fail(problem("backup_not_one", { path }));
    const seen = walk(folder, manifest.value === null);
    if (!seen.ok) return seen;
    const files = seen.value;
    if (!files.has("winnow.db")) return fail(problem("backup_damaged", {}));
    if (manifest.value !== null) {
      const listed = new Map(manifest.value.files.map((file) => [file.path, file.bytes]));
      for (const [name, bytes] of listed) {
        const there = files.get(name);
        if (there === undefined || there < bytes) return fail(problem("backup_damaged", {}));
        if (there !== bytes) return fail(problem("backup_damaged", { path: name }));
      }
      for (const name of files.keys()) {
        if (!listed.has(name)) return fail(problem("backup_damaged", { path: name }));
      }
    }
    return ok({ folder, manifest: manifest.value, files });
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP")
      return fail(problem("backup_not_one", { path }));
    return fail(problem("backup_unreadable", { path }));
  }
}

function readManifest(folder: string): Result<Manifest | null> {
  const path = join(folder, MANIFEST);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return ok(null);
  if (!found.isFile() || found.size > MAX_MANIFEST_BYTES) {
    return fail(problem("backup_damaged", { path: MANIFEST }));
  }
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    const version = z.object({ format: z.int().min(1) }).parse(content);
    if (version.format > FORMAT) return fail(problem("backup_newer"));
    return ok(manifestSchema.parse(content));
  } catch {
    return fail(problem("backup_damaged", { path: MANIFEST }));
  }
}

/** `asUsed`: the folder may be a data folder that Winnow worked in. */
function walk(folder: string, asUsed: boolean): Result<Map<string, number>> {
  const files = new Map<string, number>();
  const open = [""];
  for (let seen = 0; ; ) {
    const below = open.pop();
    if (below === undefined) return ok(files);
    for (const name of readdirSync(join(folder, below))) {
      if (++seen > MAX_ENTRIES) return fail(problem("backup_damaged", { why: "too_many_files" }));
      const path = below === "" ? name : `${below}/${name}`;
      if (path === MANIFEST || DROPPINGS.test(path)) continue;
      const found = lstatSync(join(folder, path));
      if (found.isDirectory() && isFolder(path)) open.push(path);
      else if (found.isFile() && (kindOf(path) !== null || (asUsed && isLog(path)))) {
        files.set(path, found.size);
      } else if (!(asUsed && found.isFile() && UNFINISHED.test(path))) {
        return fail(problem("backup_damaged", { path }));
      }
    }
  }
}

/**
 * Checks pages, version, foreign keys, and ids, which become folder names. Problems: `backup_newer`, `backup_damaged`.
 */
export function checkJournal(path: string): Result<null> {
  return checked(path, "winnow.db", (db) => {
    const version = Number(db.pragma("user_version", { simple: true }));
    if (version > (MIGRATIONS.at(-1)?.version ?? 0)) return fail(problem("backup_newer"));
    const sound =
      z.array(z.unknown()).parse(db.pragma("foreign_key_check")).length === 0 &&
      (["lists", "cleanings", "imports"] as const).every((table) =>
        idsIn(db, table).every((id) => ID_PATTERN.test(id)),
      );
    return sound ? ok(null) : damaged("winnow.db");
  });
}

export function checkDatabase(path: string, name: string): Result<null> {
  return checked(path, name, () => ok(null));
}

function checked(path: string, name: string, look: (db: Database.Database) => Result<null>): Result<null> {
  let db: Database.Database | undefined;
  try {
    // Opened for writing, to recover its WAL.
    db = new Database(path, { fileMustExist: true });
    db.pragma("trusted_schema = OFF");
    if (db.pragma("quick_check", { simple: true }) !== "ok") return damaged(name);
    // Winnow creates neither; in someone else's backup they could run SQL.
    const foreign = db.prepare("SELECT 1 FROM sqlite_schema WHERE type IN ('trigger', 'view') LIMIT 1");
    if (foreign.get() !== undefined) return damaged(name);
    const result = look(db);
    // Removes the WAL, so that the database is one file to move.
    db.pragma("journal_mode = DELETE");
    return result;
  } catch {
    return damaged(name);
  } finally {
    db?.close();
  }
}

const damaged = (name: string) => fail(problem("backup_damaged", { path: name }));

/** Returns the paths of the files that a journal requires: list and results of each cleaning. */
export function filesNeeded(path: string): string[] {
  const db = new Database(path, { readonly: true });
  try {
    return z
      .array(z.object({ id: z.string(), list_id: z.string() }))
      .parse(db.prepare("SELECT id, list_id FROM cleanings").all())
      .flatMap(({ id, list_id }) => [`lists/${list_id}/list.db`, `cleanings/${id}/results.db`]);
  } finally {
    db.close();
  }
}

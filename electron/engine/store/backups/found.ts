import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { ID_PATTERN } from "../layout.ts";
import { MIGRATIONS } from "../migrations.ts";
import {
  codeOf,
  FORMAT,
  isFolder,
  isLog,
  kindOf,
  MANIFEST,
  type Manifest,
  MOST_MANIFEST_BYTES,
  manifestSchema,
} from "./format.ts";

/** A folder that was found to be a backup, as far as names, kinds and sizes tell. */
export interface FoundBackup {
  readonly folder: string;
  /** null: an older Winnow made it, or it is what a restore moved aside. */
  readonly manifest: Manifest | null;
  /** Bytes of each file that belongs to it, by its path below the folder. */
  readonly files: ReadonlyMap<string, number>;
}

/** Left behind by systems that show folders; of no use, and no reason to refuse. */
const DROPPINGS = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/;
/** What may lie beside finished files where a folder is as Winnow used it. */
const UNFINISHED = /(\.new|\.removed|\.new-wal|\.new-shm|\.arriving|\.erased|-shm|\.part)$/;
const MOST_FILES = 2_000_000;

/**
 * Looks at the folder `path` without changing anything: only plain files of the names that Winnow gives, and as many
 * and as long as the manifest says. Problems: `backup_not_one`, `backup_damaged`, `backup_newer`.
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
  if (!found.isFile() || found.size > MOST_MANIFEST_BYTES) {
    return fail(problem("backup_damaged", { path: MANIFEST }));
  }
  try {
    const told: unknown = JSON.parse(readFileSync(path, "utf8"));
    const version = z.object({ format: z.int().min(1) }).parse(told);
    if (version.format > FORMAT) return fail(problem("backup_newer"));
    return ok(manifestSchema.parse(told));
  } catch {
    return fail(problem("backup_damaged", { path: MANIFEST }));
  }
}

/** `asUsed`: the folder may be one that Winnow worked in. */
function walk(folder: string, asUsed: boolean): Result<Map<string, number>> {
  const files = new Map<string, number>();
  const open = [""];
  for (let seen = 0; ; ) {
    const below = open.pop();
    if (below === undefined) return ok(files);
    for (const name of readdirSync(join(folder, below))) {
      if (++seen > MOST_FILES) return fail(problem("backup_damaged", { why: "too_many_files" }));
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

const idsSchema = z.array(z.object({ id: z.string() }));

/**
 * Checks a copied journal: every page, its version, references, and ids, which become the names of folders. Problems:
 * `backup_newer`, `backup_damaged`.
 */
export function checkJournal(path: string): Result<null> {
  return checked(path, "winnow.db", (db) => {
    const version = Number(db.pragma("user_version", { simple: true }));
    if (version > (MIGRATIONS.at(-1)?.version ?? 0)) return fail(problem("backup_newer"));
    const sound =
      z.array(z.unknown()).parse(db.pragma("foreign_key_check")).length === 0 &&
      idsIn(db).every((id) => ID_PATTERN.test(id));
    return sound ? ok(null) : damaged("winnow.db");
  });
}

/** Checks every page of a copied database. Problem: `backup_damaged`. */
export function checkDatabase(path: string, name: string): Result<null> {
  return checked(path, name, () => ok(null));
}

function checked(path: string, name: string, look: (db: Database.Database) => Result<null>): Result<null> {
  let db: Database.Database | undefined;
  try {
    // Not read-only: what is in a log of changes beside it is taken in here.
    db = new Database(path, { fileMustExist: true });
    db.pragma("trusted_schema = OFF");
    if (db.pragma("quick_check", { simple: true }) !== "ok") return damaged(name);
    const looked = look(db);
    // One file each: what is moved later has nothing beside it.
    db.pragma("journal_mode = DELETE");
    return looked;
  } catch {
    return damaged(name);
  } finally {
    db?.close();
  }
}

const damaged = (name: string) => fail(problem("backup_damaged", { path: name }));

function idsIn(db: Database.Database): string[] {
  return ["lists", "cleanings", "imports"].flatMap((table) =>
    idsSchema.parse(db.prepare(`SELECT id FROM ${table}`).all()).map(({ id }) => id),
  );
}

/** The files that a journal cannot do without, by their paths: of every cleaning its list and its results. */
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

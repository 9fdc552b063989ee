import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { codeOf } from "../../../../shared/errors.ts";
import { systemCodeOf } from "../../../../shared/problems/define-problem.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { type Layout, layoutOf, sizeOf } from "../layout.ts";
import {
  makePrivateFile,
  makePrivateFolder,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  syncFile,
  syncFolder,
} from "../private-files.ts";
import { Damaged, FORMAT, idsIn, isDamage, isNoRoom, kindOf, MANIFEST, type Manifest } from "./format.ts";

export interface BackUpInput {
  readonly dataDir: string;
  /** The new folder; until complete, it is at {@link growingOf}. */
  readonly path: string;
  readonly app: string;
  readonly at: number;
}

export interface BackedUp {
  readonly path: string;
  readonly bytes: number;
}

function growingOf(path: string): string {
  return `${path}.growing`;
}

export function discardGrowing(path: string): void {
  rmSync(growingOf(path), { recursive: true, force: true });
}

/**
 * Copies all data except keys into the new private folder `path`. The manifest is written last. Problems: `disk_full`,
 * `backup_unwritable`, `store_corrupt`.
 */
export async function backUp({ dataDir, path, app, at }: BackUpInput): Promise<Result<BackedUp>> {
  const layout = layoutOf(dataDir);
  const growing = growingOf(path);
  let isGrowing = false;
  try {
    makePrivateFolder(dirname(path));
    if (existsSync(path)) return fail(problem("backup_unwritable", { path, why: "name_taken" }));
    mkdirSync(growing, { mode: PRIVATE_FOLDER });
    isGrowing = true;
    const { files, schema } = takeSnapshot(layout, growing);
    writeManifest(growing, {
      format: FORMAT,
      app,
      madeAt: at,
      schemas: { "winnow.db": schema },
      files: files.map((name) => ({ path: name, ...hashOf(join(growing, name)) })),
    });
    renameSync(growing, path);
    syncFolder(dirname(path));
    return ok({ path, bytes: await sizeOf(path) });
  } catch (error) {
    if (isGrowing) discardGrowing(path);
    if (isNoRoom(error)) return fail(problem("disk_full", { path }));
    if (error instanceof Damaged) return fail(problem("store_corrupt", { path: error.message }));
    return fail(problem("backup_unwritable", { path, code: systemCodeOf(error) }));
  }
}

function writeManifest(folder: string, manifest: Manifest): void {
  const path = join(folder, MANIFEST);
  writeFileSync(path, JSON.stringify(manifest), { flag: "wx", mode: PRIVATE_FILE });
  syncFile(path);
  syncFolder(folder);
}

export interface Snapshot {
  /** Copied paths, relative to the folder. */
  readonly files: readonly string[];
  readonly schema: number;
}

/**
 * Copies everything that the journal refers to into `folder` while Winnow is running. The journal goes first: data it
 * refers to was durable before, and newer data is ingested again without harm. Throws `Damaged`, file system and SQLite
 * errors.
 */
function takeSnapshot(layout: Layout, folder: string): Snapshot {
  const files: string[] = [];
  const journal = join(folder, "winnow.db");

  function copy(path: string): void {
    const kind = kindOf(path);
    if (kind === null) return;
    const [from, to] = [join(layout.dataDir, path), join(folder, path)];
    try {
      if (kind === "plain") copyPlain(from, to);
      else copyDatabase(from, to);
      files.push(path);
    } catch (error) {
      rmSync(to, { force: true });
      if (isDamage(error)) throw new Damaged(from);
      // The file never existed or was just deleted: the data works without it, so the copy does too.
      if (codeOf(error) !== "ENOENT" && codeOf(error) !== "SQLITE_CANTOPEN") throw error;
    }
  }

  function copyFolder(path: string): void {
    mkdirSync(join(folder, path), { mode: PRIVATE_FOLDER });
    for (const name of namesIn(join(layout.dataDir, path))) copy(`${path}/${name}`);
    syncFolder(join(folder, path));
  }

  copy("winnow.db");
  const { lists, cleanings, imports, schema } = contentsOf(journal);
  for (const name of ["lists", "cleanings", "memory"]) {
    mkdirSync(join(folder, name), { mode: PRIVATE_FOLDER });
  }
  for (const id of lists) copyFolder(`lists/${id}`);
  for (const id of cleanings) copyFolder(`cleanings/${id}`);
  for (const id of imports) copy(`memory/${id}.db`);
  copy("archive.db");
  pruneCopy(journal, layout.journal);
  for (const name of ["lists", "cleanings", "memory"]) syncFolder(join(folder, name));
  return { files, schema };
}

function contentsOf(journal: string) {
  const db = new Database(journal, { readonly: true });
  try {
    return {
      lists: idsIn(db, "lists"),
      cleanings: idsIn(db, "cleanings"),
      imports: idsIn(db, "imports"),
      schema: Number(db.pragma("user_version", { simple: true })),
    };
  } finally {
    db.close();
  }
}

/** Removes rows deleted during the copy. Lists that were reread count as unread; other files never change. */
function pruneCopy(copy: string, live: string): void {
  const db = new Database(copy);
  try {
    db.pragma("foreign_keys = ON");
    db.prepare("ATTACH ? AS live").run(live);
    db.exec(`
      DELETE FROM cleanings WHERE id NOT IN (SELECT id FROM live.cleanings);
      DELETE FROM imports WHERE id NOT IN (SELECT id FROM live.imports);
      DELETE FROM lists WHERE id NOT IN (SELECT id FROM live.lists)
        AND id NOT IN (SELECT list_id FROM cleanings);
      UPDATE lists SET preflight = NULL WHERE id NOT IN (SELECT list_id FROM cleanings)
        AND NOT EXISTS (SELECT 1 FROM live.lists AS now WHERE now.id = lists.id AND now.revision = lists.revision);
    `);
    db.exec("DETACH live");
  } finally {
    db.close();
  }
  syncFile(copy);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Don't follow links or block on a FIFO, if the system supports it. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const PIECE = 1024 * 1024;

/** Reads an open file piece by piece. A piece is only valid until the next one. */
function* piecesOf(file: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(PIECE);
  for (let got = readSync(file, buffer); got > 0; got = readSync(file, buffer)) yield buffer.subarray(0, got);
}

export interface Copied {
  readonly bytes: number;
  readonly sha256: string;
}

export class NotAsExpected extends Error {}

/**
 * Copies a regular file to a new private file and syncs it. Throws `NotAsExpected` if it is not one or exceeds `most`
 * bytes, and file system errors.
 */
export function copyPlain(from: string, to: string, most = Number.POSITIVE_INFINITY): Copied {
  if (!lstatSync(from).isFile()) throw new NotAsExpected(from);
  const source = openSync(from, READ);
  try {
    if (!fstatSync(source).isFile()) throw new NotAsExpected(from);
    const target = openSync(to, "wx", PRIVATE_FILE);
    try {
      const hash = createHash("sha256");
      let bytes = 0;
      for (const piece of piecesOf(source)) {
        bytes += piece.length;
        if (bytes > most) throw new NotAsExpected(from);
        hash.update(piece);
        for (let at = 0; at < piece.length; ) at += writeSync(target, piece, at);
      }
      fsyncSync(target);
      return { bytes, sha256: hash.digest("hex") };
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

/** Copies a database that may be in use to a new private file. Throws SQLite errors. */
function copyDatabase(from: string, to: string): void {
  const db = new Database(from, { readonly: true, fileMustExist: true, timeout: 60_000 });
  try {
    makePrivateFile(to);
    db.prepare("VACUUM INTO ?").run(to);
  } finally {
    db.close();
  }
  syncFile(to);
}

function hashOf(path: string): Copied {
  const file = openSync(path, READ);
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    for (const piece of piecesOf(file)) {
      bytes += piece.length;
      hash.update(piece);
    }
    return { bytes, sha256: hash.digest("hex") };
  } finally {
    closeSync(file);
  }
}

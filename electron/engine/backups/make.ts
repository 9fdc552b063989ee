import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemCodeOf } from "../../../shared/problems/values.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import {
  makePrivateFolder,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  syncFile,
  syncFolder,
} from "../data-folder/index.ts";
import { layoutOf, sizeOf } from "../store/index.ts";
import type { TaskContext } from "../threads/index.ts";
import { hashOf } from "./copy.ts";
import { isDamage, isNoRoom } from "./errors.ts";
import { type BackedUpFile, FORMAT, MANIFEST, type Manifest, MEMBERS } from "./format.ts";
import { roomAt } from "./room.ts";
import { takeSnapshot } from "./snapshot.ts";

export interface BackUpInput {
  readonly dataDir: string;
  /** The new folder; what is under way stands beside it, see {@link growingOf}. */
  readonly path: string;
  /** Winnow's own version. */
  readonly app: string;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface BackedUp {
  readonly path: string;
  readonly bytes: number;
}

/** Where a backup grows until it is whole. */
function growingOf(path: string): string {
  return `${path}.growing`;
}

/** The number of the folder at `path`; null: there is none, or a link. */
function numberOf(path: string): string | null {
  const there = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return there?.isDirectory() === true ? String(there.ino) : null;
}

/** Takes away half a backup: the folder of this number and no other one that was there, or was moved there since. */
export function discardGrowing(path: string, number: string | null): void {
  const growing = growingOf(path);
  if (number !== null && numberOf(growing) === number) rmSync(growing, { recursive: true, force: true });
}

/**
 * Copies everything but keys into the new folder `path`, private to the user; answers its size in bytes. The manifest
 * is written last. Half a backup is removed again; its folder's number is told as soon as there is one. Problems: `disk_full`, `backup_unwritable`, `store_corrupt`.
 */
export async function backUp(
  { dataDir, path, app, at }: BackUpInput,
  { progress }: TaskContext,
): Promise<Result<BackedUp>> {
  const layout = layoutOf(dataDir);
  const growing = growingOf(path);
  let number: string | null = null;
  try {
    makePrivateFolder(dirname(path));
    if (existsSync(path)) return fail(problem("backup_unwritable", { path, why: "name_taken" }));
    let needed = 0;
    for (const member of MEMBERS) needed += await sizeOf(join(dataDir, member));
    if (needed > roomAt(dirname(path))) return fail(problem("disk_full", { path }));
    mkdirSync(growing, { mode: PRIVATE_FOLDER });
    number = numberOf(growing);
    progress(number);
    const { files, schema } = takeSnapshot(layout, growing, at);
    writeManifest(growing, {
      format: FORMAT,
      app,
      madeAt: at,
      schemas: { "winnow.db": schema },
      files: [...files].map(([name, { damaged }]): BackedUpFile => {
        const found = hashOf(join(growing, name));
        return { path: name, ...found, ...(damaged ? { damaged } : {}) };
      }),
    });
    if (numberOf(growing) !== number) return fail(problem("backup_unwritable", { path, why: "swapped" }));
    renameSync(growing, path);
    syncFolder(dirname(path));
    return ok({ path, bytes: await sizeOf(path) });
  } catch (error) {
    discardGrowing(path, number);
    if (isNoRoom(error)) return fail(problem("disk_full", { path }));
    if (isDamage(error)) return fail(problem("store_corrupt", { path: layout.journal }));
    return fail(problem("backup_unwritable", { path, code: systemCodeOf(error) }));
  }
}

function writeManifest(folder: string, manifest: Manifest): void {
  const path = join(folder, MANIFEST);
  writeFileSync(path, JSON.stringify(manifest), { flag: "wx", mode: PRIVATE_FILE });
  syncFile(path);
  syncFolder(folder);
}

import {
  chmodSync,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Standing } from "../../../shared/bridge/standing.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { admit, isSameFile, type Place } from "./place.ts";
import { giveFreeName, syncFolder } from "./put-file.ts";
import { isSameStanding, standingOf } from "./standing.ts";
import { noteMoved, noteMoves, REPLACED } from "./unfinished-folder.ts";

/** What stood in a folder under the names that will be written there, by name. */
export type FolderStanding = ReadonlyMap<string, Standing>;

/** Looks which of `names` (with `/` between a folder and its file) are taken in the folder at `named`. */
export function folderStanding(named: string, names: readonly string[]): FolderStanding {
  const taken = new Map<string, Standing>();
  for (const name of names) {
    const stats = lstatSync(join(named, name), { bigint: true, throwIfNoEntry: false });
    if (stats?.isFile() === true) taken.set(name, standingOf(stats));
  }
  return taken;
}

/**
 * Moves the finished folder at `temporary`, which holds `names`, to its place: whole where nothing stands there, and else
 * file by file into the folder that was agreed to, all of them or none. What else is in that folder stays. Only files
 * that are in `before` are replaced, and only as they were then; links in it are not followed.
 * Problems: those of {@link admit}. Throws the file system's errors.
 */
export function putFolder(
  place: Place,
  temporary: string,
  { names, before, mode }: { names: readonly string[]; before: FolderStanding; mode: number },
): Result<null> {
  const admitted = admit(place);
  if (!admitted.ok) return admitted;
  const { path, existing } = admitted.value;
  if (existing === null) {
    openUp(temporary, mode);
    renameSync(temporary, path);
    syncFolder(dirname(path));
    return ok(null);
  }
  const inTheWay = obstacle(place, path, names, before);
  if (inTheWay !== null) return fail(inTheWay);
  moveAll(temporary, path, names, before, mode);
  for (const folder of new Set(names.map((name) => dirname(join(path, name))))) syncFolder(folder);
  noteMoved(temporary);
  rmSync(temporary, { recursive: true, force: true });
  return ok(null);
}

/** Folders are made for us alone while they are written. */
function openUp(folder: string, mode: number): void {
  if (process.platform !== "win32") chmodSync(folder, folderMode(mode));
}

function folderMode(mode: number): number {
  return mode | ((mode & 0o444) >> 2) | 0o700;
}

function obstacle(place: Place, path: string, names: readonly string[], before: FolderStanding) {
  for (const name of names) {
    const file = join(path, name);
    const within = dirname(file) === path ? undefined : lstatSync(dirname(file), { throwIfNoEntry: false });
    if (within !== undefined && !within.isDirectory()) {
      const why = within.isSymbolicLink() ? "a link there leads elsewhere" : "there is a file of that name";
      return problem("out_unwritable", { path: dirname(file), why });
    }
    const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) continue;
    if (place.untouchable.some((one) => isSameFile(one, file, stats))) {
      return problem("out_is_source", { path: file });
    }
    if (stats.isSymbolicLink()) {
      return problem("out_unwritable", { path: file, why: "a link there leads elsewhere" });
    }
    if (!stats.isFile()) {
      return problem("out_unwritable", { path: file, why: "there is a folder of that name" });
    }
    const agreed = before.get(name);
    if (agreed === undefined || !isSameStanding(agreed, standingOf(stats))) {
      return problem("out_exists", { path: file });
    }
  }
  return null;
}

/** Each file takes its place at once; when one cannot, those before it are put back as they were. */
function moveAll(
  from: string,
  to: string,
  names: readonly string[],
  before: FolderStanding,
  mode: number,
): void {
  const undo: (() => void)[] = [];
  const kept = join(from, REPLACED);
  mkdirSync(kept);
  noteMoves(from, to, names, (name) => before.has(name));
  try {
    for (const [at, name] of names.entries()) {
      const [source, file] = [join(from, name), join(to, name)];
      const folder = dirname(file);
      if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
        mkdirSync(folder, { mode: 0o700 });
        openUp(folder, mode);
        undo.push(() => rmdirSync(folder));
      }
      if (before.has(name)) {
        const old = join(kept, String(at));
        keepCopy(file, old);
        renameSync(source, file);
        undo.push(() => renameSync(old, file));
      } else {
        giveFreeName(source, file);
        undo.push(() => rmSync(file));
      }
    }
  } catch (error) {
    for (const back of undo.reverse()) back();
    throw error;
  }
}

function keepCopy(file: string, old: string): void {
  try {
    linkSync(file, old);
  } catch {
    // A file system without hard links.
    copyFileSync(file, old);
  }
}

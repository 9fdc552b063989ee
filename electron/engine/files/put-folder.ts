import { copyFileSync, linkSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Standing } from "../../../shared/bridge/standing.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type HeldFolder, holdFolder } from "./held-folder.ts";
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
 * Moves the finished folder `made`, which holds `names`, to its place: whole where nothing stands there, and else
 * file by file into the folder that was agreed to, all of them or none. What else is in that folder stays. Only files
 * that are in `before` are replaced, and only as they were then; links in it are not followed.
 * Problems: those of {@link admit}, `out_swapped` when somebody put something else in its place. Throws the file
 * system's errors.
 */
export function putFolder(
  place: Place,
  made: HeldFolder,
  { names, before, mode }: { names: readonly string[]; before: FolderStanding; mode: number },
): Result<null> {
  const admitted = admit(place);
  if (!admitted.ok) return admitted;
  const { path, existing } = admitted.value;
  const swapped = () => fail(problem("out_swapped", { path: place.named }));
  if (!made.isAt(made.path)) return swapped();
  if (existing === null) {
    made.setMode(folderMode(mode));
    renameSync(made.path, path);
    if (!made.isAt(path)) return swapped();
    syncFolder(dirname(path));
    return ok(null);
  }
  const into = holdFolder(path);
  try {
    if (into.stats.ino !== existing.ino || into.stats.dev !== existing.dev) return swapped();
    const inTheWay = obstacle(place, into, names, before);
    if (inTheWay !== null) return fail(inTheWay);
    moveAll(made, into, names, before, mode);
    for (const folder of new Set(names.map(dirname))) syncFolder(into.at(folder));
  } finally {
    into.close();
  }
  noteMoved(made.at(""));
  if (made.isAt(made.path)) rmSync(made.path, { recursive: true, force: true });
  return ok(null);
}

function folderMode(mode: number): number {
  return mode | ((mode & 0o444) >> 2) | 0o700;
}

function obstacle(place: Place, into: HeldFolder, names: readonly string[], before: FolderStanding) {
  for (const name of names) {
    const file = join(into.path, name);
    const folder = dirname(name) === "." ? null : into.at(dirname(name));
    const within = folder === null ? undefined : lstatSync(folder, { throwIfNoEntry: false });
    if (within !== undefined && !within.isDirectory()) {
      const why = within.isSymbolicLink() ? "link_elsewhere" : "file_there";
      return problem("out_unwritable", { path: dirname(file), why });
    }
    const stats = lstatSync(into.at(name), { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) continue;
    if (place.untouchable.some((one) => isSameFile(one, file, stats))) {
      return problem("out_is_source", { path: file });
    }
    if (stats.isSymbolicLink()) {
      return problem("out_unwritable", { path: file, why: "link_elsewhere" });
    }
    if (!stats.isFile()) {
      return problem("out_unwritable", { path: file, why: "folder_there" });
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
  from: HeldFolder,
  to: HeldFolder,
  names: readonly string[],
  before: FolderStanding,
  mode: number,
): void {
  const undo: (() => void)[] = [];
  const kept = from.at(REPLACED);
  mkdirSync(kept);
  noteMoves(from.at(""), to.path, names, (name) => before.has(name));
  const held: HeldFolder[] = [];
  try {
    for (const [at, name] of names.entries()) {
      const source = from.at(name);
      const folder = folderOf(to, name, mode, held, undo);
      const file = folder.at(basename(name));
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
  } finally {
    for (const folder of held) folder.close();
  }
}

/** The folder of `to` that takes the file `name`, made where it is not there yet. */
function folderOf(
  to: HeldFolder,
  name: string,
  mode: number,
  held: HeldFolder[],
  undo: (() => void)[],
): HeldFolder {
  if (dirname(name) === ".") return to;
  const path = to.at(dirname(name));
  const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined;
  if (isNew) {
    mkdirSync(path, { mode: 0o700 });
    undo.push(() => rmdirSync(path));
  }
  const folder = holdFolder(path);
  held.push(folder);
  if (isNew) folder.setMode(folderMode(mode));
  return folder;
}

function keepCopy(file: string, old: string): void {
  try {
    linkSync(file, old);
  } catch {
    // A file system without hard links.
    copyFileSync(file, old);
  }
}

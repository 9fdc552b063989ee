import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Problem, problem } from "../../../shared/problems.ts";

/** Where a finished export is to stand. */
export interface Place {
  readonly target: string;
  readonly overwrite: boolean;
  /** A folder of files, not a file. */
  readonly isFolder: boolean;
  /** Files that are never written over: the user's own list and Winnow's copy of it. */
  readonly untouchable: readonly string[];
}

/** Why nothing may be written at the place; null: it may. */
export function refusal({ target, overwrite, isFolder, untouchable }: Place): Problem | null {
  const folder = statOrNull(dirname(resolve(target)));
  if (folder === null || !folder.isDirectory()) {
    return problem("out_unwritable", { path: target, why: "the folder is not there" });
  }
  if (untouchable.some((path) => isSameFile(path, target))) return problem("out_is_source", { path: target });
  const there = statOrNull(target);
  if (there === null) return null;
  if (there.isDirectory() !== isFolder) {
    const why = isFolder ? "there is a file of that name" : "there is a folder of that name";
    return problem("out_unwritable", { path: target, why });
  }
  return overwrite ? null : problem("out_exists", { path: target });
}

/** The same by name, through links, or by the file system's own number for it (so in any case of letters too). */
function isSameFile(one: string, two: string): boolean {
  if (resolve(one) === resolve(two) || realOrNull(one) === (realOrNull(two) ?? resolve(two))) return true;
  const [a, b] = [statOrNull(one), statOrNull(two)];
  return a !== null && b !== null && a.ino !== 0 && a.ino === b.ino && a.dev === b.dev;
}

function statOrNull(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/**
 * Moves what was written at `temporary` to its place, durably; a problem when that would replace what must not be.
 * Throws the file system's errors.
 */
export function moveInto(place: Place, temporary: string): Problem | null {
  const { target, overwrite, isFolder, untouchable } = place;
  if (isFolder && existsSync(target)) {
    const files = readdirSync(temporary, { recursive: true, encoding: "utf8" }).map((name) =>
      join(target, name),
    );
    const source = files.find((file) => untouchable.some((path) => isSameFile(path, file)));
    if (source !== undefined) return problem("out_is_source", { path: source });
    moveFiles(temporary, target);
  } else if (isFolder || overwrite) renameSync(temporary, target);
  else linkOnce(temporary, target);
  syncFolder(dirname(resolve(target)));
  return null;
}

/** Gives the file its name unless another has it by now. */
function linkOnce(temporary: string, target: string): void {
  try {
    linkSync(temporary, target);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EEXIST" || code === "ENOENT" || code === "ENOSPC") throw error;
    // A file system without hard links: the name was free a moment ago.
    renameSync(temporary, target);
    return;
  }
  rmSync(temporary);
}

/** File by file into a folder that is there: what else is in it stays. */
function moveFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory()) cpSync(join(from, entry.name), join(to, entry.name), { recursive: true });
    else renameSync(join(from, entry.name), join(to, entry.name));
  }
  rmSync(from, { recursive: true, force: true });
}

function syncFolder(folder: string): void {
  // Windows cannot open a folder; there the rename itself is what is durable.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

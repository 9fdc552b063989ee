import {
  type BigIntStats,
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname } from "node:path";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { MadeFile } from "./made-file.ts";
import { admit, type Place } from "./place.ts";
import { sameBytes } from "./same-bytes.ts";
import { codeOf } from "./write-problem.ts";

/**
 * Gives the finished file `made` its name, durably. It stands in the same folder as its place. What stands there
 * already is replaced only if it is what was agreed to be; a file that appeared meanwhile is left alone.
 * `sameIsDone`: one with these very bytes counts as written, for an earlier run may have ended right behind this step.
 * Problems: those of {@link admit}, `out_swapped` when somebody put something else in its place. Throws the file
 * system's errors. On a problem `made` may still be there.
 */
export function putFile(place: Place, made: MadeFile, sameIsDone = false): Result<null> {
  const admitted = admit(place);
  if (!admitted.ok) {
    if (!sameIsDone || admitted.problem.code !== "out_exists" || !sameBytes(made.descriptor, place.named)) {
      return admitted;
    }
    rmSync(made.path);
    return ok(null);
  }
  const { path, existing } = admitted.value;
  if (dirname(path) !== dirname(made.path)) {
    return fail(problem("out_unwritable", { path: place.named, why: "folder_moved" }));
  }
  if (!made.isAt(made.path)) return fail(problem("out_swapped", { path: place.named }));
  if (existing === null) giveFreeName(made.path, path);
  else {
    keepOwnership(made.descriptor, existing);
    renameSync(made.path, path);
  }
  // Only now is it certain what was moved: names can be exchanged between two steps.
  if (!made.isAt(path)) return fail(problem("out_swapped", { path: place.named }));
  syncFolder(dirname(path));
  return ok(null);
}

/** File systems without hard links answer a link in one of these ways. */
const NO_LINKS: ReadonlySet<string> = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EACCES",
  "EINVAL",
  "EISDIR",
  "UNKNOWN",
]);

/** Gives `temporary` the name `path`. Throws EEXIST when another file has it by now. */
export function giveFreeName(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
    rmSync(temporary);
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error))) throw error;
    overOwnPlaceholder(temporary, path);
  }
}

/** A rename would replace whatever is there: so the name is claimed first, by an empty file that only we can have made. */
function overOwnPlaceholder(temporary: string, path: string): void {
  const file = openSync(path, "wx", 0o600);
  const placeholder = fstatSync(file);
  closeSync(file);
  const isOurs = () => {
    const now = lstatSync(path, { throwIfNoEntry: false });
    return now !== undefined && now.size === 0 && now.ino === placeholder.ino && now.dev === placeholder.dev;
  };
  try {
    if (!isOurs()) throw Object.assign(new Error(`${path} is taken`), { code: "EEXIST" });
    renameSync(temporary, path);
  } catch (error) {
    if (isOurs()) rmSync(path);
    throw error;
  }
}

/** The replaced file's mode goes to the new one, and its owner and group where the system allows it. */
function keepOwnership(made: number, existing: BigIntStats): void {
  if (process.platform === "win32") return;
  let mode = Number(existing.mode) & 0o777;
  try {
    fchownSync(made, Number(existing.uid), Number(existing.gid));
  } catch {
    // Another group must not read what only the old one could.
    if (BigInt(fstatSync(made).gid) !== existing.gid) mode = (mode & 0o707) | ((mode & 0o007) << 3);
  }
  fchmodSync(made, mode);
}

/** Makes the names in `folder` durable, where the system can. The files themselves are durable already. */
export function syncFolder(folder: string): void {
  // Windows cannot open a folder; there the rename itself is what is durable.
  if (process.platform === "win32") return;
  try {
    const handle = openSync(folder, "r");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // The file is in its place. Not every folder can be opened or made durable: network disks, folders of others.
  }
}

import { closeSync, openSync, statfsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Problem, problem } from "../../../shared/problems.ts";
import { makeTemporaryFolder, temporaryBeside } from "./temporary.ts";
import { writeProblem } from "./write-problem.ts";

/**
 * Whether a file of that name and size can be made where `path` is, found out by making an empty one in a folder of its
 * own beside it: what the system says of rights is not always so. `named` is the path in the user's words.
 * Problems: `out_unwritable`, `disk_full`.
 */
export function tryPlace(path: string, named: string, bytes: number, notes: string): Problem | null {
  const temporary = temporaryBeside(path, notes);
  try {
    const folder = makeTemporaryFolder(temporary);
    try {
      closeSync(openSync(folder.at(basename(path)), "wx", 0o600));
    } finally {
      folder.close();
    }
    const free = freeBytes(dirname(path));
    return free !== null && free < bytes ? problem("disk_full", { path: named }) : null;
  } catch (error) {
    const refused = writeProblem(error, named);
    if (refused === null) throw error;
    return refused;
  } finally {
    temporary.discard();
  }
}

/** Bytes that we may still write into `folder`; null: the file system does not say. */
function freeBytes(folder: string): number | null {
  try {
    const { blocks, bavail, bfree, bsize } = statfsSync(folder);
    if (blocks === 0) return null;
    return (process.getuid?.() === 0 ? bfree : bavail) * bsize;
  } catch {
    return null;
  }
}

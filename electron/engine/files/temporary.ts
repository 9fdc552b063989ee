import { randomUUID } from "node:crypto";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Problem, problem } from "../../../shared/problems.ts";
import { writeProblem } from "./write-problem.ts";

/** A file beside the place that it will take, for as long as it is being written. */
export interface Temporary {
  readonly path: string;
  /** Takes away what is left of it. */
  discard(): void;
}

/**
 * A new name in the folder where the file at `path` will stand, so on the same disk; nothing is made yet. What is noted in
 * the folder `notes` of Winnow's own is found again if Winnow ends first, see {@link removeLeftovers}.
 */
export function temporaryBeside(path: string, notes: string): Temporary {
  const id = randomUUID();
  const temporary = join(dirname(path), nameOf(id));
  const note = join(notes, id);
  mkdirSync(notes, { recursive: true, mode: 0o700 });
  writeFileSync(note, temporary, { flag: "wx", mode: 0o600, flush: true });
  return {
    path: temporary,
    discard() {
      try {
        rmSync(temporary, { force: true });
        rmSync(note, { force: true });
      } catch {
        // Out of reach just now: the note stays, and the next start looks again.
      }
    },
  };
}

function nameOf(id: string): string {
  return `.winnow-${id}.part`;
}

/** Removes what earlier runs were still writing when they ended: only what a note speaks of, under the name that it gave. */
export function removeLeftovers(notes: string): void {
  for (const id of namesIn(notes)) {
    const note = join(notes, id);
    try {
      const temporary = readFileSync(note, "utf8");
      // The folder may be on a disk that is not there today.
      if (statSync(dirname(temporary), { throwIfNoEntry: false }) === undefined) continue;
      const left = lstatSync(temporary, { throwIfNoEntry: false });
      if (left?.isFile() === true && basename(temporary) === nameOf(id)) rmSync(temporary);
      rmSync(note);
    } catch {
      // Looked at again at the next start.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Whether a file of that size can be made where `path` is, found out by making an empty one beside it: what the system
 * says of rights is not always so. `named` is the path in the user's words. Problems: `out_unwritable`, `disk_full`.
 */
export function tryPlace(path: string, named: string, bytes: number, notes: string): Problem | null {
  const temporary = temporaryBeside(path, notes);
  try {
    closeSync(openSync(temporary.path, "wx", 0o600));
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

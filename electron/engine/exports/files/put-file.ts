import { randomUUID } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { createByteSink, type FileSink } from "./byte-sink.ts";
import { admit, codeOf, type Place, writeProblem } from "./place.ts";

/** A finished file: where it stands, and the descriptor that it is open at. */
export type FinishedFile = Pick<FileSink, "path" | "descriptor">;

/**
 * Gives the finished file `made` its name, durably. It stands in the same folder as its place. What stands there
 * already is replaced only if it is what was agreed to be; a file that appeared meanwhile is left alone.
 * `sameIsDone`: one with these very bytes counts as written, for an earlier run may have ended right behind this step.
 * Problems: those of {@link admit}. Throws the file system's errors. On a problem `made` may still be there.
 */
export function putFile(place: Place, made: FinishedFile, sameIsDone = false): Result<null> {
  const admitted = admit(place);
  if (!admitted.ok) {
    const isDone =
      sameIsDone && admitted.problem.code === "out_exists" && sameBytes(made.descriptor, place.named);
    if (!isDone) return admitted;
    rmSync(made.path);
    return ok(null);
  }
  const { path, existing } = admitted.value;
  if (existing === null) giveFreeName(made.path, path);
  else {
    keepOwnership(made.descriptor, existing);
    renameSync(made.path, path);
  }
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
function giveFreeName(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
    rmSync(temporary);
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error))) throw error;
    if (existsSync(path)) throw Object.assign(new Error(`EEXIST: ${path} is taken`), { code: "EEXIST" });
    renameSync(temporary, path);
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
function syncFolder(folder: string): void {
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

const PIECE = 1024 * 1024;

/** Whether the open file `made` and the one at `path` hold the same bytes. */
function sameBytes(made: number, path: string): boolean {
  // A pipe that has come there meanwhile is not waited for.
  const there = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = fstatSync(made);
    if (fstatSync(there).size !== size) return false;
    const [left, right] = [Buffer.alloc(PIECE), Buffer.alloc(PIECE)];
    for (let at = 0; at < size; at += PIECE) {
      const length = readSync(made, left, 0, PIECE, at);
      if (length !== readSync(there, right, 0, PIECE, at)) return false;
      if (!left.subarray(0, length).equals(right.subarray(0, length))) return false;
    }
    return true;
  } finally {
    closeSync(there);
  }
}

/** Writes a short text, or what was made in memory, to its place, whole or not at all, by way of `temporary`. Problems: those of `admit`, `disk_full`. */
export async function writeText(
  place: Place,
  temporary: string,
  mode: number,
  contents: string | Uint8Array,
): Promise<Result<null>> {
  const admitted = admit(place);
  if (!admitted.ok) return admitted;
  try {
    const sink = createByteSink(temporary, mode);
    try {
      sink.write(typeof contents === "string" ? Buffer.from(contents, "utf8") : Buffer.from(contents));
      await sink.finish();
      return putFile(place, sink);
    } finally {
      await sink.abandon();
    }
  } catch (error) {
    const refused = writeProblem(error, place.named);
    if (refused === null) throw error;
    return fail(refused);
  }
}

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

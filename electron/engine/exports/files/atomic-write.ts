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
import type { FileStamp } from "../../../../shared/bridge/file-stamp.ts";
import { codeOf } from "../../../../shared/errors.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { createByteSink, type FileSink } from "./byte-sink.ts";
import { checkTarget, newFileMode, type WriteTarget, writeProblem } from "./place.ts";

export type FinishedFile = Pick<FileSink, "path" | "descriptor">;

/**
 * Moves `temporary` to its target, durably, replacing only the file that consent was given for. With `acceptIdentical`, an
 * existing file with the same bytes counts as written: an earlier run may have crashed right after this step.
 * Fails like {@link checkTarget}. Throws file system errors. On failure `temporary` may remain.
 */
export function commitFile(
  target: WriteTarget,
  temporary: FinishedFile,
  acceptIdentical = false,
): Result<null> {
  const admitted = checkTarget(target);
  if (!admitted.ok) {
    const isDone =
      acceptIdentical &&
      admitted.problem.code === "out_exists" &&
      sameBytes(temporary.descriptor, target.path);
    if (!isDone) return admitted;
    rmSync(temporary.path);
    return ok(null);
  }
  const { path, existing } = admitted.value;
  if (existing === null) moveWithoutReplacing(temporary.path, path);
  else {
    keepOwnership(temporary.descriptor, existing);
    renameSync(temporary.path, path);
  }
  syncFolder(dirname(path));
  return ok(null);
}

/** Error codes of file systems without hard links. */
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

function moveWithoutReplacing(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
    rmSync(temporary);
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error))) throw error;
    if (existsSync(path)) throw Object.assign(new Error(`EEXIST: ${path} is taken`), { code: "EEXIST" });
    renameSync(temporary, path);
  }
}

/** Copies the replaced file's mode, and its owner and group if possible. */
function keepOwnership(descriptor: number, existing: BigIntStats): void {
  if (process.platform === "win32") return;
  let mode = Number(existing.mode) & 0o777;
  try {
    fchownSync(descriptor, Number(existing.uid), Number(existing.gid));
  } catch {
    // Don't let another group read the file.
    if (BigInt(fstatSync(descriptor).gid) !== existing.gid) mode = (mode & 0o707) | ((mode & 0o007) << 3);
  }
  fchmodSync(descriptor, mode);
}

function syncFolder(folder: string): void {
  // Windows cannot open folders; there the rename alone is durable.
  if (process.platform === "win32") return;
  try {
    const handle = openSync(folder, "r");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // The file is in place. Some folders can't be opened or synced: network disks, folders of other users.
  }
}

const PIECE = 1024 * 1024;

function sameBytes(written: number, path: string): boolean {
  // Don't block on a FIFO that replaced the file.
  const existing = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = fstatSync(written);
    if (fstatSync(existing).size !== size) return false;
    const [left, right] = [Buffer.alloc(PIECE), Buffer.alloc(PIECE)];
    for (let at = 0; at < size; at += PIECE) {
      const length = readSync(written, left, 0, PIECE, at);
      if (length !== readSync(existing, right, 0, PIECE, at)) return false;
      if (!left.subarray(0, length).equals(right.subarray(0, length))) return false;
    }
    return true;
  } finally {
    closeSync(existing);
  }
}

/** Writes small contents to a file atomically, through `temporary`. Fails like `checkTarget`, or with `disk_full`. */
export async function writeContents(
  target: WriteTarget,
  temporary: string,
  mode: number,
  contents: string | Uint8Array,
): Promise<Result<null>> {
  const admitted = checkTarget(target);
  if (!admitted.ok) return admitted;
  try {
    const sink = createByteSink(temporary, mode);
    try {
      sink.write(typeof contents === "string" ? Buffer.from(contents, "utf8") : Buffer.from(contents));
      await sink.finish();
      return commitFile(target, sink);
    } finally {
      await sink.abandon();
    }
  } catch (error) {
    const refused = writeProblem(error, target.path);
    if (refused === null) throw error;
    return fail(refused);
  }
}

/** Writes small contents to a file of the user's at `path`. Fails like {@link writeContents}. */
export async function writeUserFile(
  path: string,
  replaces: FileStamp | null,
  contents: string | Uint8Array,
  { dataDir, unfinished }: { readonly dataDir: string; readonly unfinished: string },
): Promise<Result<null>> {
  const temporary = temporaryBeside(path, unfinished);
  try {
    const target = { path, replaces, neverReplace: [], dataDir };
    return await writeContents(target, temporary.path, newFileMode(), contents);
  } finally {
    temporary.discard();
  }
}

/** Returns a temporary path on the disk of `path`. A note in `notes` allows cleaning up after a crash. */
export function temporaryBeside(path: string, notes: string) {
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
        // Not accessible now: the note stays, and the next start retries.
      }
    },
  };
}

function nameOf(id: string): string {
  return `.winnow-${id}.part`;
}

/** Removes unfinished files of crashed runs: only those with a note, under the exact name in it. */
export function removeLeftovers(notes: string): void {
  for (const id of existsSync(notes) ? readdirSync(notes) : []) {
    const note = join(notes, id);
    try {
      const temporary = readFileSync(note, "utf8");
      // The disk may be disconnected.
      if (statSync(dirname(temporary), { throwIfNoEntry: false }) === undefined) continue;
      const left = lstatSync(temporary, { throwIfNoEntry: false });
      if (left?.isFile() === true && basename(temporary) === nameOf(id)) rmSync(temporary);
      rmSync(note);
    } catch {
      // The next start retries.
    }
  }
}

/** Checks, by creating an empty file, that `bytes` can be written. Fails with `out_unwritable` or `disk_full`. */
export function checkWritable(path: string, shownPath: string, bytes: number, notes: string): Problem | null {
  const temporary = temporaryBeside(path, notes);
  try {
    closeSync(openSync(temporary.path, "wx", 0o600));
    const free = freeBytes(dirname(path));
    return free !== null && free < bytes ? problem("disk_full", { path: shownPath }) : null;
  } catch (error) {
    const refused = writeProblem(error, shownPath);
    if (refused === null) throw error;
    return refused;
  } finally {
    temporary.discard();
  }
}

function freeBytes(folder: string): number | null {
  try {
    const { blocks, bavail, bfree, bsize } = statfsSync(folder);
    if (blocks === 0) return null;
    return (process.getuid?.() === 0 ? bfree : bavail) * bsize;
  } catch {
    return null;
  }
}

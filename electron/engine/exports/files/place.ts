import { type BigIntStats, closeSync, constants, lstatSync, openSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { FileStamp } from "../../../../shared/bridge/file-stamp.ts";
import { codeOf } from "../../../../shared/errors.ts";
import { type SystemCode, systemCodeOf } from "../../../../shared/problems/define-problem.ts";
import type { Unwritten } from "../../../../shared/problems/file-reasons.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { isUnusableName } from "./safe-name.ts";

/** Target of a file, and the file that may be replaced there. */
export interface WriteTarget {
  readonly path: string;
  /** The only file that may be replaced, if any. */
  readonly replaces: FileStamp | null;
  /** Files that are never overwritten: the user's list and Winnow's copy of it. */
  readonly neverReplace: readonly string[];
  /** Data folder, which must not contain the target; `null` if the target is inside on purpose. */
  readonly dataDir: string | null;
}

export interface Admitted {
  readonly path: string;
  /** The existing file that may be replaced, if any. */
  readonly existing: BigIntStats | null;
}

/** Returns the stamp of the file at `path`, to store with the consent to replace it; `null` if there is no file. */
export function stampAt(path: string): FileStamp | null {
  const found = inspectPath(path);
  return found.kind === "file" ? fileStampOf(found.stats) : null;
}

function fileStampOf({ ino, size, mtimeNs }: BigIntStats): FileStamp {
  return { file: String(ino), bytes: Number(size), changed: String(mtimeNs) };
}

/**
 * Checks the target. Fails with `out_unwritable`, `out_exists` (also if the file changed since consent),
 * `out_is_source`, `out_in_data_folder` or `out_not_a_file`.
 */
export function checkTarget({ path, replaces, neverReplace, dataDir }: WriteTarget): Result<Admitted> {
  const found = inspectPath(path);
  if (found.kind === "stream") return fail(problem("out_not_a_file", { path }));
  if (found.kind === "unusable") return fail(problem("out_unwritable", { path, ...found.refused }));
  const existing = found.kind === "file" ? found.stats : null;
  if (neverReplace.some((one) => isSameFile(one, found.path, existing)))
    return fail(problem("out_is_source", { path }));
  if (dataDir !== null && isWithin(dataDir, found.path)) return fail(problem("out_in_data_folder", { path }));
  if (found.kind === "folder") return fail(problem("out_unwritable", { path, why: "folder_there" }));
  if (existing === null) return ok({ path: found.path, existing });
  const now = fileStampOf(existing);
  const isAgreed =
    replaces?.file === now.file && replaces.bytes === now.bytes && replaces.changed === now.changed;
  if (!isAgreed) return fail(problem("out_exists", { path }));
  try {
    // A rename would replace even a read-only file. Only opening it tells for certain.
    closeSync(openSync(found.path, constants.O_RDWR | (constants.O_NONBLOCK ?? 0)));
  } catch (error) {
    const refused = writeProblem(error, path);
    if (refused === null) throw error;
    return fail(refused);
  }
  return ok({ path: found.path, existing });
}

/** Compares by path, through links, and by inode, which also handles case-insensitive file systems. */
function isSameFile(one: string, path: string, stats: BigIntStats | null): boolean {
  return resolve(one) === path || realOf(one) === path || isSame(statOf(one), stats);
}

function isWithin(folder: string, path: string): boolean {
  const own = statOf(folder);
  for (let at = path; ; at = dirname(at)) {
    if (isSame(statOf(at), own)) return true;
    if (dirname(at) === at) return false;
  }
}

function isSame(one: BigIntStats | null, two: BigIntStats | null): boolean {
  return one !== null && two !== null && one.ino !== 0n && one.ino === two.ino && one.dev === two.dev;
}

function statOf(path: string): BigIntStats | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

export const STANDARD_OUTPUT = "-";
const STANDARD_OUTPUT_PATHS = new Set(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]);

/** Kind of file at a path. `path` is the resolved one. */
export type PathKind =
  /** No file yet, in an existing folder. */
  | { readonly kind: "nothing"; readonly path: string }
  | { readonly kind: "file"; readonly path: string; readonly stats: BigIntStats }
  | { readonly kind: "folder"; readonly path: string; readonly stats: BigIntStats }
  /** A terminal, pipe or device: written to, never replaced. */
  | { readonly kind: "stream"; readonly path: string; readonly isStandardOutput: boolean }
  | { readonly kind: "unusable"; readonly refused: Refused };

type Refused = { readonly why: Unwritten } | { readonly code: SystemCode };

const unusable = (why: Unwritten): PathKind => ({ kind: "unusable", refused: { why } });

/** Inspects the path `given` without changing anything. Follows links; dangling ones are unusable. */
export function inspectPath(given: string): PathKind {
  const path = resolve(given);
  if (given === STANDARD_OUTPUT || STANDARD_OUTPUT_PATHS.has(path))
    return { kind: "stream", path: given, isStandardOutput: true };
  if (isUnusableName(basename(path), process.platform)) return unusable("name");
  try {
    return look(path);
  } catch (error) {
    const code = refusalOf(error);
    if (code === null) throw error;
    return { kind: "unusable", refused: { code } };
  }
}

function look(path: string): PathKind {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return nothingAt(path);
  if (stats.isDirectory()) return { kind: "folder", path: realpathSync.native(path), stats };
  if (stats.isFIFO() || stats.isCharacterDevice()) return { kind: "stream", path, isStandardOutput: false };
  if (!stats.isFile()) return unusable("no_file");
  const real = realpathSync.native(path);
  // Magic links such as /proc/self/fd/3 may point to a file without a name, which can't be replaced.
  const atName = lstatSync(real, { bigint: true, throwIfNoEntry: false });
  return atName !== undefined && atName.ino === stats.ino && atName.dev === stats.dev
    ? { kind: "file", path: real, stats }
    : unusable("link_nameless");
}

function nothingAt(path: string): PathKind {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return unusable("link_dangling");
  const folder = realpathSync.native(dirname(path));
  if (!statSync(folder).isDirectory()) return unusable("no_folder");
  return { kind: "nothing", path: join(folder, basename(path)) };
}

/** Error codes that say something about the path. */
const REFUSALS = new Set(
  [
    ["ENOENT", "ENOTDIR", "EISDIR", "ELOOP"],
    ["EACCES", "EPERM", "EROFS", "EBUSY", "ETXTBSY"],
    ["ENAMETOOLONG", "EINVAL", "EILSEQ", "ERR_INVALID_ARG_VALUE"],
    ["EFBIG", "EXDEV", "EIO", "ENXIO", "ENODEV", "ESTALE"],
  ].flat(),
);

function refusalOf(error: unknown): SystemCode | null {
  const code = systemCodeOf(error);
  return code !== undefined && REFUSALS.has(code) ? code : null;
}

/** Returns the problem for a failed write to `path`; `null` if `error` is not a file system error. */
export function writeProblem(error: unknown, path: string): Problem | null {
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") return problem("disk_full", { path });
  if (code === "EEXIST" || code === "ENOTEMPTY") return problem("out_exists", { path });
  const refused = refusalOf(error);
  return refused === null ? null : problem("out_unwritable", { path, code: refused });
}

// Read before this process narrows the umask for its own files. Threads share it.
const USERS_UMASK = process.umask();

export function newFileMode(): number {
  return 0o666 & ~USERS_UMASK;
}

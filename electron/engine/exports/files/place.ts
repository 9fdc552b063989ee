import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Standing } from "../../../../shared/bridge/standing.ts";
import type { Unwritten } from "../../../../shared/problems/file-reasons.ts";
import { type SystemCode, systemCodeOf } from "../../../../shared/problems/values.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { isUnusableName } from "./safe-name.ts";

/** Where a finished file is to stand, and what the user agreed to lose there. */
export interface Place {
  /** The path as the user named it. */
  readonly named: string;
  /** What may be replaced: this and nothing else; null: nothing. */
  readonly replaces: Standing | null;
  /** Files that are never written over: the user's own list and Winnow's copy of it. */
  readonly untouchable: readonly string[];
  /** Winnow's own folder, into which nothing is written; null: the place is in it on purpose. */
  readonly dataDir: string | null;
}

/** A place that may be written. */
export interface Admitted {
  /** Where it really is. */
  readonly path: string;
  /** What stands there, and was agreed to be replaced; null: nothing. */
  readonly existing: BigIntStats | null;
}

/** What stands at the path `named` now, to be remembered with the user's agreement to replace it; null: no file does. */
export function standingAt(named: string): Standing | null {
  const found = findPlace(named);
  return found.kind === "file" ? standingOf(found.stats) : null;
}

function standingOf({ ino, size, mtimeNs }: BigIntStats): Standing {
  return { file: String(ino), bytes: Number(size), changed: String(mtimeNs) };
}

/**
 * Whether the place may be written, as it is now. Problems: `out_unwritable`, `out_exists` (also when something else
 * stands there than was agreed to be replaced), `out_is_source`, `out_in_data_folder`, `out_not_a_file`.
 */
export function admit({ named: path, replaces, untouchable, dataDir }: Place): Result<Admitted> {
  const found = findPlace(path);
  if (found.kind === "stream") return fail(problem("out_not_a_file", { path }));
  if (found.kind === "unusable") return fail(problem("out_unwritable", { path, ...found.refused }));
  const existing = found.kind === "file" ? found.stats : null;
  if (untouchable.some((one) => isSameFile(one, found.path, existing)))
    return fail(problem("out_is_source", { path }));
  if (dataDir !== null && isWithin(dataDir, found.path)) return fail(problem("out_in_data_folder", { path }));
  if (found.kind === "folder") return fail(problem("out_unwritable", { path, why: "folder_there" }));
  if (existing === null) return ok({ path: found.path, existing });
  const now = standingOf(existing);
  const isAgreed =
    replaces?.file === now.file && replaces.bytes === now.bytes && replaces.changed === now.changed;
  if (!isAgreed) return fail(problem("out_exists", { path }));
  try {
    // A rename would take the place of a file that its owner has protected. Only opening it tells for certain.
    closeSync(openSync(found.path, constants.O_RDWR | (constants.O_NONBLOCK ?? 0)));
  } catch (error) {
    const refused = writeProblem(error, path);
    if (refused === null) throw error;
    return fail(refused);
  }
  return ok({ path: found.path, existing });
}

/** The same by name, through links, or by the file system's own number for it (so in any case of letters too). */
function isSameFile(one: string, path: string, stats: BigIntStats | null): boolean {
  return resolve(one) === path || realOf(one) === path || isSame(statOf(one), stats);
}

/** Whether `path` is in `folder`, however either is spelled. */
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

/** The path that stands for the standard output of the process. */
export const STANDARD_OUTPUT = "-";

/** What is at a path that the user named. `path`: where it really is, every link followed. */
export type Found =
  /** Nothing yet: a file can be made in a folder that is there. */
  | { readonly kind: "nothing"; readonly path: string }
  | { readonly kind: "file"; readonly path: string; readonly stats: BigIntStats }
  | { readonly kind: "folder"; readonly path: string; readonly stats: BigIntStats }
  /** A terminal, a pipe, a device: written to, never replaced. `descriptor`: it is open in this process already. */
  | { readonly kind: "stream"; readonly path: string; readonly descriptor: number | null }
  /** Nothing can be written there. */
  | { readonly kind: "unusable"; readonly refused: Refused };

/** Why nothing can be written: what was seen, or the system's code. */
type Refused = { readonly why: Unwritten } | { readonly code: SystemCode };

const unusable = (why: Unwritten): Found => ({ kind: "unusable", refused: { why } });

const MOST_LINKS = 40;

/** Looks at the path `named`, without changing anything. Links are followed; one that leads nowhere is unusable. */
export function findPlace(named: string): Found {
  if (named === STANDARD_OUTPUT) return { kind: "stream", path: named, descriptor: 1 };
  const path = resolve(named);
  if (isUnusableName(basename(path), process.platform)) return unusable("name");
  try {
    return look(path);
  } catch (error) {
    const code = refusalOf(error);
    if (code === null) throw error;
    return { kind: "unusable", refused: { code } };
  }
}

function look(path: string): Found {
  const descriptor = ownDescriptor(path);
  if (descriptor !== null) {
    fstatSync(descriptor);
    return { kind: "stream", path, descriptor };
  }
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return nothingAt(path);
  if (stats.isDirectory()) return { kind: "folder", path: realpathSync.native(path), stats };
  if (stats.isFIFO() || stats.isCharacterDevice()) return { kind: "stream", path, descriptor: null };
  if (!stats.isFile()) return unusable("no_file");
  const real = realpathSync.native(path);
  // Some links of the system only look like paths: what they open has no name of its own that could be replaced.
  const named = lstatSync(real, { bigint: true, throwIfNoEntry: false });
  return named !== undefined && named.ino === stats.ino && named.dev === stats.dev
    ? { kind: "file", path: real, stats }
    : unusable("link_nameless");
}

function nothingAt(path: string): Found {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return unusable("link_dangling");
  const folder = realpathSync.native(dirname(path));
  if (!statSync(folder).isDirectory()) return unusable("no_folder");
  return { kind: "nothing", path: join(folder, basename(path)) };
}

/** The descriptor of this process that `path` names, as `/dev/stdout` and `/proc/self/fd/1` do; null: none. */
function ownDescriptor(path: string): number | null {
  let at = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    const name = basename(at);
    let to: string;
    let folder: string;
    try {
      folder = realpathSync.native(dirname(at));
      if (/^\d{1,9}$/.test(name) && isOwnDescriptors(folder)) return Number(name);
      to = readlinkSync(join(folder, name));
    } catch {
      return null;
    }
    at = resolve(folder, to);
  }
  return null;
}

function isOwnDescriptors(folder: string): boolean {
  if (process.platform === "win32") return false;
  const own = `/proc/${process.pid}/`;
  return (
    folder === "/dev/fd" || (folder.startsWith(own) && /^(task\/\d+\/)?fd$/.test(folder.slice(own.length)))
  );
}

/** Codes by which the system refuses to write at a path. Others say nothing about that path. */
const REFUSALS = new Set(
  [
    ["ENOENT", "ENOTDIR", "EISDIR", "ELOOP"],
    ["EACCES", "EPERM", "EROFS", "EBUSY", "ETXTBSY"],
    ["ENAMETOOLONG", "EINVAL", "EILSEQ", "ERR_INVALID_ARG_VALUE"],
    ["EFBIG", "EXDEV", "EIO", "ENXIO", "ENODEV", "ESTALE"],
  ].flat(),
);

/** The file system's own word for what went wrong, e.g. `ENOSPC`; empty: the error is none of its own. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The code with which the system refused a path; null: it did not, or says nothing about a path by it. */
function refusalOf(error: unknown): SystemCode | null {
  const code = systemCodeOf(error);
  return code !== undefined && REFUSALS.has(code) ? code : null;
}

/** What the file system's refusal to write `path` means, or null when `error` is none of its own. */
export function writeProblem(error: unknown, path: string): Problem | null {
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") return problem("disk_full", { path });
  if (code === "EEXIST" || code === "ENOTEMPTY") return problem("out_exists", { path });
  const refused = refusalOf(error);
  return refused === null ? null : problem("out_unwritable", { path, code: refused });
}

// Read once, before anything in this process narrows it for Winnow's own files. Threads have the process's.
const USERS_UMASK = process.umask();

/** The mode of a new file that the user named: what their own settings give every new file. */
export function newFileMode(): number {
  return 0o666 & ~USERS_UMASK;
}

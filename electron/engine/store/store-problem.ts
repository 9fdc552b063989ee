import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { systemCodeOf } from "../../../shared/problems/values.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import type { Layout } from "./layout.ts";

/** The file system's codes for what is wrong with a disk, not with a name. */
const OF_DISK = /^E(NOSPC|DQUOT|ROFS|ACCES|PERM|IO|FBIG|NODEV|STALE|ISDIR|NOTDIR|BUSY|MFILE|NFILE)$/;

/** The same for a name that cannot be a folder's. */
const NO_NAME = /^E(LOOP|NAMETOOLONG)$/;

/**
 * What an error of SQLite or of the disk means that was met at `path` while Winnow was at work, or null when it is neither.
 * `dir`: the folder to name, where it is not known which of several files it was. Problems: `store_failing`,
 * `store_gone`, `store_corrupt`, `store_locked`, `disk_full`.
 */
export function storeProblem(error: unknown, path: string, dir = dirname(path)): Problem | null {
  const code = codeOf(error);
  if (code.startsWith("SQLITE_") || OF_DISK.test(code))
    return told(code, path, dir) ?? problem("store_failing", { dir, code: systemCodeOf(error) });
  // Where only the words are left of an error.
  const text = error instanceof Error ? error.message : "";
  if (/database or disk is full|ENOSPC/.test(text)) return problem("disk_full", { path });
  if (/database disk image is malformed|file is not a database/.test(text))
    return problem("store_corrupt", { path });
  return null;
}

/**
 * The same of what was met while a cleaning was under way, at `path` or wherever: with the data folder gone, every error
 * means that.
 */
export function unstored(error: unknown, layout: Layout, path = layout.journal): Problem | null {
  return existsSync(layout.journal)
    ? storeProblem(error, path, layout.dataDir)
    : problem("store_gone", { dir: layout.dataDir });
}

/** The same of what kept Winnow from starting: nothing is under way. Problems: those, but `store_unwritable`. */
export function startProblem(error: unknown, path: string, dir = dirname(path)): Problem | null {
  const met = storeProblem(error, path, dir);
  const isOfName = NO_NAME.test(codeOf(error));
  return isOfName || met?.code === "store_failing" || met?.code === "store_gone"
    ? problem("store_unwritable", { dir, code: systemCodeOf(error) })
    : met;
}

/** The same of whatever kept the journal at `path` from being opened. */
export function openingProblem(error: unknown, path: string): Problem {
  return (
    startProblem(error, path) ??
    problem("store_unwritable", { dir: dirname(path), code: systemCodeOf(error) })
  );
}

function told(code: string, path: string, dir: string): Problem | null {
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED"))
    return problem("store_locked", { dir });
  if (code === "SQLITE_READONLY_DBMOVED") return problem("store_gone", { dir });
  if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT"))
    return problem("store_corrupt", { path });
  // The shared memory beside a database lies on its disk: it cannot grow where that is full.
  if (code === "SQLITE_FULL" || code === "SQLITE_IOERR_SHMSIZE" || code === "ENOSPC" || code === "EDQUOT")
    return problem("disk_full", { path });
  return null;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

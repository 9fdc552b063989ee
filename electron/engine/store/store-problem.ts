import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../../../shared/errors.ts";
import { systemCodeOf } from "../../../shared/problems/define-problem.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import type { Layout } from "./layout.ts";

/** File system error codes that concern the disk, not a name. */
const OF_DISK = /^E(NOSPC|DQUOT|ROFS|ACCES|PERM|IO|FBIG|NODEV|STALE|ISDIR|NOTDIR|BUSY|MFILE|NFILE)$/;

const NO_NAME = /^E(LOOP|NAMETOOLONG)$/;

/**
 * Maps an error of SQLite or the disk at `path` to a problem; `null` for other errors. `dir`: folder to show if the
 * file is unknown. Problems: `store_failing`, `store_gone`, `store_corrupt`, `store_locked`, `disk_full`.
 */
export function storeProblem(error: unknown, path: string, dir = dirname(path)): Problem | null {
  const code = codeOf(error);
  if (code.startsWith("SQLITE_") || OF_DISK.test(code))
    return problemOfCode(code, path, dir) ?? problem("store_failing", { dir, code: systemCodeOf(error) });
  // Some errors arrive as text only.
  const text = error instanceof Error ? error.message : "";
  if (/database or disk is full|ENOSPC/.test(text)) return problem("disk_full", { path });
  if (/database disk image is malformed|file is not a database/.test(text))
    return problem("store_corrupt", { path });
  return null;
}

/** Maps an error met while a cleaning runs. If the data folder is missing, every error maps to `store_gone`. */
export function cleaningStoreProblem(error: unknown, layout: Layout, path = layout.journal): Problem | null {
  return existsSync(layout.journal)
    ? storeProblem(error, path, layout.dataDir)
    : problem("store_gone", { dir: layout.dataDir });
}

/** Maps an error that prevented the launch: `store_failing` and `store_gone` become `store_unwritable`. */
export function startProblem(error: unknown, path: string, dir = dirname(path)): Problem | null {
  const stored = storeProblem(error, path, dir);
  const isOfName = NO_NAME.test(codeOf(error));
  return isOfName || stored?.code === "store_failing" || stored?.code === "store_gone"
    ? problem("store_unwritable", { dir, code: systemCodeOf(error) })
    : stored;
}

export function openingProblem(error: unknown, path: string): Problem {
  return (
    startProblem(error, path) ??
    problem("store_unwritable", { dir: dirname(path), code: systemCodeOf(error) })
  );
}

function problemOfCode(code: string, path: string, dir: string): Problem | null {
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED"))
    return problem("store_locked", { dir });
  if (code === "SQLITE_READONLY_DBMOVED") return problem("store_gone", { dir });
  if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT"))
    return problem("store_corrupt", { path });
  // SQLite's shared memory file cannot grow on a full disk.
  if (code === "SQLITE_FULL" || code === "SQLITE_IOERR_SHMSIZE" || code === "ENOSPC" || code === "EDQUOT")
    return problem("disk_full", { path });
  return null;
}

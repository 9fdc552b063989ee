import { type SystemCode, systemCodeOf } from "../../../shared/problems/values.ts";
import { type Problem, problem } from "../../../shared/problems.ts";

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
export function refusalOf(error: unknown): SystemCode | null {
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

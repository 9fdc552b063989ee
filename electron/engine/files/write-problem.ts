import { type Problem, problem } from "../../../shared/problems.ts";

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "the folder is not there",
  ENOTDIR: "the folder is not there",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "nothing can be written there",
  EISDIR: "there is a folder of that name",
  ENAMETOOLONG: "the name is too long",
  EINVAL: "no file can have that name there",
  EILSEQ: "no file can have that name there",
  ERR_INVALID_ARG_VALUE: "no file can have that name",
  ELOOP: "its links lead in a circle",
  EFBIG: "it is larger than a file may be there",
  EBUSY: "another program is using it",
  ETXTBSY: "another program is using it",
  EXDEV: "it is on another disk",
  EIO: "the disk reports an error",
  ENXIO: "nothing takes what is written there",
  ENODEV: "the disk is not there",
  ESTALE: "the disk is not there",
};

/** The file system's own word for what went wrong, e.g. `ENOSPC`; empty: the error is none of its own. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Why a path cannot be used, in words; null: the error is none of the file system's. */
export function whyOf(error: unknown): string | null {
  return WHY[codeOf(error)] ?? null;
}

/** What the file system's refusal to write `path` means in words, or null when `error` is none of its own. */
export function writeProblem(error: unknown, path: string): Problem | null {
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") return problem("disk_full", { path });
  if (code === "EEXIST" || code === "ENOTEMPTY") return problem("out_exists", { path });
  const why = WHY[code];
  return why === undefined ? null : problem("out_unwritable", { path, why });
}

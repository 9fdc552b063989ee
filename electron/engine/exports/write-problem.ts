import { type Problem, problem } from "../../../shared/problems.ts";

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "the folder is not there",
  ENOTDIR: "the folder is not there",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "nothing can be written there",
  EISDIR: "there is a folder of that name",
  ENAMETOOLONG: "the name is too long",
  EFBIG: "it is larger than a file may be there",
  EBUSY: "another program is using it",
  EIO: "the disk reports an error",
};

/** What the file system's refusal to write `path` means in words, or null when `error` is none of its own. */
export function writeProblem(error: unknown, path: string): Problem | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC" || code === "EDQUOT") return problem("disk_full", { path });
  if (code === "EEXIST") return problem("out_exists", { path });
  const why = WHY[code];
  return why === undefined ? null : problem("out_unwritable", { path, why });
}

import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
} from "node:fs";
import { join } from "node:path";
import { isInodeAt } from "./made-file.ts";
import { codeOf } from "./write-problem.ts";

/** A folder that is held open, in which something is done whatever comes to stand at its path meanwhile. */
export interface HeldFolder {
  readonly path: string;
  readonly stats: BigIntStats;
  /** A path to what is called `name` in this very folder; only Linux has such paths, elsewhere it is the usual one. */
  at(name: string): string;
  /** Whether it is this folder that stands at `path`. */
  isAt(path: string): boolean;
  setMode(mode: number): void;
  close(): void;
}

/** Folders that cannot be opened: all of them on Windows, and those that take files and show none. */
const UNOPENED: ReadonlySet<string> = new Set(["EACCES", "EPERM"]);

/** Holds the folder at `path`; a link there is not followed. Throws the file system's errors. */
export function holdFolder(path: string): HeldFolder {
  const descriptor = open(path);
  const stats =
    descriptor === null ? lstatSync(path, { bigint: true }) : fstatSync(descriptor, { bigint: true });
  if (!stats.isDirectory()) throw Object.assign(new Error(`${path} is no folder`), { code: "ENOTDIR" });
  const through = descriptor === null ? "" : `/proc/self/fd/${descriptor}`;
  const base = process.platform === "linux" && through !== "" && existsSync(through) ? through : path;
  return {
    path,
    stats,
    at: (name) => join(base, name),
    isAt: (at) => isInodeAt(stats, at),
    setMode(mode) {
      if (descriptor !== null) fchmodSync(descriptor, mode);
    },
    close() {
      if (descriptor !== null) closeSync(descriptor);
    },
  };
}

function open(path: string): number | null {
  if (process.platform === "win32") return null;
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if (UNOPENED.has(codeOf(error))) return null;
    throw error;
  }
}

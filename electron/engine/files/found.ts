import { type BigIntStats, fstatSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Unwritten } from "../../../shared/problems/file-reasons.ts";
import type { SystemCode } from "../../../shared/problems/values.ts";
import { isUnusableName } from "./safe-name.ts";
import { refusalOf } from "./write-problem.ts";

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

import { type BigIntStats, closeSync, constants, openSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Standing } from "../../../shared/bridge/standing.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { findPlace } from "./found.ts";
import { writeProblem } from "./write-problem.ts";

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

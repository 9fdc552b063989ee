import {
  type BigIntStats,
  closeSync,
  constants,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Standing } from "../../../shared/bridge/standing.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { findPlace } from "./found.ts";
import { isSameStanding, standingOf } from "./standing.ts";
import { writeProblem } from "./write-problem.ts";

/** Where a finished file, or a folder of files, is to stand, and what the user agreed to lose there. */
export interface Place {
  /** The path as the user named it. */
  readonly named: string;
  /** What may be replaced: this and nothing else; null: nothing. */
  readonly replaces: Standing | null;
  /** A folder of files, not a file. */
  readonly isFolder: boolean;
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

/**
 * Whether the place may be written, as it is now. Problems: `out_unwritable`, `out_exists` (also when something else
 * stands there than was agreed to be replaced), `out_is_source`, `out_in_data_folder`, `out_not_a_file`.
 */
export function admit(place: Place): Result<Admitted> {
  const path = place.named;
  const found = findPlace(path);
  if (found.kind === "stream") return fail(problem("out_not_a_file", { path }));
  if (found.kind === "unusable") return fail(problem("out_unwritable", { path, ...found.refused }));
  const stats = found.kind === "nothing" ? null : found.stats;
  if (place.untouchable.some((one) => isSameFile(one, found.path, stats))) {
    return fail(problem("out_is_source", { path }));
  }
  if (place.dataDir !== null && belongsTo(place.dataDir, found.path, stats)) {
    return fail(problem("out_in_data_folder", { path }));
  }
  if (stats === null) return ok({ path: found.path, existing: null });
  if (stats.isDirectory() !== place.isFolder) {
    const why = place.isFolder ? "file_there" : "folder_there";
    return fail(problem("out_unwritable", { path, why }));
  }
  if (place.replaces === null || !isSameStanding(place.replaces, standingOf(stats))) {
    return fail(problem("out_exists", { path }));
  }
  try {
    // A rename would take the place of a file that its owner has protected. Only opening it tells for certain.
    if (!stats.isDirectory()) closeSync(openSync(found.path, constants.O_RDWR | (constants.O_NONBLOCK ?? 0)));
  } catch (error) {
    const refused = writeProblem(error, path);
    if (refused === null) throw error;
    return fail(refused);
  }
  return ok({ path: found.path, existing: stats });
}

/** The same by name, through links, or by the file system's own number for it (so in any case of letters too). */
export function isSameFile(one: string, path: string, stats: BigIntStats | null): boolean {
  if (resolve(one) === path || realOrNull(one) === path) return true;
  const own = statSync(one, { bigint: true, throwIfNoEntry: false });
  return own !== undefined && stats !== null && isSame(own, stats);
}

function isSame(one: BigIntStats, two: BigIntStats): boolean {
  return one.ino !== 0n && one.ino === two.ino && one.dev === two.dev;
}

/** Whether `path` is in `folder`, however either is spelled, or is another name of a file in it. */
function belongsTo(folder: string, path: string, stats: BigIntStats | null): boolean {
  const own = statSync(folder, { bigint: true, throwIfNoEntry: false });
  if (own === undefined) return false;
  for (let at = path; ; at = dirname(at)) {
    const here = at === path ? stats : statSync(at, { bigint: true, throwIfNoEntry: false });
    if (here && isSame(here, own)) return true;
    if (dirname(at) === at) break;
  }
  if (stats === null || stats.isDirectory() || stats.nlink < 2n) return false;
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).some((name) => {
    const one = statSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
    return one !== undefined && isSame(one, stats);
  });
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

import { existsSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import type Database from "better-sqlite3";
import type { Changes, Found } from "../memory/index.ts";
import { storeProblem } from "../store/index.ts";
import { rewriteDatabase } from "./rewrite-database.ts";

/** Suffix of a replacement file. */
export const REPLACEMENT_SUFFIX = ".erased";

/** Collects the changes of an erasure. No existing file changes until they are carried out. */
export interface Staging {
  readonly changes: Changes;
  /** Runs `work`; on failure, drops its changes and notes `name`. Throws only if the disk is full. */
  attempt(name: string, work: () => void): void;
  /** Writes the replacement of `path` through `write`. */
  replace(path: string, write: (to: string) => void): void;
  /** Rewrites a database, if it exists, like {@link rewriteDatabase}. */
  rewrite(path: string, change: (db: Database.Database) => number, isSure?: boolean): number | null;
  remove(path: string): void;
  count(found: Partial<Found>): void;
  /** Deletes the replacement files. */
  discard(): void;
}

export function createStaging(dataDir: string): Staging {
  const found = { rows: 0, places: 0, verdicts: 0, facts: 0 };
  const renames: string[] = [];
  const removals: string[] = [];
  const unread: string[] = [];
  const discard = (from = 0) => {
    for (const path of renames.splice(from))
      rmSync(join(dataDir, path) + REPLACEMENT_SUFFIX, { force: true });
  };
  return {
    changes: { renames, removals, found, unread },
    attempt(name, work) {
      const before = { renames: renames.length, removals: removals.length };
      try {
        work();
      } catch (error) {
        discard(before.renames);
        removals.splice(before.removals);
        if (storeProblem(error, dataDir)?.code === "disk_full") throw error;
        if (!unread.includes(name)) unread.push(name);
      }
    },
    replace(path, write) {
      renames.push(relative(dataDir, path));
      write(path + REPLACEMENT_SUFFIX);
    },
    rewrite(path, change, isSure) {
      const found = existsSync(path)
        ? rewriteDatabase(path, path + REPLACEMENT_SUFFIX, change, isSure)
        : null;
      if (found !== null) renames.push(relative(dataDir, path));
      return found;
    },
    remove(path) {
      if (existsSync(path)) removals.push(relative(dataDir, path));
    },
    count(more) {
      for (const kind of ["rows", "places", "verdicts", "facts"] as const) found[kind] += more[kind] ?? 0;
    },
    discard,
  };
}

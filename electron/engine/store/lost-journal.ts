import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { type Problem, problem } from "../../../shared/problems.ts";
import { isOwnName } from "../data-folder/index.ts";
import type { Layout } from "./layout.ts";

/** A row of the settings of a journal that was begun in the place of one that was missing. */
const LOST = "data.lost";

/**
 * That the journal is not there, or holds nothing, though cleanings lie beside it: what they brought home was paid for,
 * and another journal would pay for it again. Null: it is there, or nothing is missed. Problem `history_missing`. Throws
 * the file system's errors.
 */
export function lostJournal(layout: Layout): Problem | null {
  const found = statSync(layout.journal, { throwIfNoEntry: false });
  if (found !== undefined && found.size > 0) return null;
  return missing(layout, found === undefined ? "missing" : "empty");
}

/** The same of a journal that was only begun so that a backup could take its place. */
export function standsForLost(layout: Layout, db: Database.Database): Problem | null {
  const isMarked = db.prepare("SELECT 1 FROM settings WHERE name = ?").get(LOST) !== undefined;
  return isMarked ? missing(layout, "missing") : null;
}

/** Notes that the journal stands for one that is missing: only a restore may go on from here. */
export function markLost(db: Database.Database): void {
  db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, 'true')").run(LOST);
}

function missing(layout: Layout, why: "missing" | "empty"): Problem | null {
  const folder = join(layout.dataDir, "cleanings");
  const cleanings = namesIn(folder).filter(
    (name) => isOwnName("cleanings", name) && namesIn(join(folder, name)).length > 0,
  ).length;
  return cleanings === 0 ? null : problem("history_missing", { dir: layout.dataDir, why, cleanings });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}

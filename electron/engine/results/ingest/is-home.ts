import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { type ColumnStore, openColumns } from "../../store/index.ts";
import { isDamaged } from "../archive/damage.ts";
import { RESULT_COLUMNS } from "../format.ts";

/**
 * That `results.db` at `path`, which is made before a cleaning begins, is not there; null: it is. Without it nobody
 * knows any more which addresses are to come back. Where the whole data folder is not there, that is what is said.
 */
export function missingResults(path: string): Problem | null {
  if (existsSync(path)) return null;
  const cleanings = dirname(dirname(path));
  return existsSync(cleanings)
    ? problem("store_corrupt", { path, missing: true })
    : problem("store_gone", { dir: dirname(cleanings) });
}

/** Whether `results.db` at `path` is there and, by a look at its head, no other file or half of one. Throws a disk's errors. */
export function resultsStand(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    const store = openColumns(path, { readonly: true });
    try {
      const { name } = RESULT_COLUMNS.fate;
      store.db.prepare("SELECT 1 FROM ingested LIMIT 1").get();
      return store.db.prepare("SELECT 1 FROM columns WHERE name = ? LIMIT 1").get(name) !== undefined;
    } finally {
      store.close();
    }
  } catch (error) {
    if (isDamaged(error) || isWithoutTables(error)) return false;
    throw error;
  }
}

/** An empty file is a database without any table. */
export function isWithoutTables(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "SQLITE_ERROR";
}

/**
 * Why `results.db` at `path` does not hold the results of part `ordinal`, to be read everywhere: it is not there, it is
 * damaged on some page, or knows nothing of the part; null: it does. Reads all of it. Throws SQLite's other errors.
 */
export function lostResults(path: string, ordinal: number): Problem | null {
  const missing = missingResults(path);
  if (missing !== null) return missing;
  try {
    const store = openColumns(path, { readonly: true });
    try {
      const isSound = store.db.pragma("quick_check", { simple: true }) === "ok";
      if (isSound && holdsPart(store, ordinal)) return null;
    } finally {
      store.close();
    }
  } catch (error) {
    if (!isDamaged(error)) throw error;
  }
  return problem("store_corrupt", { path });
}

/**
 * Whether `results.db` at `path` holds the results of part `ordinal`, whatever is said of the part elsewhere. A damaged
 * one may hold them: nothing is paid for on its account, and taking them in says what is wrong.
 */
export function isHome(path: string, ordinal: number): boolean {
  if (!existsSync(path)) return false;
  try {
    const store = openColumns(path, { readonly: true });
    try {
      return holdsPart(store, ordinal);
    } finally {
      store.close();
    }
  } catch (error) {
    if (isDamaged(error) || isWithoutTables(error)) return true;
    throw error;
  }
}

function holdsPart({ db }: ColumnStore, ordinal: number): boolean {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'ingested'").get() !== undefined;
  return hasTable && db.prepare("SELECT 1 FROM ingested WHERE ordinal = ?").get(ordinal) !== undefined;
}

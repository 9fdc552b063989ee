import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { type ColumnStore, openColumns } from "../../store/index.ts";
import { isDamaged } from "../archive/damage.ts";

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
    if (isDamaged(error)) return true;
    throw error;
  }
}

function holdsPart({ db }: ColumnStore, ordinal: number): boolean {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'ingested'").get() !== undefined;
  return hasTable && db.prepare("SELECT 1 FROM ingested WHERE ordinal = ?").get(ordinal) !== undefined;
}

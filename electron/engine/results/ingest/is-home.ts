import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { openColumns } from "../../store/index.ts";

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

/** Whether `results.db` at `path` holds the results of part `ordinal`, whatever is said of the part elsewhere. */
export function isHome(path: string, ordinal: number): boolean {
  if (!existsSync(path)) return false;
  const { db, close } = openColumns(path, { readonly: true });
  try {
    return db.prepare("SELECT 1 FROM ingested WHERE ordinal = ?").get(ordinal) !== undefined;
  } finally {
    close();
  }
}

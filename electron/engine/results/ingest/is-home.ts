import { existsSync } from "node:fs";
import { openColumns } from "../../store/index.ts";

/** Whether `results.db` at `path` holds the results of part `ordinal`, whatever is said of the part elsewhere. */
export function isHome(path: string, ordinal: number): boolean {
  if (!existsSync(path)) return false;
  const store = openColumns(path, { readonly: true });
  try {
    return store.db.prepare("SELECT 1 FROM ingested WHERE ordinal = ?").get(ordinal) !== undefined;
  } finally {
    store.close();
  }
}

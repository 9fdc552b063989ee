import { existsSync } from "node:fs";
import { openColumns } from "../../store/index.ts";

/** Whether anything ever came home into `results.db` at `path`. One that cannot be read may hold something. */
export function holdsResults(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    const store = openColumns(path, { readonly: true });
    try {
      return store.db.prepare("SELECT 1 FROM ingested LIMIT 1").get() !== undefined;
    } finally {
      store.close();
    }
  } catch {
    return true;
  }
}

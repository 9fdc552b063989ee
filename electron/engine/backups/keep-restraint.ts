import Database from "better-sqlite3";
import type { Settings } from "../../../shared/bridge/app.ts";
import { createSettings } from "../settings/index.ts";
import type { Journal } from "../store/index.ts";

/**
 * Holds the settings of the `staged` journal to those of the `present` one: what the user has forbidden since the backup,
 * a restore does not allow again. Throws SQLite's errors about `staged`.
 */
export function keepRestraint(staged: Journal, present: string): void {
  createSettings(staged).restrain(chosenIn(present));
}

/** Nothing, where the journal that is there cannot be read. */
function chosenIn(path: string): Partial<Settings> {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return createSettings({
        db,
        commit: (work) => work(),
        standing: () => "own",
        close: () => {},
      }).chosen();
    } finally {
      db.close();
    }
  } catch {
    return {};
  }
}

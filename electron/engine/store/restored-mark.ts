import type Database from "better-sqlite3";

/** Names of rows of the journal's settings: the folder that the journal belongs to, and that it was brought back. */
export const FOLDER = "data.folder";
export const RESTORED = "data.restored";

/**
 * Notes in a journal that it is one of an earlier time, `at` (Unix milliseconds): whatever Winnow opens it pauses what
 * is unfinished in it. For every copy as it is made, so that also one that is put back by hand says so.
 */
export function markRestored(db: Database.Database, at: number): void {
  db.transaction(() => {
    db.prepare("DELETE FROM settings WHERE name = ?").run(FOLDER);
    db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)").run(
      RESTORED,
      JSON.stringify({ at }),
    );
  }).immediate();
}

import type Database from "better-sqlite3";

/** Makes what is deleted from now on be overwritten: what the user erases is gone from the file too. */
export function overwriteErased(db: Database.Database): void {
  db.pragma("secure_delete = ON");
}

/** Takes what was erased out of the log of changes too, unless somebody is just reading there: then it goes later. */
export function emptyLog(db: Database.Database): void {
  db.pragma("wal_checkpoint(TRUNCATE)");
}

/** Writes a database anew, without what was once deleted in it. Throws SQLite's errors, `SQLITE_FULL` among them. */
export function scrub(db: Database.Database): void {
  db.exec("VACUUM");
  emptyLog(db);
}

/** Whether the database of that name may still hold what was erased in an earlier version. */
export function isUnscrubbed(journal: Database.Database, name: "journal" | "archive"): boolean {
  return journal.prepare("SELECT 1 FROM settings WHERE name = ?").get(`unscrubbed.${name}`) !== undefined;
}

export function noteScrubbed(journal: Database.Database, name: "journal" | "archive"): void {
  journal.prepare("DELETE FROM settings WHERE name = ?").run(`unscrubbed.${name}`);
}

import type Database from "better-sqlite3";

/** Makes what is deleted from now on be overwritten: what the user erases is gone from the file too. */
export function overwriteErased(db: Database.Database): void {
  db.pragma("secure_delete = ON");
}

/** Takes what was erased out of the log of changes too, unless somebody is just reading there: then it goes later. */
export function emptyLog(db: Database.Database): void {
  db.pragma("wal_checkpoint(TRUNCATE)");
}

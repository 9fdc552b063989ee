import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { z } from "zod";

const rowsSchema = z.array(z.record(z.string(), z.unknown()));

/**
 * Deletes rows of a small table so that no copy of them stays in the file, by rewriting the table: `secure_delete`
 * overwrites deleted rows and freed pages, but not copies left where SQLite moved rows within a page. Call it within a
 * transaction, and truncate the write-ahead log afterwards. `table` must be a constant.
 */
export function deleteSecurely(
  db: Database.Database,
  table: string,
  isDeleted: (row: Readonly<Record<string, unknown>>) => boolean,
): void {
  const rows = rowsSchema.parse(db.prepare(`SELECT * FROM ${table}`).all());
  db.exec(`DELETE FROM ${table}`);
  for (const row of rows) {
    if (isDeleted(row)) continue;
    const columns = Object.keys(row);
    db.prepare(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((name) => `@${name}`).join(", ")})`,
    ).run(row);
  }
}

/** Modes of the data folder's content, regardless of the umask. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** Creates a private folder and its missing parents. Existing ones keep their modes. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
}

/** Creates an empty private file if missing: SQLite would use the umask, and its side files copy this mode. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, "a", PRIVATE_FILE));
}

export function syncFile(path: string): void {
  // Windows syncs only files open for writing.
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Syncs renames and new names in the folder. */
export function syncFolder(path: string): void {
  // Windows cannot open folders; renames are durable there.
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Returns the names in a folder; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Folders in which Winnow deletes and moves. Hosts may create their own (logs, profiles) earlier. */
const USED = [
  "lists",
  "cleanings",
  "memory",
  "backups",
  "exports",
  "uploads",
  "unfinished",
  "restoring",
  "sandbox",
] as const;

/** Winnow's entries in the data folder; anything else there is not its own. */
export const OWN = new RegExp(
  `^((winnow|archive|lock)\\.db.*|erased\\.json.*|open|logs|desktop|browser|window|replaced-.*|${USED.join("|")})$`,
);

/** Returns the user's own non-empty entries with Winnow's names; none in Winnow's folder. Throws file system errors. */
export function takenNames(dataDir: string): string[] {
  const isThere = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false });
  // Both are created at Winnow's first launch.
  if (["winnow.db", "lock.db"].some((name) => isThere(name)?.isFile() === true)) return [];
  return USED.filter((name) => {
    const found = isThere(name);
    return found !== undefined && !(found.isDirectory() && readdirSync(join(dataDir, name)).length === 0);
  });
}

import { z } from "zod";

/** The file that makes a folder a backup: written last, it names every other file. */
export const MANIFEST = "backup.json";

/** Raised when an older Winnow could not read what a newer one wrote. */
export const FORMAT = 1;

const fileSchema = z.object({
  /** Below the backup's folder, with `/` on every system. */
  path: z.string().max(300),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  app: z.string().max(100),
  /** Unix milliseconds. */
  madeAt: z.number(),
  /** `user_version` of each database that has one. */
  schemas: z.record(z.string(), z.int()),
  files: z.array(fileSchema).max(1_000_000),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** More bytes than any manifest has. */
export const MOST_MANIFEST_BYTES = 256 * 1024 * 1024;

/** What a backup is made of, and what a restore replaces: files and folders directly below the data folder. */
export const MEMBERS = ["winnow.db", "archive.db", "lists", "cleanings", "memory"] as const;

/** What SQLite keeps beside a database that is open, or was when its program ended. */
export const SIDE_FILES = ["-wal", "-shm"] as const;

const ID = "[a-z0-9-]{1,64}";
const DATABASE = new RegExp(
  `^(winnow\\.db|archive\\.db|lists/${ID}/list\\.db|cleanings/${ID}/results\\.db|memory/${ID}\\.db)$`,
);
const PLAIN = new RegExp(
  `^(lists/${ID}/(original|records)|cleanings/${ID}/part-\\d{1,6}(\\.results\\.txt|\\.csv))$`,
);
const FOLDER = new RegExp(`^(lists|cleanings)(/${ID})?$|^memory$`);

/** What the file of that name is, or null: it has no place in a backup. */
export function kindOf(path: string): "database" | "plain" | null {
  if (DATABASE.test(path)) return "database";
  return PLAIN.test(path) ? "plain" : null;
}

/** Whether a folder of that name has a place in a backup. */
export function isFolder(path: string): boolean {
  return FOLDER.test(path);
}

/** Whether the name is that of the log of changes beside a database: only found where no manifest was written. */
export function isLog(path: string): boolean {
  return path.endsWith("-wal") && kindOf(path.slice(0, -"-wal".length)) === "database";
}

/** The code of an error of the system's or of SQLite's; empty: it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

export function isNoRoom(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "SQLITE_FULL"].includes(codeOf(error));
}

/** SQLite says that the database itself is damaged, or is none. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT");
}

/** A file of the data, whose path is the message, is damaged. */
export class Damaged extends Error {}

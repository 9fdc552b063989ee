import type Database from "better-sqlite3";
import { z } from "zod";
import { codeOf } from "../../../../shared/errors.ts";

/** Manifest of a backup, listing its files. Written last. */
export const MANIFEST = "backup.json";

/** Raised when older versions cannot read the new format. */
export const FORMAT = 1;

/** Files of a backup. Folders and files of the system may come on top. */
export const MAX_FILES = 1_000_000;

const fileSchema = z.object({
  /** Relative to the backup's folder, always with `/`. */
  path: z.string().max(300),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  app: z.string().max(100),
  madeAt: z.number(),
  /** `user_version` of each database that has one. */
  schemas: z.record(z.string(), z.int()),
  files: z.array(fileSchema).max(MAX_FILES),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;

/** Contents of a backup, directly below the data folder; a restore replaces them. */
export const MEMBERS = ["winnow.db", "archive.db", "lists", "cleanings", "memory"] as const;

/** Files that SQLite keeps beside an open database. */
export const SIDE_FILES = ["-wal", "-shm"] as const;

const ID = "[a-z0-9-]{1,64}";
const DATABASE = new RegExp(
  `^(winnow\\.db|archive\\.db|lists/${ID}/list\\.db|cleanings/${ID}/results\\.db|memory/${ID}\\.db)$`,
);
const PLAIN = new RegExp(
  `^(lists/${ID}/(original|records)|cleanings/${ID}/part-\\d{1,6}(\\.results\\.txt|\\.csv))$`,
);
const FOLDER = new RegExp(`^(lists|cleanings)(/${ID})?$|^memory$`);

/** Returns the kind of a backup's file by its path; `null` if it does not belong in a backup. */
export function kindOf(path: string): "database" | "plain" | null {
  if (DATABASE.test(path)) return "database";
  return PLAIN.test(path) ? "plain" : null;
}

export function isFolder(path: string): boolean {
  return FOLDER.test(path);
}

/** Returns whether the path is a database's WAL file, which only backups without a manifest contain. */
export function isLog(path: string): boolean {
  return path.endsWith("-wal") && kindOf(path.slice(0, -"-wal".length)) === "database";
}

export function isNoRoom(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "SQLITE_FULL"].includes(codeOf(error));
}

/** Returns whether SQLite reports a damaged file or one that is no database. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT");
}

export class Damaged extends Error {}

const idsSchema = z.array(z.string());

/** Returns the ids in a table of a journal, which are the names of its files. */
export function idsIn(db: Database.Database, table: "lists" | "cleanings" | "imports"): string[] {
  return idsSchema.parse(db.prepare(`SELECT id FROM ${table}`).pluck().all());
}

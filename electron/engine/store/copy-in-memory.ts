import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import type { Result } from "../../../shared/result.ts";
import { bringUp, type Journal } from "./journal.ts";

/** Where the header of a database says how it is written: 2 is with a WAL, which memory has none of. */
const WRITE_VERSION = 18;
const READ_VERSION = 19;
const ROLLBACK = 1;

/**
 * The journal at `path` as it is at this moment, in memory, brought to the newest version there: for whoever only looks,
 * beside the Winnow that has the data folder. Nothing of it is written back. Problems: those of `openJournal`.
 */
export function copyInMemory(path: string): Result<Journal> {
  return bringUp(path, () => {
    const bytes = existsSync(path) ? contentOf(path) : Buffer.alloc(0);
    if (bytes.length === 0) return new Database(":memory:");
    bytes[WRITE_VERSION] = ROLLBACK;
    bytes[READ_VERSION] = ROLLBACK;
    return new Database(bytes);
  });
}

function contentOf(path: string): Buffer {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    // What is no database is found out by reading from it, not by copying it.
    db.pragma("user_version");
    return db.serialize();
  } finally {
    db.close();
  }
}

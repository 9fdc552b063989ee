import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

export type SandboxDatabase = Database.Database;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS accounts (
    label TEXT PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    credits INTEGER NOT NULL CHECK (credits >= 0),
    state TEXT NOT NULL,
    allowlist TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS jobs (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL REFERENCES accounts (label),
    created_at INTEGER NOT NULL,
    prepare REAL NOT NULL,
    per_second REAL NOT NULL,
    auto_verify INTEGER NOT NULL,
    invalid INTEGER NOT NULL,
    total INTEGER NOT NULL,
    analysis TEXT NOT NULL,
    address_header TEXT NOT NULL,
    extra_headers TEXT NOT NULL,
    settled INTEGER NOT NULL DEFAULT 0,
    started_at INTEGER,
    starts INTEGER NOT NULL DEFAULT 0,
    charged INTEGER NOT NULL DEFAULT 0,
    cancelled_at INTEGER,
    gone_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS jobs_by_account ON jobs (account, gone_at);
  CREATE TABLE IF NOT EXISTS chunks (
    job INTEGER NOT NULL REFERENCES jobs (seq),
    first INTEGER NOT NULL,
    addresses TEXT NOT NULL,
    extras TEXT,
    codes BLOB NOT NULL,
    PRIMARY KEY (job, first)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS uploads (job INTEGER PRIMARY KEY REFERENCES jobs (seq), bytes BLOB NOT NULL) STRICT;
`;

/**
 * Opens `sandbox.db` in `stateDir`, creating it if needed; in memory if `null`. Commits survive a crash of the process.
 */
export function openSandboxDatabase(stateDir: string | null): SandboxDatabase {
  const path = stateDir === null ? ":memory:" : join(stateDir, "sandbox.db");
  if (stateDir !== null) {
    // Uploads are private. SQLite would create the files with the umask's permissions.
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
  }
  const database = new Database(path);
  database.pragma("journal_mode = WAL");
  database.pragma("foreign_keys = ON");
  database.pragma("secure_delete = ON");
  database.exec(SCHEMA);
  return database;
}

/** Removes deleted data from the WAL too. Must not be called in a transaction. */
export function truncateWal(database: SandboxDatabase): void {
  database.pragma("wal_checkpoint(TRUNCATE)");
}

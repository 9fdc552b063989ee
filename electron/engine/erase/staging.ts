import { constants, copyFileSync, existsSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import type { ErasedPeople, Found } from "../memory/index.ts";
import { makePrivateFile, storeProblem, syncFile } from "../store/index.ts";
import { blank, mentionsInBytes } from "./blank.ts";
import { SIGNS, withoutMentions } from "./mentions.ts";

/**
 * Writes a copy of a database with `change` applied. Returns its result, or `null` if nothing changed. Unless `isSure`,
 * tries `change` in a rolled-back transaction first. Throws SQLite errors.
 */
export function rewriteDatabase(
  path: string,
  to: string,
  change: (db: Database.Database) => number,
  isSure = false,
): number | null {
  const db = new Database(path, { fileMustExist: true, timeout: 60_000 });
  try {
    // A leftover WAL would be applied to the file that replaces this one.
    db.pragma("journal_mode = DELETE");
    if (!isSure && !wouldChange(db, change)) return null;
  } finally {
    db.close();
  }
  const copied = `${to}.copy`;
  copyFileSync(path, copied, constants.COPYFILE_FICLONE);
  const copy = new Database(copied);
  try {
    copy.pragma("synchronous = OFF");
    const found = copy.transaction(change).immediate(copy);
    rmSync(to, { force: true });
    makePrivateFile(to);
    // VACUUM drops free pages that still contain deleted data.
    copy.prepare("VACUUM INTO ?").run(to);
    syncFile(to);
    return found;
  } finally {
    copy.close();
    for (const end of ["", "-journal", "-wal", "-shm"]) rmSync(copied + end, { force: true });
  }
}

function wouldChange(db: Database.Database, change: (db: Database.Database) => number): boolean {
  db.exec("BEGIN IMMEDIATE");
  change(db);
  const changes = Number(db.prepare("SELECT total_changes()").pluck().get());
  db.exec("ROLLBACK");
  return changes > 0;
}

const columnsSchema = z.array(z.object({ table: z.string(), column: z.string(), type: z.string() }));
const textsSchema = z.array(z.object({ row: z.int(), value: z.union([z.string(), z.instanceof(Buffer)]) }));

const COLUMNS = `SELECT t.name AS "table", c.name AS "column", c.type AS type
  FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
  WHERE t.schema = 'main' AND t.type = 'table' AND t.wr = 0 AND t.name NOT LIKE 'sqlite_%' AND c.type IN ('TEXT', 'BLOB')`;

/** Blanks mentions in all text values, and in blobs if `blobs` is set. Returns the number of changed values. */
export function blankTexts(db: Database.Database, people: ErasedPeople, blobs = false): number {
  let values = 0;
  for (const { table, column, type } of columnsSchema.parse(db.prepare(COLUMNS).all())) {
    if (type === "BLOB" && !blobs) continue;
    const found = db.prepare(
      `SELECT rowid AS row, "${column}" AS value FROM "${table}" WHERE ${SIGNS.map((sign) => `instr("${column}", '${sign}')`).join(" OR ")}`,
    );
    // Blanked values may violate a unique constraint; keep one row.
    const put = db.prepare(`UPDATE OR REPLACE "${table}" SET "${column}" = ? WHERE rowid = ?`);
    for (const { row, value } of textsSchema.parse(found.all())) {
      const left = typeof value === "string" ? withoutMentions(value, people) : blobWithout(value, people);
      if (left === null) continue;
      put.run(left, row);
      values++;
    }
  }
  return values;
}

function blobWithout(bytes: Buffer, people: ErasedPeople): Buffer | null {
  const places = mentionsInBytes(bytes, people);
  for (const { start, end } of places) blank(bytes.subarray(start, end), undefined);
  return places.length === 0 ? null : bytes;
}

/** Suffix of a replacement file. */
export const REPLACEMENT_SUFFIX = ".erased";

/** Collects the changes of an erasure. No existing file changes until they are carried out. */
export type Staging = ReturnType<typeof createStaging>;

export function createStaging(dataDir: string) {
  const found = { rows: 0, places: 0, verdicts: 0, facts: 0 };
  const renames: string[] = [];
  const removals: string[] = [];
  const unread: string[] = [];
  const discard = (from = 0) => {
    for (const path of renames.splice(from))
      rmSync(join(dataDir, path) + REPLACEMENT_SUFFIX, { force: true });
  };
  return {
    changes: { renames, removals, found, unread },
    /** Runs `work`; on failure, drops its changes and records `name` as failed. Throws only if the disk is full. */
    attempt(name: string, work: () => void) {
      const before = { renames: renames.length, removals: removals.length };
      try {
        work();
      } catch (error) {
        discard(before.renames);
        removals.splice(before.removals);
        if (storeProblem(error, dataDir)?.code === "disk_full") throw error;
        if (!unread.includes(name)) unread.push(name);
      }
    },
    /** Writes the replacement of `path` through `write`. */
    replace(path: string, write: (to: string) => void) {
      renames.push(relative(dataDir, path));
      write(path + REPLACEMENT_SUFFIX);
    },
    /** Rewrites a database, if it exists, like {@link rewriteDatabase}. */
    rewrite(path: string, change: (db: Database.Database) => number, isSure?: boolean): number | null {
      const found = existsSync(path)
        ? rewriteDatabase(path, path + REPLACEMENT_SUFFIX, change, isSure)
        : null;
      if (found !== null) renames.push(relative(dataDir, path));
      return found;
    },
    remove(path: string) {
      if (existsSync(path)) removals.push(relative(dataDir, path));
    },
    count(more: Partial<Found>) {
      for (const kind of ["rows", "places", "verdicts", "facts"] as const) found[kind] += more[kind] ?? 0;
    },
    /** Deletes the replacement files. */
    discard,
  };
}

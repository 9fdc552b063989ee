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

import type Database from "better-sqlite3";
import { z } from "zod";
import type { IsErased } from "../memory/index.ts";
import { emptyLog, overwriteErased } from "../store/index.ts";
import { blankBytes, blankedText } from "./blank.ts";

const columnsSchema = z.array(z.object({ table: z.string(), column: z.string(), type: z.string() }));
const textsSchema = z.array(z.object({ row: z.int(), value: z.string() }));
const blobsSchema = z.array(z.object({ row: z.int(), value: z.instanceof(Buffer) }));

const COLUMNS = `SELECT t.name AS "table", c.name AS "column", c.type AS type
  FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
  WHERE t.schema = 'main' AND t.type = 'table' AND t.wr = 0 AND t.name NOT LIKE 'sqlite_%' AND c.type IN ('TEXT', 'BLOB')`;

/**
 * Makes everybody unreadable who is erased in every text of a database, and in blobs of text (`blobs`); how many values
 * there were. What it was is overwritten on the disk. Throws SQLite's errors.
 */
export function eraseTexts(db: Database.Database, isErased: IsErased, blobs = false): number {
  overwriteErased(db);
  let values = 0;
  db.transaction(() => {
    for (const { table, column, type } of columnsSchema.parse(db.prepare(COLUMNS).all())) {
      const found = db.prepare(
        `SELECT rowid AS row, "${column}" AS value FROM "${table}" WHERE instr("${column}", '@') > 0`,
      );
      // Two that are as long read the same now: one row of them is enough.
      const put = db.prepare(`UPDATE OR REPLACE "${table}" SET "${column}" = ? WHERE rowid = ?`);
      if (type === "TEXT")
        for (const { row, value } of textsSchema.parse(found.all())) {
          const blanked = blankedText(value, isErased);
          if (blanked === null) continue;
          put.run(blanked, row);
          values++;
        }
      else if (blobs)
        for (const { row, value } of blobsSchema.parse(found.all())) {
          if (blankBytes(value, isErased) === 0) continue;
          put.run(value, row);
          values++;
        }
    }
  }).immediate();
  return values;
}

/** Writes the database anew, without what was taken out of it, and closes it. */
export function closeErased(db: Database.Database): void {
  db.exec("VACUUM");
  emptyLog(db);
  db.close();
}

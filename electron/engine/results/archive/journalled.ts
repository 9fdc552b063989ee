import Database from "better-sqlite3";
import { z } from "zod";

/** A cleaning that the journal knows. */
export interface Journalled {
  readonly id: string;
  readonly list_id: string;
  readonly scope: string;
  /** It was put into the bin. */
  readonly inBin: boolean;
  /** It is being erased: the archive is to know nothing of it. */
  readonly erasing: boolean;
}

const rowsSchema = z.array(
  z.object({
    id: z.string(),
    list_id: z.string(),
    scope: z.string(),
    deleted_at: z.number().nullable(),
    erasing: z.int(),
  }),
);

/** The cleanings of the journal at `path`, oldest first. Throws SQLite's errors. */
export function cleaningsIn(path: string): Journalled[] {
  const db = new Database(path, { readonly: true });
  try {
    const all = db.prepare(
      `SELECT id, list_id, scope, deleted_at,
         EXISTS (SELECT 1 FROM settings WHERE name = 'erasing.' || cleanings.id) AS erasing
       FROM cleanings ORDER BY rowid`,
    );
    return rowsSchema.parse(all.all()).map(({ deleted_at, erasing, ...one }) => ({
      ...one,
      inBin: deleted_at !== null,
      erasing: erasing === 1,
    }));
  } finally {
    db.close();
  }
}

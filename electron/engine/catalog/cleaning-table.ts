import type Database from "better-sqlite3";
import { z } from "zod";
import {
  cellCountsSchema,
  cleaningOptionsSchema,
  outputFileSchema,
  priceSchema,
  verdictCountsSchema,
} from "../../../shared/bridge/cleanings.ts";
import { foldSearch } from "../../../shared/fold-search.ts";
import type { Journal } from "../store/index.ts";

/** Returns a schema of a JSON column: parses the text and validates the value with `schema`. */
export const parsedJson = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text, context): z.output<T> => {
    try {
      const parsed = schema.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: "custom", message: parsed.error.message });
    } catch {
      context.addIssue({ code: "custom", message: "not JSON" });
    }
    return z.NEVER;
  });

const flag = z.int().transform((value) => value !== 0);

/** The cleaning's output file; `rows` is `null` until it has been written. */
const storedOutSchema = outputFileSchema.extend({
  rows: z.int().nullable(),
  ...cellCountsSchema.shape,
});

const cleaningRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  list_id: z.string(),
  account_id: z.string(),
  scope: z.string(),
  options: parsedJson(cleaningOptionsSchema),
  price: parsedJson(priceSchema),
  unique_addresses: z.int(),
  agreed_credits: z.int(),
  out: parsedJson(storedOutSchema).nullable(),
  state: z.enum(["active", "done", "failed", "cancelled", "imported"]),
  counts: parsedJson(verdictCountsSchema).nullable(),
  missing: z.int(),
  watching: flag,
  tags: parsedJson(z.array(z.string())),
  created_at: z.number(),
  finished_at: z.number().nullable(),
  deleted_at: z.number().nullable(),
});
export type CleaningRow = z.output<typeof cleaningRowSchema>;
export type NewCleaning = Omit<
  CleaningRow,
  "counts" | "missing" | "watching" | "tags" | "finished_at" | "deleted_at"
>;

const idSchema = z.object({ id: z.string() });
const countSchema = z.object({ n: z.int() });
const binnedSchema = z.object({ id: z.string(), listId: z.string(), name: z.string() });
const tagsSchema = z.array(z.string()).catch([]);

/** Returns 1 if the name or a tag contains `wanted` (already folded for search), else 0. */
function isCalled(name: unknown, tags: unknown, wanted: unknown): 0 | 1 {
  const stored = typeof tags === "string" ? parsed(tags) : [];
  return [String(name), ...tagsSchema.parse(stored)].some((text) => foldSearch(text).includes(String(wanted)))
    ? 1
    : 0;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return [];
  }
}

/** Accessors of the table of cleanings, for the room that runs them. Synchronous; wrap writes in `commit`. */
export function createCleaningRows({ db }: Journal) {
  db.function("is_called", { deterministic: true }, isCalled);
  const statements = {
    cleaning: db.prepare("SELECT * FROM cleanings WHERE id = ?"),
    active: db.prepare(
      "SELECT id FROM cleanings WHERE state = 'active' AND deleted_at IS NULL ORDER BY created_at",
    ),
    unwritten: db.prepare(
      `SELECT id FROM cleanings
       WHERE state IN ('done', 'imported') AND deleted_at IS NULL AND json_valid(out)
         AND json_extract(out, '$.rows') IS NULL ORDER BY created_at`,
    ),
  };
  const idsOf = (rows: unknown[]): string[] => rows.map((row) => idSchema.parse(row).id);

  return {
    cleaning(id: string): CleaningRow | null {
      const row = statements.cleaning.get(id);
      return row === undefined ? null : cleaningRowSchema.parse(row);
    },
    /** Returns the ids of unfinished cleanings outside the bin, oldest first. */
    active: (): string[] => idsOf(statements.active.all()),
    /** Returns the ids of cleanings with complete results whose requested file is not written yet. */
    unwritten: (): string[] => idsOf(statements.unwritten.all()),
    /** Returns the cleanings binned before `time`, with their lists. */
    binnedBefore: (time: number) =>
      db
        .prepare(
          "SELECT id, list_id AS listId, name FROM cleanings WHERE deleted_at < ? AND state <> 'active'",
        )
        .all(time)
        .map((row) => binnedSchema.parse(row)),
    erase: (id: string): void => eraseCleaningRow(db, id),
    countOf: (accountId: string): number =>
      countSchema.parse(db.prepare("SELECT count(*) AS n FROM cleanings WHERE account_id = ?").get(accountId))
        .n,
    list(search: string, bin: boolean, offset: number, limit: number): { total: number; ids: string[] } {
      const wanted = foldSearch(search);
      const where = `deleted_at IS ${bin ? "NOT NULL" : "NULL"} AND is_called(name, tags, ?)`;
      const { n: total } = countSchema.parse(
        db.prepare(`SELECT count(*) AS n FROM cleanings WHERE ${where}`).get(wanted),
      );
      const page = db.prepare(
        `SELECT id FROM cleanings WHERE ${where} ORDER BY created_at DESC, rowid DESC LIMIT ? OFFSET ?`,
      );
      return { total, ids: idsOf(page.all(wanted, limit, offset)) };
    },
    insertCleaning(cleaning: NewCleaning): void {
      db.prepare(
        `INSERT INTO cleanings (id, name, list_id, account_id, scope, options, price, unique_addresses,
           agreed_credits, out, state, created_at)
         VALUES (@id, @name, @list_id, @account_id, @scope, @options, @price, @unique_addresses, @agreed_credits,
           @out, @state, @created_at)`,
      ).run({
        ...cleaning,
        options: JSON.stringify(cleaning.options),
        price: JSON.stringify(cleaning.price),
        out: cleaning.out === null ? null : JSON.stringify(cleaning.out),
      });
    },
    finish(
      id: string,
      state: CleaningRow["state"],
      counts: unknown,
      missing: number,
      at: number | null,
    ): void {
      db.prepare("UPDATE cleanings SET state = ?, counts = ?, missing = ?, finished_at = ? WHERE id = ?").run(
        state,
        counts === null ? null : JSON.stringify(counts),
        missing,
        at,
        id,
      );
    },
    /** Reactivates a finished cleaning; its output file will be written again. */
    reopen(row: CleaningRow): void {
      const out = row.out === null ? null : outputFileSchema.parse(row.out);
      db.prepare(
        "UPDATE cleanings SET state = 'active', counts = NULL, missing = 0, finished_at = NULL, out = ? WHERE id = ?",
      ).run(out === null ? null : JSON.stringify({ ...out, rows: null }), row.id);
    },
    setOut(id: string, out: z.output<typeof storedOutSchema> | null): void {
      const stored = out === null ? null : JSON.stringify(out);
      db.prepare("UPDATE cleanings SET out = ? WHERE id = ?").run(stored, id);
    },
    setWatching(id: string, watching: boolean): void {
      db.prepare("UPDATE cleanings SET watching = ? WHERE id = ?").run(watching ? 1 : 0, id);
    },
    setDeleted(id: string, at: number | null): void {
      db.prepare("UPDATE cleanings SET deleted_at = ? WHERE id = ?").run(at, id);
    },
    update(id: string, name: string | null, tags: readonly string[] | null): void {
      if (name !== null) db.prepare("UPDATE cleanings SET name = ? WHERE id = ?").run(name, id);
      if (tags !== null)
        db.prepare("UPDATE cleanings SET tags = ? WHERE id = ?").run(JSON.stringify(tags), id);
    },
    setAgreed(id: string, credits: number): void {
      db.prepare("UPDATE cleanings SET agreed_credits = ? WHERE id = ?").run(credits, id);
    },
  };
}

/** Deletes the cleaning with its parts and timeline. */
export function eraseCleaningRow(db: Database.Database, id: string): void {
  db.prepare("DELETE FROM cleanings WHERE id = ?").run(id);
}

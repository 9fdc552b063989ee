import type Database from "better-sqlite3";
import { z } from "zod";
import {
  cellCountsSchema,
  cleaningOptionsSchema,
  outputFileSchema,
  priceSchema,
  verdictCountsSchema,
} from "../../../shared/bridge/cleanings.ts";
import { foldSearch } from "../../../shared/fold.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
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

type Db = Database.Database;

const foundSchema = z
  .object({
    cleaningId: z.string(),
    listId: z.string(),
    name: z.string(),
    scope: z.string(),
    state: z.string(),
    options: z.string(),
    /** The stored price as JSON. */
    price: z.string(),
    uniqueAddresses: z.int(),
    createdAt: z.number(),
    deletedAt: z.number().nullable(),
  })
  .transform(({ options, ...row }) => ({ ...row, suppresses: suppressesIn(options) }));
/** A cleaning as other rooms see it. `suppresses`: leaves out suppressed addresses. */
export type FoundCleaning = z.output<typeof foundSchema>;

const suppressSchema = z.object({ suppress: z.boolean() });

/** Returns whether a cleaning leaves out suppressed addresses; true if its options can't be parsed. */
function suppressesIn(options: string): boolean {
  const found = suppressSchema.safeParse(parsed(options));
  return found.success ? found.data.suppress : true;
}

const FOUND = `SELECT id AS cleaningId, list_id AS listId, name, scope, state, options, price,
  unique_addresses AS uniqueAddresses, created_at AS createdAt, deleted_at AS deletedAt FROM cleanings`;

export function findCleaning(db: Db, id: string): FoundCleaning | null {
  const row = db.prepare(`${FOUND} WHERE id = ?`).get(id);
  return row === undefined ? null : foundSchema.parse(row);
}

/** Returns the cleaning. Fails with `cleaning_unknown`. */
export function knownCleaning(db: Db, id: string): Result<FoundCleaning> {
  const found = findCleaning(db, id);
  return found === null ? fail(problem("cleaning_unknown", { cleaning: id })) : ok(found);
}

export function hasCleaning(db: Db, id: string): boolean {
  return db.prepare("SELECT 1 FROM cleanings WHERE id = ?").get(id) !== undefined;
}

/** Deletes the cleaning with its parts and timeline. */
export function eraseCleaningRow(db: Db, id: string): void {
  db.prepare("DELETE FROM cleanings WHERE id = ?").run(id);
}

/** Returns up to `most` earlier cleanings of the same scope with half to twice as many addresses, newest first. */
export function earlierCleanings(db: Db, of: FoundCleaning, most: number): FoundCleaning[] {
  const { scope, createdAt, cleaningId, uniqueAddresses } = of;
  return db
    .prepare(
      `${FOUND} WHERE scope = ? AND created_at < ? AND id <> ? AND deleted_at IS NULL AND state IN ('done', 'imported')
         AND unique_addresses BETWEEN ? AND ? ORDER BY created_at DESC LIMIT ?`,
    )
    .all(scope, createdAt, cleaningId, uniqueAddresses / 2, uniqueAddresses * 2, most)
    .map((row) => foundSchema.parse(row));
}

/** Returns the ids of the cleanings with verdicts of `sandboxScope`. Imported verdicts are never sandbox data. */
export function sandboxCleanings(db: Db, sandboxScope: string): ReadonlySet<string> {
  const rows = db.prepare("SELECT id FROM cleanings WHERE scope = ? AND state <> 'imported'");
  return new Set(rows.all(sandboxScope).map((row) => idSchema.parse(row).id));
}

const sourceSchema = z.object({
  id: z.string(),
  scope: z.string(),
  accountId: z.string(),
  /** Name of the service that made the imported results. */
  importedFrom: z.string().nullable(),
  isImported: flag,
});

/** Returns where the verdicts of each cleaning came from. */
export function verdictSources(db: Db): z.output<typeof sourceSchema>[] {
  return db
    .prepare(
      `SELECT cleanings.id AS id, scope, account_id AS accountId, state = 'imported' AS isImported,
         json_extract(preflight, '$.resultsOf.name') AS importedFrom
       FROM cleanings JOIN lists ON lists.id = list_id`,
    )
    .all()
    .map((row) => sourceSchema.parse(row));
}

const namedSchema = z.object({ id: z.string(), name: z.string(), list: z.string() });

/** Returns the id, name and list id of all cleanings. */
export function cleaningNames(db: Db): z.output<typeof namedSchema>[] {
  return db
    .prepare("SELECT id, name, list_id AS list FROM cleanings")
    .all()
    .map((row) => namedSchema.parse(row));
}

const stateCountSchema = z.object({ name: z.string(), n: z.int() });

/** Returns the number of cleanings per state. */
export function countCleaningsByState(db: Db): z.output<typeof stateCountSchema>[] {
  return db
    .prepare("SELECT state AS name, count(*) AS n FROM cleanings GROUP BY state")
    .all()
    .map((row) => stateCountSchema.parse(row));
}

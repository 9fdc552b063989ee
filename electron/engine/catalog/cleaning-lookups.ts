import type Database from "better-sqlite3";
import { z } from "zod";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { parsedJson } from "./cleaning-table.ts";

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

const suppressSchema = parsedJson(z.object({ suppress: z.boolean() }));

/** Returns whether a cleaning leaves out suppressed addresses; true if its options can't be parsed. */
function suppressesIn(options: string): boolean {
  const found = suppressSchema.safeParse(options);
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
  return new Set(z.array(z.string()).parse(rows.pluck().all(sandboxScope)));
}

const sourceSchema = z.object({
  id: z.string(),
  scope: z.string(),
  accountId: z.string(),
  /** Name of the service that made the imported results. */
  importedFrom: z.string().nullable(),
  isImported: z.int().transform((value) => value !== 0),
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

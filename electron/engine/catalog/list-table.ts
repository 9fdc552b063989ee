import type Database from "better-sqlite3";
import { z } from "zod";
import { type ReferenceOverride, referenceOverrideSchema } from "../../../shared/bridge/app.ts";
import {
  type Preflight,
  preflightSchema,
  type ReadOptions,
  readOptionsSchema,
} from "../../../shared/bridge/lists.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Journal } from "../store/index.ts";

/** An accepted correction: folded address or cell key, and the address to verify instead. */
const correctionSchema = z.tuple([z.string(), z.string()]);
export type Correction = z.infer<typeof correctionSchema>;

const corrected = { corrections: z.array(correctionSchema).default([]) };
const storedOptionsSchema = readOptionsSchema.extend({
  ...corrected,
  overrides: z.array(referenceOverrideSchema).default([]),
  mergedFrom: z.array(z.string()).default([]),
  aside: z.boolean().default(false),
});

export interface StoredList {
  readonly id: string;
  readonly name: string;
  readonly options: ReadOptions;
  readonly corrections: readonly Correction[];
  /** Overrides of reference list entries at the time of reading. */
  readonly overrides: readonly ReferenceOverride[];
  /** Paths of the user's files that were merged into this list. */
  readonly mergedFrom: readonly string[];
  /** Opened only to extract data; not offered for cleaning. */
  readonly isTemporary: boolean;
  /** `null` if the list is not read yet or is being read. */
  readonly preflight: Preflight | null;
  /** Increases when a read begins and when it succeeds. */
  readonly revision: number;
}

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  read_options: z.string(),
  preflight: z.string().nullable(),
  revision: z.int(),
});

/** A new list: copied from a file, or merged from others with their corrections and source paths. */
export interface NewList {
  readonly id: string;
  readonly name: string;
  readonly sourcePath: string | null;
  readonly createdAt: number;
  readonly corrections?: readonly Correction[];
  readonly mergedFrom?: readonly string[];
}

export function insertList(
  journal: Journal,
  { id, name, sourcePath, createdAt, corrections = [], mergedFrom = [] }: NewList,
): void {
  journal.commit(() =>
    journal.db
      .prepare("INSERT INTO lists (id, name, source_path, read_options, created_at) VALUES (?, ?, ?, ?, ?)")
      .run(id, name, sourcePath, JSON.stringify({ corrections, mergedFrom }), createdAt),
  );
}

/** Marks a list as opened only to extract data. It is not offered for cleaning and is deleted at the next start. */
export function markTemporary(journal: Journal, id: string): void {
  journal.commit(() =>
    journal.db
      .prepare("UPDATE lists SET read_options = json_set(read_options, '$.aside', json('true')) WHERE id = ?")
      .run(id),
  );
}

/** Returns the known paths of the user's files that the list was made of. */
export function sourcesOf(journal: Journal, id: string): string[] {
  const row = journal.db.prepare("SELECT source_path FROM lists WHERE id = ?").get(id);
  const path = z.object({ source_path: z.string().nullable() }).optional().parse(row)?.source_path ?? null;
  return [...(path === null ? [] : [path]), ...(findList(journal, id)?.mergedFrom ?? [])];
}

export function findList(journal: Journal, id: string): StoredList | null {
  const row = journal.db
    .prepare("SELECT id, name, read_options, preflight, revision FROM lists WHERE id = ?")
    .get(id);
  if (row === undefined) return null;
  const { read_options, preflight, ...rest } = rowSchema.parse(row);
  const stored = storedOptionsSchema.parse(JSON.parse(read_options));
  const { corrections, overrides, mergedFrom, aside: isTemporary, ...options } = stored;
  return {
    ...rest,
    options,
    mergedFrom,
    isTemporary,
    corrections,
    overrides,
    preflight:
      preflight === null
        ? null
        : { ...preflightSchema.parse(JSON.parse(preflight)), revision: rest.revision },
  };
}

/** Marks a list as being read. Until `saveRead` or `restoreRead`, its columns are undefined and no cleaning can start. */
export function beginRead(journal: Journal, id: string): void {
  journal.commit(() =>
    journal.db.prepare("UPDATE lists SET revision = revision + 1, preflight = NULL WHERE id = ?").run(id),
  );
}

/** Restores the previous preflight after a read that failed without changing the columns. */
export function restoreRead(journal: Journal, id: string, preflight: Preflight): void {
  journal.commit(() =>
    journal.db.prepare("UPDATE lists SET preflight = ? WHERE id = ?").run(JSON.stringify(preflight), id),
  );
}

/** Stores the result and options of a read. Returns the preflight with the list's new revision. */
export function saveRead(
  journal: Journal,
  id: string,
  options: ReadOptions,
  corrections: readonly Correction[],
  overrides: readonly ReferenceOverride[],
  preflight: Preflight,
): Preflight {
  journal.commit(() => {
    const { mergedFrom = [], isTemporary: aside = false } = findList(journal, id) ?? {};
    journal.db
      .prepare("UPDATE lists SET read_options = ?, preflight = ?, revision = revision + 1 WHERE id = ?")
      .run(
        JSON.stringify({ ...options, corrections, overrides, mergedFrom, aside }),
        JSON.stringify(preflight),
        id,
      );
  });
  return { ...preflight, revision: revisionOf(journal, id) ?? 0 };
}

export function revisionOf(journal: Journal, id: string): number | null {
  const row = journal.db.prepare("SELECT revision FROM lists WHERE id = ?").get(id);
  return z.object({ revision: z.int() }).optional().parse(row)?.revision ?? null;
}

/** Returns whether a cleaning uses the list, which then must not be read differently. */
export function listInUse(journal: Journal, id: string): boolean {
  return journal.db.prepare("SELECT 1 FROM cleanings WHERE list_id = ? LIMIT 1").get(id) !== undefined;
}

/** Returns up to `most` lists that were read, or began to be, and have no cleaning, newest first. */
export function unusedLists(journal: Journal, most: number): StoredList[] {
  return journal.db
    .prepare(
      `SELECT id FROM lists WHERE revision > 0 AND json_extract(read_options, '$.aside') IS NOT 1
         AND id NOT IN (SELECT list_id FROM cleanings)
       ORDER BY created_at DESC, rowid DESC LIMIT ?`,
    )
    .pluck()
    .all(most)
    .flatMap((id) => findList(journal, z.string().parse(id)) ?? []);
}

/** Checks that the lists were not read again since. Returns `list_unknown` or `list_changed`; `null` if unchanged. */
export function changedSince(journal: Journal, lists: readonly Preflight[]): Problem | null {
  for (const { listId, revision } of lists) {
    const now = revisionOf(journal, listId);
    if (now === null) return problem("list_unknown");
    if (now !== revision) return problem("list_changed");
  }
  return null;
}

/** Deletes the list. Returns false if a cleaning uses it. */
export function deleteList(journal: Journal, id: string): boolean {
  return journal.commit(() => {
    if (listInUse(journal, id)) return false;
    journal.db.prepare("DELETE FROM lists WHERE id = ?").run(id);
    return true;
  });
}

/** Returns the list's last preflight; `null` if there is no such list or it was not read. */
export function preflightOf(journal: Journal, listId: string): Preflight | null {
  return findList(journal, listId)?.preflight ?? null;
}

/** Returns the preflight if the list is ready. Fails with `list_unknown`, or `list_changed` during a read. */
export function readyPreflight(journal: Journal, listId: string): Result<Preflight> {
  const list = findList(journal, listId);
  if (list === null) return fail(problem("list_unknown"));
  if (list.preflight !== null) return ok(list.preflight);
  return fail(list.revision === 0 ? problem("list_unknown") : problem("list_changed"));
}

type Db = Database.Database;

export function hasList(db: Db, id: string): boolean {
  return db.prepare("SELECT 1 FROM lists WHERE id = ?").get(id) !== undefined;
}

/** Returns the list's file name, or a title from the user. */
export function listName(db: Db, id: string): string {
  return z.string().parse(db.prepare("SELECT name FROM lists WHERE id = ?").pluck().get(id));
}

const namedSchema = z.object({ id: z.string(), name: z.string() });

/** Returns the id and name of all lists. */
export function listNames(db: Db): z.output<typeof namedSchema>[] {
  return db
    .prepare("SELECT id, name FROM lists")
    .all()
    .map((row) => namedSchema.parse(row));
}

/** Returns the ids of lists without a cleaning that are temporary or were opened before `time` (Unix ms). */
export function staleLists(db: Db, time: number): string[] {
  const stale = db.prepare(
    `SELECT id FROM lists WHERE (created_at < ? OR json_extract(read_options, '$.aside') = 1)
       AND id NOT IN (SELECT list_id FROM cleanings)`,
  );
  return z.array(z.string()).parse(stale.pluck().all(time));
}

const keptSchema = z.object({
  id: z.string(),
  listId: z.string(),
  name: z.string(),
  deletedAt: z.number().nullable(),
  createdAt: z.number(),
  isCleaned: z.int().transform((value) => value !== 0),
  scope: z.string().nullable(),
});

/** Returns all cleanings, and the lists without one, newest first. */
export function keptLists(db: Db): z.output<typeof keptSchema>[] {
  return db
    .prepare(
      `SELECT id, list_id AS listId, name, deleted_at AS deletedAt, created_at AS createdAt, 1 AS isCleaned, scope
         FROM cleanings
       UNION ALL
       SELECT id, id, name, NULL, created_at, 0, NULL FROM lists WHERE id NOT IN (SELECT list_id FROM cleanings)
       ORDER BY createdAt DESC, id DESC`,
    )
    .all()
    .map((row) => keptSchema.parse(row));
}

const optionsRowSchema = rowSchema.pick({ id: true, read_options: true });

function readOptions(db: Db): z.infer<typeof optionsRowSchema>[] {
  const rows = db.prepare("SELECT id, read_options FROM lists").all();
  return rows.map((row) => optionsRowSchema.parse(row));
}

const sampleSchema = z.object({ id: z.string(), preflight: z.string() });

/**
 * Erases people from the rows of lists: `removed` lists, the preflights of `reread` ones, the sample rows of lists that
 * name them, and corrections to their addresses.
 */
export function eraseListRows(
  db: Db,
  {
    removed,
    reread,
    isNamed,
    isErased,
  }: {
    readonly removed: readonly string[];
    readonly reread: readonly string[];
    readonly isNamed: (id: string, preflight: string) => boolean;
    readonly isErased: (address: string) => boolean;
  },
): void {
  const remove = db.prepare("DELETE FROM lists WHERE id = ?");
  for (const id of removed) remove.run(id);
  const unread = db.prepare("UPDATE lists SET preflight = NULL WHERE id = ?");
  for (const id of reread) unread.run(id);
  const blank = db.prepare(
    "UPDATE lists SET preflight = json_set(preflight, '$.preview', json('[]')) WHERE id = ?",
  );
  const read = db.prepare("SELECT id, preflight FROM lists WHERE preflight IS NOT NULL").all();
  for (const { id, preflight } of read.map((row) => sampleSchema.parse(row)))
    if (isNamed(id, preflight)) blank.run(id);
  const correct = db.prepare("UPDATE lists SET read_options = ? WHERE id = ?");
  for (const { id, read_options } of readOptions(db)) {
    const { corrections, ...options } = z.looseObject(corrected).parse(JSON.parse(read_options));
    const left = corrections.filter(([, address]) => !isErased(address));
    if (left.length < corrections.length) correct.run(JSON.stringify({ ...options, corrections: left }), id);
  }
}

import { z } from "zod";
import { type ReferenceOverride, referenceOverrideSchema } from "../../../shared/bridge/app.ts";
import {
  type Preflight,
  preflightSchema,
  type ReadOptions,
  readOptionsSchema,
} from "../../../shared/bridge/lists.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Journal } from "../store/index.ts";

/** A typo whose correction the user accepted: its folded address, and the address to verify instead. */
const correctionSchema = z.tuple([z.string(), z.string()]);
export type Correction = z.infer<typeof correctionSchema>;

/** How a list was asked to be read. */
const storedOptionsSchema = readOptionsSchema.extend({
  corrections: z.array(correctionSchema).default([]),
  overrides: z.array(referenceOverrideSchema).default([]),
});

export interface StoredList {
  readonly id: string;
  readonly name: string;
  readonly options: ReadOptions;
  readonly corrections: readonly Correction[];
  /** The user's own word on the reference lists, as it was when the list was read. */
  readonly overrides: readonly ReferenceOverride[];
  /** null: not read yet, or being read. */
  readonly preflight: Preflight | null;
  /** Changes whenever the list begins to be read, and again when it has been. */
  readonly revision: number;
}

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  read_options: z.string(),
  preflight: z.string().nullable(),
  revision: z.int(),
});

/** Notes a list that has been copied in. */
export function insertList(
  journal: Journal,
  list: { id: string; name: string; sourcePath: string | null; createdAt: number },
): void {
  journal.commit(() =>
    journal.db
      .prepare("INSERT INTO lists (id, name, source_path, created_at) VALUES (?, ?, ?, ?)")
      .run(list.id, list.name, list.sourcePath, list.createdAt),
  );
}

export function findList(journal: Journal, id: string): StoredList | null {
  const row = journal.db
    .prepare("SELECT id, name, read_options, preflight, revision FROM lists WHERE id = ?")
    .get(id);
  if (row === undefined) return null;
  const { read_options, preflight, ...rest } = rowSchema.parse(row);
  const { corrections, overrides, ...options } = storedOptionsSchema.parse(JSON.parse(read_options));
  return {
    ...rest,
    options,
    corrections,
    overrides,
    preflight:
      preflight === null
        ? null
        : { ...preflightSchema.parse(JSON.parse(preflight)), revision: rest.revision },
  };
}

/**
 * Notes that a list is about to be read: from here until `saveRead` or `keepRead` nobody can tell what its columns
 * hold, and no cleaning is begun with it.
 */
export function beginRead(journal: Journal, id: string): void {
  journal.commit(() =>
    journal.db.prepare("UPDATE lists SET revision = revision + 1, preflight = NULL WHERE id = ?").run(id),
  );
}

/** Notes that the columns are still those of the reading before the one that ended without a result. */
export function keepRead(journal: Journal, id: string, preflight: Preflight): void {
  journal.commit(() =>
    journal.db.prepare("UPDATE lists SET preflight = ? WHERE id = ?").run(JSON.stringify(preflight), id),
  );
}

/** Notes what reading a list found, and how it was read; answers it with the list's new revision. */
export function saveRead(
  journal: Journal,
  id: string,
  options: ReadOptions,
  corrections: readonly Correction[],
  overrides: readonly ReferenceOverride[],
  preflight: Preflight,
): Preflight {
  journal.commit(() =>
    journal.db
      .prepare("UPDATE lists SET read_options = ?, preflight = ?, revision = revision + 1 WHERE id = ?")
      .run(JSON.stringify({ ...options, corrections, overrides }), JSON.stringify(preflight), id),
  );
  return { ...preflight, revision: revisionOf(journal, id) ?? 0 };
}

/** The list's revision now; null: there is no such list. */
export function revisionOf(journal: Journal, id: string): number | null {
  const row = journal.db.prepare("SELECT revision FROM lists WHERE id = ?").get(id);
  return z.object({ revision: z.int() }).optional().parse(row)?.revision ?? null;
}

/** Whether a cleaning is made of the list: then how it was read is settled. */
export function listInUse(journal: Journal, id: string): boolean {
  return journal.db.prepare("SELECT 1 FROM cleanings WHERE list_id = ? LIMIT 1").get(id) !== undefined;
}

/** Lists of which reading has begun and no cleaning is made, newest first; no more than `most`. */
export function unusedLists(journal: Journal, most: number): StoredList[] {
  return journal.db
    .prepare(
      `SELECT id FROM lists WHERE revision > 0 AND id NOT IN (SELECT list_id FROM cleanings)
       ORDER BY created_at DESC, rowid DESC LIMIT ?`,
    )
    .pluck()
    .all(most)
    .flatMap((id) => findList(journal, z.string().parse(id)) ?? []);
}

/** Forgets the list, unless a cleaning is made of it: then it answers false. */
export function forgetList(journal: Journal, id: string): boolean {
  return journal.commit(() => {
    if (listInUse(journal, id)) return false;
    journal.db.prepare("DELETE FROM lists WHERE id = ?").run(id);
    return true;
  });
}

/** What was found in the list when it was last read; null: there is no such list, or it was not read. */
export function preflightOf(journal: Journal, listId: string): Preflight | null {
  return findList(journal, listId)?.preflight ?? null;
}

/** The same for whoever is to price or clean the list. Problems: `list_unknown`, and `list_changed` while it is read. */
export function readyPreflight(journal: Journal, listId: string): Result<Preflight> {
  const list = findList(journal, listId);
  if (list === null) return fail(problem("list_unknown"));
  if (list.preflight !== null) return ok(list.preflight);
  return fail(list.revision === 0 ? problem("list_unknown") : problem("list_changed"));
}

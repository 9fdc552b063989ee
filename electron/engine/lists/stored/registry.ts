import { z } from "zod";
import { type ReferenceOverride, referenceOverrideSchema } from "../../../../shared/bridge/app.ts";
import {
  type Preflight,
  preflightSchema,
  type ReadOptions,
  readOptionsSchema,
} from "../../../../shared/bridge/lists.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Journal } from "../../store/index.ts";

/** A typo whose correction the user accepted: its folded address, and the address to verify instead. */
const correctionSchema = z.tuple([z.string(), z.string()]);
export type Correction = z.infer<typeof correctionSchema>;

/** How a list was asked to be read. */
const storedOptionsSchema = readOptionsSchema.extend({
  corrections: z.array(correctionSchema).default([]),
  overrides: z.array(referenceOverrideSchema).default([]),
  mergedFrom: z.array(z.string()).default([]),
  aside: z.boolean().default(false),
});

export interface StoredList {
  readonly id: string;
  readonly name: string;
  readonly options: ReadOptions;
  readonly corrections: readonly Correction[];
  /** The user's own word on the reference lists, as it was when the list was read. */
  readonly overrides: readonly ReferenceOverride[];
  /** The user's own files that it was made of. */
  readonly mergedFrom: readonly string[];
  /** It is only read for what it holds, and nobody's to clean. */
  readonly aside: boolean;
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

/** A list that has been copied in; or made of others, with what was accepted for those and the files that they were. */
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

/** Notes that a list is only read for what it holds: it is offered to nobody, and gone with the next start. */
export function setAside(journal: Journal, id: string): void {
  journal.commit(() =>
    journal.db
      .prepare("UPDATE lists SET read_options = json_set(read_options, '$.aside', json('true')) WHERE id = ?")
      .run(id),
  );
}

/** The user's own files that a list is, or was made of, as far as they have paths. */
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
  const { corrections, overrides, mergedFrom, aside, ...options } = stored;
  return {
    ...rest,
    ...{ options, mergedFrom, aside },
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
  journal.commit(() => {
    const { mergedFrom = [], aside = false } = findList(journal, id) ?? {};
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
      `SELECT id FROM lists WHERE revision > 0 AND json_extract(read_options, '$.aside') IS NOT 1
         AND id NOT IN (SELECT list_id FROM cleanings)
       ORDER BY created_at DESC, rowid DESC LIMIT ?`,
    )
    .pluck()
    .all(most)
    .flatMap((id) => findList(journal, z.string().parse(id)) ?? []);
}

/**
 * Why what was made of lists as they were read may be of two readings; null: none was read anew since. Problems:
 * `list_unknown`, `list_changed`.
 */
export function changedSince(journal: Journal, lists: readonly Preflight[]): Problem | null {
  for (const { listId, revision } of lists) {
    const now = revisionOf(journal, listId);
    if (now === null) return problem("list_unknown");
    if (now !== revision) return problem("list_changed");
  }
  return null;
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

/** The same for whoever is to merge, price or clean the list. Problems: `list_unknown`, and `list_changed` while it is read. */
export function readyPreflight(journal: Journal, listId: string): Result<Preflight> {
  const list = findList(journal, listId);
  if (list === null) return fail(problem("list_unknown"));
  if (list.preflight !== null) return ok(list.preflight);
  return fail(list.revision === 0 ? problem("list_unknown") : problem("list_changed"));
}

import { z } from "zod";
import { type ReferenceOverride, referenceOverrideSchema } from "../../../shared/bridge/app.ts";
import {
  type Preflight,
  preflightSchema,
  type ReadOptions,
  readOptionsSchema,
} from "../../../shared/bridge/lists.ts";
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
  /** null: not read yet. */
  readonly preflight: Preflight | null;
}

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  read_options: z.string(),
  preflight: z.string().nullable(),
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
  const row = journal.db.prepare("SELECT id, name, read_options, preflight FROM lists WHERE id = ?").get(id);
  if (row === undefined) return null;
  const { read_options, preflight, ...rest } = rowSchema.parse(row);
  const { corrections, overrides, ...options } = storedOptionsSchema.parse(JSON.parse(read_options));
  return {
    ...rest,
    options,
    corrections,
    overrides,
    preflight: preflight === null ? null : preflightSchema.parse(JSON.parse(preflight)),
  };
}

/** Notes what reading a list found, and how it was read. */
export function saveRead(
  journal: Journal,
  id: string,
  options: ReadOptions,
  corrections: readonly Correction[],
  overrides: readonly ReferenceOverride[],
  preflight: Preflight,
): void {
  journal.commit(() =>
    journal.db
      .prepare("UPDATE lists SET read_options = ?, preflight = ? WHERE id = ?")
      .run(JSON.stringify({ ...options, corrections, overrides }), JSON.stringify(preflight), id),
  );
}

/** Whether a cleaning is made of the list: then how it was read is settled. */
export function listInUse(journal: Journal, id: string): boolean {
  return journal.db.prepare("SELECT 1 FROM cleanings WHERE list_id = ? LIMIT 1").get(id) !== undefined;
}

export function forgetList(journal: Journal, id: string): void {
  journal.commit(() => journal.db.prepare("DELETE FROM lists WHERE id = ?").run(id));
}

/** What was found in the list when it was last read; null: there is no such list, or it was not read. */
export function preflightOf(journal: Journal, listId: string): Preflight | null {
  return findList(journal, listId)?.preflight ?? null;
}

import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { z } from "zod";
import { foldAddress } from "../../../shared/addresses.ts";
import { suppressionListSchema } from "../../../shared/bridge/suppression.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { OpenList } from "../lists/index.ts";
import type { Journal, Layout } from "../store/index.ts";
import { entriesIn } from "./entries.ts";

const listsSchema = z.array(z.object({ id: z.string(), entries: z.int() }));

/** The suppression lists that the journal knows, the oldest first. */
export function listedSuppression({ db }: Pick<Journal, "db">) {
  const rows = db
    .prepare(
      "SELECT id, name, addresses, domains, created_at AS createdAt FROM suppression_lists ORDER BY created_at",
    )
    .all();
  return rows.map((row) => suppressionListSchema.parse(row));
}

/**
 * Which suppression lists there are just now, as text: another one when a list was added or removed, which happens to a
 * list as a whole. Throws SQLite's errors.
 */
export function suppressionLists(layout: Layout): string {
  const db = new Database(layout.journal, { readonly: true });
  try {
    return JSON.stringify(db.prepare("SELECT id FROM suppression_lists ORDER BY id").pluck().all());
  } finally {
    db.close();
  }
}

/**
 * Every entry of every suppression list, or of those that were there at `then`: folded addresses, and domains with a
 * leading `@`. For worker threads. Problem:
 * `store_corrupt` when a list does not hold as many as it was given, for then somebody would be mailed who must not be.
 */
export function suppressedEntries(
  layout: Layout,
  then = Number.MAX_SAFE_INTEGER,
): Result<ReadonlySet<string>> {
  const db = new Database(layout.journal, { readonly: true });
  try {
    const all = new Set<string>();
    const lists = db
      .prepare("SELECT id, addresses + domains AS entries FROM suppression_lists WHERE created_at <= ?")
      .all(then);
    const isThere = db.prepare("SELECT 1 FROM suppression_lists WHERE id = ?");
    for (const { id, entries } of listsSchema.parse(lists)) {
      const path = layout.suppression(id);
      const own = linesOf(path);
      if (own === null || own.length !== entries) {
        // Removed meanwhile.
        if (isThere.get(id) === undefined) continue;
        return fail(problem("store_corrupt", { path }));
      }
      for (const entry of own) all.add(entry);
    }
    return ok(all);
  } finally {
    db.close();
  }
}

/**
 * Of `count` addresses, 1 for each that is on a list or whose domain is; null: none is. `folded` answers the folded
 * address of that number. Of a `list` with accepted corrections, whoever is suppressed as the file has them is so as they
 * were corrected, too: it is the same person who asked to be left out.
 */
export function suppressedAmong(
  entries: ReadonlySet<string>,
  count: number,
  folded: (address: number) => string,
  list?: Pick<OpenList, "corrections" | "find">,
): Uint8Array | null {
  if (entries.size === 0) return null;
  const found = new Uint8Array(count);
  let some = false;
  const add = (id: number) => {
    found[id] = 1;
    some = true;
  };
  for (let id = 0; id < count; id++) if (isAmong(entries, folded(id))) add(id);
  for (const [written, meant] of list?.corrections ?? []) {
    const id = namesOne(entries, written) ? (list?.find(meant) ?? -1) : -1;
    if (id >= 0) add(id);
  }
  return some ? found : null;
}

/** Whether a cell names anybody among the entries. */
export function namesOne(entries: ReadonlySet<string>, cell: string): boolean {
  return entriesIn(cell).entries.some((entry) => isAmong(entries, entry));
}

/** Which of these addresses are on a suppression list, in their order. Problem: as `suppressedEntries`. */
export function suppressedOf(layout: Layout, addresses: readonly string[]): Result<boolean[]> {
  const entries = suppressedEntries(layout);
  if (!entries.ok) return entries;
  return ok(addresses.map((address) => isAmong(entries.value, foldAddress(address.trim()))));
}

/** Whether a folded address, or the domain of it, is among the entries. */
export function isAmong(entries: ReadonlySet<string>, folded: string): boolean {
  return entries.has(folded) || entries.has(folded.slice(folded.lastIndexOf("@")));
}

/** Null: there is no such file. */
function linesOf(path: string): string[] | null {
  try {
    const lines = readFileSync(path, "utf8").split("\n");
    lines.pop();
    return lines;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

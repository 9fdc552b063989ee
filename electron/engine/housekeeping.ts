import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Clock } from "./handlers.ts";
import type { Journal, Layout } from "./store/index.ts";

const DAY = 24 * 3600_000;
/** How long what nothing refers to is kept: long enough to be sure that it is not in use. */
const KEPT_LISTS = 7 * DAY;
const KEPT_FILES = 7 * DAY;

/**
 * Takes away what nothing refers to any more: files of cleanings that were never agreed to, lists that were looked
 * at and never cleaned, files that a browser handed over or fetched, halves of backups. Never anything of a cleaning.
 */
export async function tidyUp(journal: Journal, layout: Layout, clock: Clock): Promise<void> {
  await removeStrayCleanings(journal, layout);
  await removeUnusedLists(journal, layout, clock.now() - KEPT_LISTS);
  for (const folder of [layout.uploads, layout.exports]) await removeOlder(folder, clock.now() - KEPT_FILES);
  for (const name of await names(layout.backups)) {
    if (name.endsWith(".growing")) await rm(join(layout.backups, name), { recursive: true, force: true });
  }
}

async function removeStrayCleanings(journal: Journal, layout: Layout): Promise<void> {
  const known = journal.db.prepare("SELECT 1 FROM cleanings WHERE id = ?");
  for (const name of await names(join(layout.dataDir, "cleanings"))) {
    if (known.get(name) === undefined) await rm(layout.cleaning(name).dir, { recursive: true, force: true });
  }
}

async function removeUnusedLists(journal: Journal, layout: Layout, before: number): Promise<void> {
  const unused = journal.db
    .prepare("SELECT id FROM lists WHERE created_at < ? AND id NOT IN (SELECT list_id FROM cleanings)")
    .all(before)
    .map((row) => z.object({ id: z.string() }).parse(row).id);
  for (const id of unused) {
    await rm(layout.list(id).dir, { recursive: true, force: true });
    journal.commit(() => journal.db.prepare("DELETE FROM lists WHERE id = ?").run(id));
  }
}

async function removeOlder(folder: string, before: number): Promise<void> {
  for (const name of await names(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

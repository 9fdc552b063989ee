import { lstat, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { finishDeleting } from "./backups/index.ts";
import { IMPORTED_PART } from "./cleanings/index.ts";
import { isHome } from "./results/index.ts";
import { emptyLog, ID_PATTERN, type Journal, type Layout, mendModes } from "./store/index.ts";

const DAY = 24 * 3600_000;
/** How long what nothing refers to is kept: long enough to be sure that it is not in use. */
const KEPT_LISTS = 7 * DAY;
const KEPT_FILES = 7 * DAY;

export interface HousekeepingOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  /** The time by which something counts as old, in Unix milliseconds, see trusted-time.ts; null: nothing is. */
  readonly now: number | null;
  /** Takes all that a cleaning brought home out of the archive. */
  readonly forget: (cleaningId: string) => Promise<void>;
  readonly log: (line: string) => void;
}

/**
 * Takes away what nothing refers to any more: files of cleanings that were never agreed to, lists that were looked
 * at and never cleaned, files that a browser handed over or fetched, halves of backups. Never anything of a cleaning.
 * What cannot be deleted stays and is tried again at the next start; nothing of this keeps Winnow from starting.
 */
export async function tidyUp(options: HousekeepingOptions): Promise<void> {
  const { layout, log } = options;
  const now = options.now ?? 0;
  const steps: readonly (() => Promise<void>)[] = [
    () => removeStrayCleanings(options),
    () => removeUnusedLists(options, now - KEPT_LISTS),
    () => removeStrayLists(options, now - KEPT_LISTS),
    () => removeSuppressionHalves(options),
    () => removeOlder(options, layout.uploads, now - KEPT_FILES),
    () => removeOlder(options, layout.exports, now - KEPT_FILES),
    () => removeHalves(options),
    () => mendModes(layout),
  ];
  for (const step of steps) await step().catch((error: unknown) => log(`tidying up: ${String(error)}`));
}

async function removeStrayCleanings({ journal, layout, forget, log }: HousekeepingOptions): Promise<void> {
  const known = journal.db.prepare("SELECT 1 FROM cleanings WHERE id = ?");
  const folder = join(layout.dataDir, "cleanings");
  for (const name of await names(folder)) {
    if (!ID_PATTERN.test(name) || known.get(name) !== undefined) continue;
    try {
      // A results file is taken in before its cleaning begins. The folder goes last: until then this is done again.
      if (isHome(layout.cleaning(name).results, IMPORTED_PART)) await forget(name);
      await remove(join(folder, name), log);
    } catch (error) {
      log(`tidying up: ${String(error)}`);
    }
  }
}

async function removeUnusedLists(
  { journal, layout, log }: HousekeepingOptions,
  before: number,
): Promise<void> {
  const unused = journal.db
    .prepare(
      // What was only read for what it holds is nobody's to go on with.
      `SELECT id FROM lists WHERE (created_at < ? OR json_extract(read_options, '$.aside') = 1)
         AND id NOT IN (SELECT list_id FROM cleanings)`,
    )
    .all(before)
    .map((row) => z.object({ id: z.string() }).parse(row).id);
  for (const id of unused) {
    if (!(await remove(layout.list(id).dir, log))) continue;
    journal.commit(() => journal.db.prepare("DELETE FROM lists WHERE id = ?").run(id));
  }
  if (unused.length > 0) emptyLog(journal.db);
}

/** Copied in, and never noted: Winnow ended in between. */
async function removeStrayLists(
  { journal, layout, log }: HousekeepingOptions,
  before: number,
): Promise<void> {
  const known = journal.db.prepare("SELECT 1 FROM lists WHERE id = ?");
  const folder = join(layout.dataDir, "lists");
  for (const name of await names(folder)) {
    const path = join(folder, name);
    if (!ID_PATTERN.test(name) || known.get(name) !== undefined || !(await isOlder(path, before))) continue;
    await remove(path, log);
  }
}

/** Halves of lists that were being added or removed. Whole ones without a row were taken in when the journal was opened. */
async function removeSuppressionHalves({ journal, layout, log }: HousekeepingOptions): Promise<void> {
  const known = journal.db.prepare("SELECT 1 FROM suppression_lists WHERE id = ?");
  for (const name of await names(layout.suppressionDir)) {
    const [, id, end] = /^([a-z0-9-]{1,64})\.txt\.(removed|new(?:\.new)?)$/.exec(name) ?? [];
    if (id === undefined) continue;
    const path = join(layout.suppressionDir, name);
    // Winnow ended before the list was removed.
    const isMeant = end === "removed" && known.get(id) !== undefined;
    if (!isMeant) await remove(path, log);
    else
      await rename(path, layout.suppression(id)).catch((error: unknown) =>
        log(`tidying up: ${String(error)}`),
      );
  }
}

async function removeOlder({ log }: HousekeepingOptions, folder: string, before: number): Promise<void> {
  for (const name of await names(folder)) {
    const path = join(folder, name);
    if (await isOlder(path, before)) await remove(path, log);
  }
}

/** Of backups that were being made, and of those that were being deleted. */
async function removeHalves({ layout, log }: HousekeepingOptions): Promise<void> {
  for (const name of await names(layout.backups)) {
    if (name.endsWith(".growing")) await remove(join(layout.backups, name), log);
  }
  const kept = await finishDeleting(layout);
  if (kept !== null) log(`tidying up: ${kept.detail}`);
}

async function isOlder(path: string, time: number): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found !== null && found.mtimeMs < time;
}

/** False: it is still there. */
async function remove(path: string, log: (line: string) => void): Promise<boolean> {
  try {
    await rm(path, { recursive: true, force: true });
    return true;
  } catch (error) {
    log(`tidying up: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../../shared/errors.ts";
import { deleteList, eraseCleaningRow, hasCleaning, hasList, staleLists } from "../catalog/index.ts";
import type { Cleanings } from "../cleanings/index.ts";
import type { Clock } from "../clock.ts";
import type { Emit } from "../handlers.ts";
import { hasImport } from "../memory/index.ts";
import {
  ERASING,
  finishDeleting,
  type Journal,
  kindOfName,
  type Layout,
  ownFolders,
  truncateWal,
} from "../store/index.ts";

const DAY = 24 * 3600_000;
/** Retention of unreferenced data, in ms: long enough that it cannot be in use. */
const KEPT_LISTS = 7 * DAY;
const KEPT_FILES = 7 * DAY;

export interface HousekeepingOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly now: number;
  readonly forget: (cleaningId: string) => Promise<void>;
  readonly log: (line: string) => void;
}

/**
 * Deletes unreferenced data: files of cleanings that were never started, old lists without a cleaning, old uploads and
 * exports, partial backups. Never data of a cleaning or paid results. Failures are logged and retried on the next
 * launch.
 */
export async function tidyUp(options: HousekeepingOptions): Promise<void> {
  const { now, log } = options;
  const steps: readonly (() => Promise<void>)[] = [
    () => finishErasing(options),
    () => removeStrayCleanings(options),
    () => removeUnusedLists(options, now - KEPT_LISTS),
    () => removeStrayLists(options, now - KEPT_LISTS),
    () => removeStrayFacts(options),
    () => removeOlder(options, "uploads", now - KEPT_FILES),
    () => removeOlder(options, "exports", now - KEPT_FILES),
    () => removeHalves(options),
  ];
  for (const step of steps) await step().catch((error: unknown) => log(`tidying up: ${String(error)}`));
}

async function finishErasing({ journal, layout, forget, log }: HousekeepingOptions): Promise<void> {
  const folder = join(layout.dataDir, "cleanings");
  for (const name of await names(folder)) {
    if (!name.endsWith(ERASING)) continue;
    const id = name.slice(0, -ERASING.length);
    await forget(id);
    journal.commit(() => eraseCleaningRow(journal.db, id));
    await remove(join(folder, name), log);
  }
}

/** Deletes folders of cleanings that were never started, unless they contain results. */
async function removeStrayCleanings({ journal, layout, log }: HousekeepingOptions): Promise<void> {
  const folder = join(layout.dataDir, "cleanings");
  for (const id of ownFolders(layout, "cleanings", () => false).ids) {
    if (hasCleaning(journal.db, id)) continue;
    const isPaidFor = (await names(join(folder, id))).some((file) => file.includes(".results.txt"));
    if (!isPaidFor) await remove(join(folder, id), log);
  }
}

async function removeUnusedLists(
  { journal, layout, log }: HousekeepingOptions,
  before: number,
): Promise<void> {
  const unused = staleLists(journal.db, before);
  for (const id of unused) {
    if (!(await remove(layout.list(id).dir, log))) continue;
    deleteList(journal, id);
  }
  if (unused.length > 0) truncateWal(journal.db);
}

/** Deletes copied lists whose row was never written, after an interruption. */
async function removeStrayLists(
  { journal, layout, log }: HousekeepingOptions,
  before: number,
): Promise<void> {
  const folder = join(layout.dataDir, "lists");
  for (const id of ownFolders(layout, "lists", () => false).ids) {
    const path = join(folder, id);
    if (!hasList(journal.db, id) && (await isOlder(path, before))) await remove(path, log);
  }
}

/** Deletes facts of sources whose import or removal was interrupted. */
async function removeStrayFacts({ journal, layout, log }: HousekeepingOptions): Promise<void> {
  for (const name of await names(layout.memoryDir)) {
    const [id = ""] = name.split(".");
    const isStray = name.endsWith(".new") || !hasImport(journal, id);
    if (isStray) await remove(join(layout.memoryDir, name), log);
  }
}

async function removeOlder(
  { layout, log }: HousekeepingOptions,
  of: "uploads" | "exports",
  before: number,
): Promise<void> {
  const folder = layout[of];
  for (const name of await names(folder)) {
    const path = join(folder, name);
    if (await isOlder(path, before)) await remove(path, log);
  }
}

const GROWING = ".growing";

/** Deletes partial backups and finishes interrupted deletions. */
async function removeHalves({ layout, log }: HousekeepingOptions): Promise<void> {
  for (const name of await names(layout.backups)) {
    const isHalf = name.endsWith(GROWING) && kindOfName(name.slice(0, -GROWING.length)) === "backup";
    if (isHalf) await remove(join(layout.backups, name), log);
  }
  const kept = await finishDeleting(layout);
  if (kept !== null) log(`tidying up: ${kept.detail}`);
}

async function isOlder(path: string, time: number): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found !== null && found.mtimeMs < time;
}

/** Returns `false` if it could not be deleted. */
async function remove(path: string, log: (line: string) => void): Promise<boolean> {
  try {
    await rm(path, { recursive: true, force: true });
    return true;
  } catch (error) {
    log(`tidying up: ${messageOf(error)}`);
    return false;
  }
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

interface UpkeepOptions {
  readonly cleanings: Cleanings;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly log: (line: string) => void;
}

/** Creates the upkeep. Errors are logged and never end Winnow. */
export function createUpkeep({ cleanings, clock, emit, log }: UpkeepOptions) {
  let first = Promise.resolve();
  let latest = Promise.resolve();
  let stop = () => {};

  async function emptyBin(): Promise<void> {
    try {
      for (const kept of await cleanings.emptyBin(clock.now())) emit({ event: "notice", problem: kept });
    } catch (error) {
      log(`emptying the bin: ${String(error)}`);
    }
  }

  function nextDay(): void {
    stop = clock.after(DAY, () => {
      latest = emptyBin();
      nextDay();
    });
  }

  return {
    /** Empties the bin now and every day. */
    begin() {
      first = emptyBin();
      nextDay();
    },
    /** Resolves when the bin was first emptied. Does not reject. */
    tidied: () => first,
    stop: () => stop(),
    ended: () => Promise.all([first, latest]),
  };
}

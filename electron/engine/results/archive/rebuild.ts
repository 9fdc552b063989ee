import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { syncFile, syncFolder } from "../../data-folder/index.ts";
import type { Layout } from "../../store/index.ts";
import { archiveCleaning } from "../ingest/archive-part.ts";
import { type Archive, openArchive } from "./archive.ts";
import { isDamaged } from "./damage.ts";
import { cleaningsIn, type Journalled } from "./journalled.ts";

export interface Rebuilt {
  readonly cleanings: number;
  /** Cleanings whose results could not be read: what was verified in them is not known any more. */
  readonly unread: number;
  /** What stands in the archive alone, single checks above all, could not be read wholly: it is noted there. */
  readonly isLost: boolean;
}

const SIDES = ["-wal", "-shm"] as const;

/** Whether the archive is to be built anew before it is asked: it is not there, or its rebuilding was cut off. */
export function lacksArchive(layout: Layout): boolean {
  return !existsSync(layout.archive) || isHalfRebuilt(layout);
}

/** Whether an archive that was put aside is still there: what it knows comes along when it is rebuilt. */
export function isHalfRebuilt(layout: Layout): boolean {
  return leftovers(layout).length > 0;
}

/**
 * Builds the archive anew from what the cleanings brought home, beside the old one, with what stands in the old one alone,
 * and puts it in its place; the old one is deleted, for it may hold what was erased. What cannot be read of it counts `at`
 * (Unix milliseconds) as lost. Cut off anywhere, {@link lacksArchive} says so. Nothing else may have the archive open.
 * Throws SQLite's errors and the file system's.
 */
export function rebuildArchive(layout: Layout, at: number): Rebuilt {
  const growing = `${layout.archive}.new`;
  for (const end of ["", ...SIDES]) rmSync(growing + end, { force: true });
  const archive = openArchive(growing);
  let unread = 0;
  const known = cleaningsIn(layout.journal);
  // What is being erased was taken out already.
  const erasing = new Set(known.filter((one) => one.erasing).map(({ id }) => id));
  const cleanings = known.filter(({ id }) => !erasing.has(id));
  const earlier = [...leftovers(layout), layout.archive].filter(
    (path) => existsSync(path) && !SIDES.some((end) => path.endsWith(end)),
  );
  let isLost = earlier.length === 0 && cleanings.length > 0;
  try {
    for (const cleaning of cleanings) if (!takeCleaning(archive, layout, cleaning)) unread++;
    for (const path of earlier) isLost = !archive.takeOver(path, (id) => erasing.has(id)) || isLost;
    if (isLost) archive.unanswered.noteLost(at);
  } finally {
    archive.close();
  }
  syncFile(growing);
  const old = `${layout.archive}.damaged`;
  if (existsSync(layout.archive)) renameSync(layout.archive, old);
  for (const end of SIDES) rmSync(layout.archive + end, { force: true });
  renameSync(growing, layout.archive);
  for (const path of leftovers(layout)) rmSync(path, { force: true });
  syncFolder(layout.dataDir);
  return { cleanings: cleanings.length, unread, isLost };
}

/** Takes in what the cleaning brought home; false: it cannot be read. Throws SQLite's errors at the archive. */
export function takeCleaning(archive: Archive, layout: Layout, { id, list_id, scope }: Journalled): boolean {
  const { results } = layout.cleaning(id);
  try {
    if (existsSync(results)) archiveCleaning(archive, layout.list(list_id), results, { id, scope });
    return true;
  } catch (error) {
    if (!isDamaged(error) && codeOf(error) !== "SQLITE_CANTOPEN") throw error;
    return false;
  }
}

/** Damaged archives that were put aside, and what lay beside them. */
function leftovers(layout: Layout): string[] {
  const folder = dirname(layout.archive);
  const start = `${basename(layout.archive)}.damaged`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => join(folder, name));
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { syncFile, syncFolder } from "../../data-folder/index.ts";
import type { Layout } from "../../store/index.ts";
import { archiveCleaning } from "../ingest/archive-part.ts";
import { type Archive, openArchive } from "./archive.ts";
import { isDamaged } from "./damage.ts";

export interface Rebuilt {
  readonly cleanings: number;
  /** Cleanings whose results could not be read: what was verified in them is not known any more. */
  readonly unread: number;
}

const cleaningsSchema = z.array(z.object({ id: z.string(), list_id: z.string(), scope: z.string() }));
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
 * Builds the archive anew from what the cleanings brought home, beside the old one, and puts it in its place; the old one
 * is deleted, for it may hold what was erased. Cut off anywhere, {@link lacksArchive} says so. Nothing else may have the
 * archive open. Throws SQLite's errors and the file system's.
 */
export function rebuildArchive(layout: Layout): Rebuilt {
  const growing = `${layout.archive}.new`;
  for (const end of ["", ...SIDES]) rmSync(growing + end, { force: true });
  const archive = openArchive(growing);
  let unread = 0;
  const cleanings = cleaningsIn(layout.journal);
  try {
    for (const { id, list_id, scope } of cleanings) {
      const { results } = layout.cleaning(id);
      try {
        if (existsSync(results)) archiveCleaning(archive, layout.list(list_id), results, { id, scope });
      } catch (error) {
        if (!isDamaged(error) && codeOf(error) !== "SQLITE_CANTOPEN") throw error;
        unread++;
      }
    }
    for (const path of [...leftovers(layout), layout.archive]) takeChecks(archive, path);
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
  return { cleanings: cleanings.length, unread };
}

/** Damaged archives that were put aside, and what lay beside them. */
function leftovers(layout: Layout): string[] {
  const folder = dirname(layout.archive);
  const start = `${basename(layout.archive)}.damaged`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => join(folder, name));
}

function cleaningsIn(journal: string) {
  const db = new Database(journal, { readonly: true });
  try {
    // What is being erased was taken out already.
    const kept = db.prepare(
      `SELECT id, list_id, scope FROM cleanings
         WHERE NOT EXISTS (SELECT 1 FROM settings WHERE name = 'erasing.' || cleanings.id) ORDER BY rowid`,
    );
    return cleaningsSchema.parse(kept.all());
  } finally {
    db.close();
  }
}

/** Single checks, and what may have been paid for, stand nowhere else: as many of them as can still be read come along. */
function takeChecks(archive: Archive, path: string): void {
  if (!existsSync(path) || SIDES.some((end) => path.endsWith(end))) return;
  try {
    const old = openArchive(path, { readonly: true });
    try {
      for (const { scope, check } of old.checks()) archive.rememberStored(scope, check);
      for (const { scope, check } of old.unanswered.all()) archive.unanswered.note(scope, check);
    } finally {
      old.close();
    }
  } catch {
    // Too damaged.
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFile, makePrivateFolder, syncFile, syncFolder } from "../data-folder/index.ts";
import { copyInMemory, type Journal, type Layout } from "../store/index.ts";
import { copyDatabase } from "./copy.ts";
import { lineageOf } from "./lineage.ts";

/**
 * A journal whose file was replaced or deleted while Winnow had it open. What it knows stands in no file of a name any
 * more: it is kept beside the data, and the next start goes on with it.
 */
const keptOf = (layout: Layout) => `${layout.journal}.kept`;

/** Keeps `journal` as it is now, in place of what was kept of it before. Throws SQLite's errors and the file system's. */
export function keepJournal(journal: Journal, layout: Layout): void {
  const growing = `${keptOf(layout)}.new`;
  rmSync(growing, { force: true });
  makePrivateFile(growing);
  journal.db.prepare("VACUUM INTO ?").run(growing);
  syncFile(growing);
  renameSync(growing, keptOf(layout));
  syncFolder(layout.dataDir);
}

/** The journal's own file is back in its place. */
export function forgetKept(layout: Layout): void {
  rmSync(keptOf(layout), { force: true });
}

/**
 * Puts a journal that was kept in its place again, before anything opens the one that is there; answers where that is
 * now, `""` where there was none. Null: none was kept, or Winnow has worked here with another since. Cut off anywhere, the
 * next start does the rest. Throws the file system's errors.
 */
export function putJournalBack(layout: Layout, now: number): string | null {
  const kept = keptOf(layout);
  // What keeping was cut off at.
  rmSync(`${kept}.new`, { force: true });
  if (!existsSync(kept)) return null;
  makePrivateFolder(layout.backups);
  // Named as copies are from which nothing is restored: neither has its lists and results beside it.
  const aside = join(layout.backups, `winnow-v0-${now}.db`);
  if (!isOfNow(kept, layout)) {
    renameSync(kept, aside);
    return null;
  }
  const isThere = existsSync(layout.journal);
  if (isThere) putAside(layout.journal, aside);
  renameSync(kept, layout.journal);
  syncFolder(layout.dataDir);
  return isThere ? aside : "";
}

function isOfNow(kept: string, layout: Layout): boolean {
  const journal = copyInMemory(kept);
  if (!journal.ok) return false;
  try {
    return lineageOf(journal.value, layout) === "same";
  } finally {
    journal.value.close();
  }
}

/** With what its log holds, where it can be read. */
function putAside(path: string, aside: string): void {
  try {
    copyDatabase(path, aside);
    for (const end of ["-wal", "-shm", ""]) rmSync(path + end, { force: true });
  } catch {
    for (const end of ["-wal", "-shm", ""]) if (existsSync(path + end)) renameSync(path + end, aside + end);
  }
}

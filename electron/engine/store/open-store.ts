import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type Journal, openJournal } from "./journal.ts";
import type { Layout } from "./layout.ts";
import { makePrivateFile, makePrivateFolder } from "./private-files.ts";
import { startProblem } from "./store-problem.ts";

export interface OpenedStore {
  readonly journal: Journal;
  /** Path of damaged data that was moved aside; `null` if there was none. */
  readonly aside: string | null;
  /** Closes the journal and marks the exit as clean. */
  close(): void;
}

/** Maximum bytes for a check at every launch (milliseconds); larger journals only after an unclean exit. */
const QUICK = 32 * 1024 * 1024;

/**
 * Opens the journal of a data folder. Moves damaged data aside and starts empty, so that a backup can be restored.
 * Problems: those of {@link openJournal} except `store_corrupt`.
 */
export function openStore(layout: Layout, now: number): Result<OpenedStore> {
  const first = openSound(layout);
  if (first.ok) return ok(opened(layout, first.value, null));
  if (first.problem.code !== "store_corrupt") return first;
  const aside = moveAside(layout, now);
  if (!aside.ok) return aside;
  const second = openSound(layout);
  return second.ok ? ok(opened(layout, second.value, aside.value)) : second;
}

const markerOf = (layout: Layout) => join(layout.dataDir, "open");

function openSound(layout: Layout): Result<Journal> {
  const journal = openJournal(layout.journal, layout.backups);
  if (!journal.ok) return journal;
  try {
    const unclean = existsSync(markerOf(layout));
    if (!unclean && statSync(layout.journal).size > QUICK) return journal;
    if (journal.value.db.pragma("quick_check", { simple: true }) === "ok") return journal;
    journal.value.close();
    return fail(problem("store_corrupt", { path: layout.journal }));
  } catch (error) {
    journal.value.close();
    return fail(startProblem(error, layout.journal) ?? problem("store_corrupt", { path: layout.journal }));
  }
}

function opened(layout: Layout, journal: Journal, aside: string | null): OpenedStore {
  try {
    makePrivateFile(markerOf(layout));
  } catch {
    // Without the marker, an unclean exit goes unnoticed; everything else works.
  }
  return {
    journal,
    aside,
    close() {
      journal.close();
      rmSync(markerOf(layout), { force: true });
    },
  };
}

/** The journal is moved last: after an interruption it is detected as damaged again. */
const BELONGING = [
  "lists",
  "cleanings",
  "memory",
  ...["archive.db", "winnow.db"].flatMap((name) => [`${name}-wal`, `${name}-shm`, name]),
];

function moveAside(layout: Layout, now: number): Result<string> {
  const to = join(layout.backups, `damaged-${new Date(now).toISOString().replace(/[:.]/g, "-")}`);
  try {
    makePrivateFolder(to);
    for (const name of BELONGING) {
      const from = join(layout.dataDir, name);
      if (existsSync(from)) renameSync(from, join(to, name));
    }
    return ok(to);
  } catch (error) {
    return fail(startProblem(error, layout.journal) ?? problem("store_corrupt", { path: layout.journal }));
  }
}

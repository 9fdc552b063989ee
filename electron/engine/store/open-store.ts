import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { makePrivateFile, makePrivateFolder } from "../data-folder/index.ts";
import { type Journal, openJournal } from "./journal.ts";
import type { Layout } from "./layout.ts";
import { lostJournal, markLost, standsForLost } from "./lost-journal.ts";
import { startProblem } from "./store-problem.ts";

/** The journal, and what had to be done to open it. */
export interface OpenedStore {
  readonly journal: Journal;
  /** The journal that was found damaged, where it is now; null: all is well. */
  readonly aside: string | null;
  /** The journal is missing, and this one stands for it until a backup is restored: nothing may be tidied up. */
  readonly lost: boolean;
  /** Closes the journal; the next start knows that this one ended well. */
  close(): void;
}

/** Up to this size the journal is checked at every start: it takes milliseconds. Larger ones after an unclean exit. */
const QUICK = 32 * 1024 * 1024;

/**
 * Opens the journal of a data folder. A damaged one is moved aside, with everything that only it could make sense of,
 * and Winnow begins with an empty history. One that is missing beside cleanings is refused, and nothing is changed; with
 * `mayBeLost` an empty one stands for it. Problems: those of {@link openJournal}, but not `store_corrupt`, and `history_missing`.
 */
export function openStore(layout: Layout, now: number, mayBeLost = false): Result<OpenedStore> {
  const missing = lostJournal(layout);
  if (missing !== null && !mayBeLost) return fail(missing);
  const first = openSound(layout);
  if (first.ok) {
    const journal = first.value;
    if (missing !== null) journal.commit(() => markLost(journal.db));
    const lost = standsForLost(layout, journal.db);
    if (lost === null || mayBeLost) return ok(opened(layout, journal, null, lost !== null));
    journal.close();
    return fail(lost);
  }
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

function opened(layout: Layout, journal: Journal, aside: string | null, lost = false): OpenedStore {
  try {
    makePrivateFile(markerOf(layout));
  } catch {
    // Without the marker an unclean exit is not noticed; everything else works.
  }
  return {
    journal,
    aside,
    lost,
    close() {
      journal.close();
      rmSync(markerOf(layout), { force: true });
    },
  };
}

/**
 * What only the journal could make sense of goes with it. The journal goes last: until then it is found damaged again,
 * and a new one never takes what is still in its place for nobody's.
 */
function moveAside(layout: Layout, now: number): Result<string> {
  const to = join(layout.backups, `damaged-${new Date(now).toISOString().replace(/[:.]/g, "-")}`);
  try {
    makePrivateFolder(to);
    for (const name of ["lists", "cleanings", "suppression", "winnow.db-wal", "winnow.db-shm", "winnow.db"]) {
      const from = join(layout.dataDir, name);
      if (existsSync(from)) renameSync(from, join(to, name));
    }
    return ok(join(to, "winnow.db"));
  } catch (error) {
    return fail(startProblem(error, layout.journal) ?? problem("store_corrupt", { path: layout.journal }));
  }
}

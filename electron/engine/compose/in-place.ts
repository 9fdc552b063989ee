import { existsSync } from "node:fs";
import { type Problem, problem } from "../../../shared/problems.ts";
import { forgetKept, keepJournal } from "../backups/index.ts";
import type { DataLock, Journal, Layout } from "../store/index.ts";

export interface InPlaceOptions {
  readonly layout: Layout;
  readonly journal: Journal;
  readonly lock: Pick<DataLock, "standing">;
  readonly log: (line: string) => void;
}

/**
 * Whether the journal and the lock that Winnow has open are still the files of their names: a program that synchronises
 * or cleans up may replace or delete them. What is written to another's journal is lost with the run, and by another lock a
 * second Winnow works on the same lists: nothing may be sent then.
 */
export interface InPlace {
  /** Why nothing may be sent or begun; null: all is in its place. Problems: `store_gone`, `store_replaced`. */
  problem(): Problem | null;
  /** Keeps what the journal knows for the next start, where its own file cannot. To be called as the last thing. */
  close(): void;
}

export function watchInPlace({ layout, journal, lock, log }: InPlaceOptions): InPlace {
  let isKept = false;
  let told: string | null = null;

  function keep(): void {
    try {
      keepJournal(journal, layout);
      isKept = true;
    } catch (error) {
      log(`keeping the journal: ${String(error)}`);
    }
  }

  function putRight(): void {
    if (!isKept) return;
    try {
      forgetKept(layout);
      isKept = false;
    } catch (error) {
      log(`forgetting the journal that was kept: ${String(error)}`);
    }
  }

  function found(): Problem | null {
    const standing = journal.standing();
    if (standing === "own") putRight();
    else if (!existsSync(layout.dataDir)) return problem("store_gone", { dir: layout.dataDir });
    else {
      if (!isKept) keep();
      return problem("store_replaced", { dir: layout.dataDir, what: "journal", isKept });
    }
    return lock.standing() === "own"
      ? null
      : problem("store_replaced", { dir: layout.dataDir, what: "lock", isKept: false });
  }

  return {
    problem() {
      const why = found();
      const line = why === null ? null : `${why.code}: ${why.detail}`;
      if (line !== null && line !== told) log(line);
      told = line;
      return why;
    },
    close() {
      // What was answered since is to be known, too.
      if (journal.standing() !== "own" && existsSync(layout.dataDir)) keep();
    },
  };
}

import { existsSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { BIN_DAYS } from "../../../shared/bridge/constants.ts";
import { messageOf } from "../../../shared/errors.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { ERASING, truncateWal } from "../store/index.ts";
import type { Records } from "./records.ts";
import type { CleaningsOptions } from "./types.ts";

const DAY = 24 * 3600_000;
/** Days before the service purges unfetched results at which the user is warned, once each per session. */
const WARN_AT = [7, 2] as const;
const LOOK_EVERY = 6 * 3600_000;
/** Delay of the first check, in ms: lets hosts start listening and pending fetches begin. */
const FIRST_LOOK = 10_000;

/** Warns when unfetched results will soon be purged by the service. Returns an unsubscribe function. */
export function watchRetention(
  { clock, emit }: Pick<CleaningsOptions, "clock" | "emit">,
  open: () => readonly Cleaning[],
): () => void {
  const reported = new Map<string, number>();
  let stop = () => {};

  function look(): void {
    for (const cleaning of open()) {
      if (cleaning.fetchBy == null) continue;
      const days = daysLeft(cleaning.fetchBy, clock.now());
      const level = warningLevel(days);
      if (level === null || (reported.get(cleaning.id) ?? Number.POSITIVE_INFINITY) <= level) continue;
      reported.set(cleaning.id, level);
      emit({ event: "notice", problem: problem("results_expiring", { name: cleaning.name, days }) });
    }
    stop = clock.after(LOOK_EVERY, look);
  }

  stop = clock.after(FIRST_LOOK, look);
  return () => stop();
}

function daysLeft(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / DAY));
}

/** Returns the warning threshold reached with `days` left; `null` if none. */
export function warningLevel(days: number): number | null {
  return WARN_AT.filter((level) => days <= level).at(-1) ?? null;
}

interface BinOptions
  extends Pick<CleaningsOptions, "journal" | "layout" | "forgetVerdicts" | "eraseList" | "closing" | "log"> {
  readonly records: Records;
  /** Aborts the cleaning's requests and file writes; resolves when all have ended. */
  readonly stop: (cleaningId: string) => Promise<void>;
  readonly erased: (cleaningId: string) => void;
}

/** Deleted cleanings, which can be restored for `BIN_DAYS`. */
export type Bin = ReturnType<typeof createBin>;

export function createBin({ journal, layout, records, closing, log, ...options }: BinOptions) {
  const erasing = new Map<string, Promise<void>>();

  async function takeAway(cleaningId: string, listId: string): Promise<void> {
    const { dir } = layout.cleaning(cleaningId);
    try {
      await options.stop(cleaningId);
      await options.forgetVerdicts(cleaningId, listId);
      if (existsSync(dir)) renameSync(dir, dir + ERASING);
      journal.commit(() => records.erase(cleaningId));
      options.erased(cleaningId);
      await rm(dir + ERASING, { recursive: true, force: true });
      await options.eraseList(listId);
    } finally {
      erasing.delete(cleaningId);
      truncateWal(journal.db);
    }
  }

  /** Shares one deletion among concurrent callers. */
  async function once(id: string, listId: string, name: string): Promise<Problem | null> {
    const going = erasing.get(id) ?? takeAway(id, listId);
    erasing.set(id, going);
    try {
      await going;
      return null;
    } catch (error) {
      if (closing.aborted) return problem("cancelled");
      log(`deleting ${id} for good: ${messageOf(error)}`);
      return problem("cleaning_kept", { name });
    }
  }

  return {
    /** Permanently deletes cleanings binned over `BIN_DAYS` before `now` (Unix ms). Returns the failures as problems. */
    async empty(now: number): Promise<Problem[]> {
      const kept: Problem[] = [];
      for (const { id, listId, name } of records.binnedBefore(now - BIN_DAYS * 24 * 3600_000)) {
        // It may have been restored since the query.
        if (records.cleaning(id)?.deleted_at == null) continue;
        const why = await once(id, listId, name);
        if (closing.aborted) break;
        if (why !== null) kept.push(why);
      }
      return kept;
    },
    /** Problems: `cleaning_unknown`, `cleaning_not_deleted`, `cleaning_kept`, `cancelled`. */
    async erase(id: string): Promise<Problem | null> {
      const row = records.cleaning(id);
      if (row === null) return problem("cleaning_unknown", { cleaning: id });
      if (row.deleted_at === null) return problem("cleaning_not_deleted", { name: row.name });
      return once(id, row.list_id, row.name);
    },
    isErasing: (id: string) => erasing.has(id),
  };
}

import { existsSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { BIN_DAYS } from "../../../shared/bridge/constants.ts";

import { type Problem, problem } from "../../../shared/problems.ts";
import { emptyLog, type Journal, type Layout } from "../store/index.ts";
import type { createRecords } from "./records.ts";

/** What the folder of a cleaning is called while it is taken away: what Winnow's end cut off is finished at the next start. */
export const ERASING = ".erasing";

export interface BinOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly records: ReturnType<typeof createRecords>;
  /** Takes what a cleaning brought home out of the archive. */
  readonly forgetVerdicts: (cleaningId: string, listId: string) => Promise<void>;
  /** Takes a list away for good, unless a cleaning is made of it. */
  readonly eraseList: (listId: string) => Promise<void>;
  /** Resolves when nothing brings anything home for the cleaning any more, or writes its files; what it can, it cuts off. */
  readonly leave: (cleaningId: string) => Promise<void>;
  /** Aborted when Winnow ends, or the rooms do. */
  readonly closing: AbortSignal;
  /** Told of each that is gone for good. */
  readonly erased: (cleaningId: string) => void;
  readonly log: (line: string) => void;
}

/** The cleanings that were deleted, from which they can be brought back for a while. */
export interface Bin {
  /**
   * Takes away for good what has been in it for longer than `BIN_DAYS` at `now`, in Unix milliseconds. What does not go
   * holds up nothing else, and is answered. What is cut off because Winnow ends is none of them.
   */
  empty(now: number): Promise<Problem[]>;
  /** Takes one away for good. Problems: `cleaning_unknown`, `cleaning_not_deleted`, `cleaning_kept`, `cancelled`. */
  erase(cleaningId: string): Promise<Problem | null>;
  /** Whether one is just being taken away. */
  isErasing(cleaningId: string): boolean;
}

export function createBin({ journal, layout, records, closing, log, ...options }: BinOptions): Bin {
  const erasing = new Map<string, Promise<void>>();

  async function takeAway(cleaningId: string, listId: string): Promise<void> {
    const { dir } = layout.cleaning(cleaningId);
    try {
      await options.leave(cleaningId);
      await options.forgetVerdicts(cleaningId, listId);
      if (existsSync(dir)) renameSync(dir, dir + ERASING);
      journal.commit(() => records.erase(cleaningId));
      options.erased(cleaningId);
      await rm(dir + ERASING, { recursive: true, force: true });
      await options.eraseList(listId);
    } finally {
      erasing.delete(cleaningId);
      emptyLog(journal.db);
    }
  }

  /** Whoever asks while it is being taken away waits for that. */
  async function once(id: string, listId: string, name: string): Promise<Problem | null> {
    const going = erasing.get(id) ?? takeAway(id, listId);
    erasing.set(id, going);
    try {
      await going;
      return null;
    } catch (error) {
      if (closing.aborted) return problem("cancelled");
      log(`deleting ${id} for good: ${error instanceof Error ? error.message : String(error)}`);
      return problem("cleaning_kept", { name });
    }
  }

  return {
    async empty(now) {
      const kept: Problem[] = [];
      for (const { id, listId, name } of records.binnedBefore(now - BIN_DAYS * 24 * 3600_000)) {
        // It may have been brought back since.
        if (records.cleaning(id)?.deleted_at == null) continue;
        const why = await once(id, listId, name);
        if (closing.aborted) break;
        if (why !== null) kept.push(why);
      }
      return kept;
    },
    async erase(id) {
      const row = records.cleaning(id);
      if (row === null) return problem("cleaning_unknown", { cleaning: id });
      if (row.deleted_at === null) return problem("cleaning_not_deleted", { name: row.name });
      return once(id, row.list_id, row.name);
    },
    isErasing: (id) => erasing.has(id),
  };
}

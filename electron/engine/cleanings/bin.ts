import { existsSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { BIN_DAYS } from "../../../shared/bridge/constants.ts";

import { type Problem, problem } from "../../../shared/problems.ts";
import { type Journal, type Layout, truncateWal } from "../store/index.ts";
import type { createRecords } from "./records.ts";

/** Suffix of a cleaning's folder while it is deleted. Leftovers are removed on the next launch. */
export const ERASING = ".erasing";

export interface BinOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly records: ReturnType<typeof createRecords>;
  readonly forgetVerdicts: (cleaningId: string, listId: string) => Promise<void>;
  /** Deletes a list permanently unless another cleaning uses it. */
  readonly eraseList: (listId: string) => Promise<void>;
  /** Aborts the cleaning's requests and file writes; resolves when all have ended. */
  readonly stop: (cleaningId: string) => Promise<void>;
  /** Aborted when Winnow quits or the data folder is replaced. */
  readonly closing: AbortSignal;
  readonly erased: (cleaningId: string) => void;
  readonly log: (line: string) => void;
}

/** Deleted cleanings, which can be restored for `BIN_DAYS`. */
export interface Bin {
  /** Permanently deletes cleanings binned over `BIN_DAYS` before `now` (Unix ms). Returns the failures as problems. */
  empty(now: number): Promise<Problem[]>;
  /** Problems: `cleaning_unknown`, `cleaning_not_deleted`, `cleaning_kept`, `cancelled`. */
  erase(cleaningId: string): Promise<Problem | null>;
  isErasing(cleaningId: string): boolean;
}

export function createBin({ journal, layout, records, closing, log, ...options }: BinOptions): Bin {
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
      log(`deleting ${id} for good: ${error instanceof Error ? error.message : String(error)}`);
      return problem("cleaning_kept", { name });
    }
  }

  return {
    async empty(now) {
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
    async erase(id) {
      const row = records.cleaning(id);
      if (row === null) return problem("cleaning_unknown", { cleaning: id });
      if (row.deleted_at === null) return problem("cleaning_not_deleted", { name: row.name });
      return once(id, row.list_id, row.name);
    },
    isErasing: (id) => erasing.has(id),
  };
}

import { BIN_DAYS } from "../../../shared/bridge/cleanings.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { emptyLog, type Journal } from "../store/index.ts";
import type { createRecords } from "./records.ts";

export interface BinOptions {
  readonly journal: Journal;
  readonly records: ReturnType<typeof createRecords>;
  /** Takes a cleaning's files and its place in the archive away for good. */
  readonly erase: (cleaningId: string, listId: string) => Promise<void>;
  /** Takes a list away for good, unless a cleaning is made of it. */
  readonly eraseList: (listId: string) => Promise<void>;
  readonly log: (line: string) => void;
}

/** The cleanings that were deleted, from which they can be brought back for a while. */
export interface Bin {
  /** Takes away for good what has been in it for longer than `BIN_DAYS` at `now`, in Unix milliseconds. */
  empty(now: number): Promise<void>;
  /** Takes one away for good. Problems: `cleaning_unknown`, `cleaning_not_deleted`, `cleaning_kept`. */
  erase(cleaningId: string): Promise<Problem | null>;
  /** Whether one is being taken away: it cannot be brought back any more. */
  isErasing(cleaningId: string): boolean;
}

export function createBin({ journal, records, log, ...options }: BinOptions): Bin {
  const erasing = new Map<string, Promise<void>>();

  async function takeAway(id: string, listId: string): Promise<void> {
    try {
      await options.erase(id, listId);
      journal.commit(() => records.erase(id));
      await options.eraseList(listId);
    } finally {
      erasing.delete(id);
    }
    emptyLog(journal.db);
  }

  /** Whoever asks while it is being taken away waits for that. */
  function once(id: string, listId: string): Promise<void> {
    const going = erasing.get(id) ?? takeAway(id, listId);
    erasing.set(id, going);
    return going;
  }

  return {
    async empty(now) {
      journal.commit(() => records.redateBin(now));
      for (const { id, listId } of records.binnedBefore(now - BIN_DAYS * 24 * 3600_000)) {
        // One that was brought back since stays; one whose files are going cannot be brought back.
        if (records.cleaning(id)?.deleted_at != null) await once(id, listId);
      }
    },
    async erase(id) {
      const row = records.cleaning(id);
      if (row === null) return problem("cleaning_unknown", { cleaning: id });
      if (row.deleted_at === null) return problem("cleaning_not_deleted", { name: row.name });
      try {
        await once(id, row.list_id);
        return null;
      } catch (error) {
        log(`deleting ${id} for good: ${error instanceof Error ? error.message : String(error)}`);
        return problem("cleaning_kept", { name: row.name });
      }
    },
    isErasing: (id) => erasing.has(id),
  };
}

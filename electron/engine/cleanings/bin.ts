import { BIN_DAYS } from "../../../shared/bridge/cleanings.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { emptyLog, type Journal } from "../store/index.ts";
import { createErasings } from "./erasing.ts";
import type { createRecords } from "./records.ts";

export interface BinOptions {
  readonly journal: Journal;
  readonly records: ReturnType<typeof createRecords>;
  /** Takes what a cleaning brought home out of the archive. Until then nothing of it is gone. */
  readonly forgetVerdicts: (cleaningId: string, listId: string) => Promise<void>;
  /** Takes a cleaning's files away for good. */
  readonly eraseFiles: (cleaningId: string) => Promise<void>;
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
   * Takes away for good what has been in it for longer than `BIN_DAYS` at `now`, in Unix milliseconds (null: nothing has),
   * and what was being taken away when Winnow ended. What does not go holds up nothing else; answers those that the user
   * was not told of yet. What is cut off because Winnow ends is none of them.
   */
  empty(now: number | null): Promise<Problem[]>;
  /** Takes one away for good. Problems: `cleaning_unknown`, `cleaning_not_deleted`, `cleaning_kept`, `cancelled`. */
  erase(cleaningId: string): Promise<Problem | null>;
  /** Whether one is just being taken away. */
  isErasing(cleaningId: string): boolean;
  /** Whether part of one may be gone, which could not be taken away whole: it cannot be brought back any more. */
  isHalfErased(cleaningId: string): boolean;
}

export function createBin({ journal, records, closing, log, ...options }: BinOptions): Bin {
  const erasing = new Map<string, Promise<void>>();
  const erasings = createErasings(journal);

  async function takeAway(cleaningId: string, listId: string): Promise<void> {
    try {
      await options.leave(cleaningId);
      const earlier = erasings.of(cleaningId);
      // Ended anywhere from here on, it is gone on with at the next start: half a cleaning is never brought back.
      if (earlier === null) journal.commit(() => erasings.note({ cleaningId, listId, told: false }));
      try {
        await options.forgetVerdicts(cleaningId, listId);
      } catch (error) {
        if (earlier === null) journal.commit(() => erasings.forget(cleaningId));
        throw error;
      }
      await options.eraseFiles(cleaningId);
      journal.commit(() => records.erase(cleaningId));
      options.erased(cleaningId);
      await options.eraseList(listId);
      journal.commit(() => erasings.forget(cleaningId));
    } finally {
      erasing.delete(cleaningId);
      emptyLog(journal.db);
    }
  }

  /** Whoever asks while it is being taken away waits for that. */
  function once(id: string, listId: string): Promise<void> {
    const going = erasing.get(id) ?? takeAway(id, listId);
    erasing.set(id, going);
    return going;
  }

  /** That it stays; null: the user knows already. */
  function kept(cleaningId: string, error: unknown): Problem | null {
    log(`deleting ${cleaningId} for good: ${error instanceof Error ? error.message : String(error)}`);
    const row = records.cleaning(cleaningId);
    const noted = erasings.of(cleaningId);
    if (noted?.told === true || row === null) return null;
    if (noted !== null) journal.commit(() => erasings.note({ ...noted, told: true }));
    return problem("cleaning_kept", { name: row.name });
  }

  return {
    async empty(now) {
      const cutOff = erasings.all().map(({ cleaningId, listId }) => [cleaningId, listId] as const);
      const due = now === null ? [] : records.binnedBefore(now - BIN_DAYS * 24 * 3600_000);
      const old = due.map(({ id, listId }) => [id, listId] as const);
      const toTell: Problem[] = [];
      for (const [id, listId] of new Map([...cutOff, ...old])) {
        if (closing.aborted) break;
        // One that was brought back since stays; one whose files are going cannot be brought back.
        if (erasings.of(id) === null && records.cleaning(id)?.deleted_at == null) continue;
        try {
          await once(id, listId);
        } catch (error) {
          if (closing.aborted) break;
          const problem = kept(id, error);
          if (problem !== null) toTell.push(problem);
        }
      }
      return toTell;
    },
    async erase(id) {
      const row = records.cleaning(id);
      const noted = erasings.of(id);
      if (row === null && noted === null) return problem("cleaning_unknown", { cleaning: id });
      if (row !== null && row.deleted_at === null) return problem("cleaning_not_deleted", { name: row.name });
      try {
        await once(id, row?.list_id ?? noted?.listId ?? "");
        return null;
      } catch (error) {
        if (closing.aborted) return problem("cancelled");
        kept(id, error);
        return problem("cleaning_kept", { name: row?.name ?? id });
      }
    },
    isErasing: (id) => erasing.has(id),
    isHalfErased: (id) => erasings.of(id) !== null,
  };
}

import type { Result } from "../../../../shared/result.ts";

/** What is under way for a cleaning beside its parts, and brings something home or writes its files. */
export interface Errands {
  /**
   * Does `work`, which ends soon after its signal is aborted. Whoever asks while it is being done for the cleaning waits
   * for that: it has files of its own.
   */
  run(cleaningId: string, work: (signal: AbortSignal) => Promise<Result<null>>): Promise<Result<null>>;
  /** Cuts off what is under way for the cleaning. Resolves when it has ended, however it did. */
  end(cleaningId: string): Promise<void>;
}

export function createErrands(): Errands {
  const underWay = new Map<string, { controller: AbortController; ended: Promise<Result<null>> }>();
  return {
    async run(cleaningId, work) {
      const going = underWay.get(cleaningId);
      if (going !== undefined) return going.ended;
      const controller = new AbortController();
      const ended = work(controller.signal);
      underWay.set(cleaningId, { controller, ended });
      try {
        return await ended;
      } finally {
        underWay.delete(cleaningId);
      }
    },
    async end(cleaningId) {
      const own = underWay.get(cleaningId);
      own?.controller.abort();
      await Promise.allSettled(own === undefined ? [] : [own.ended]);
    },
  };
}

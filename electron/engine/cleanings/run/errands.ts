/** What is under way for a cleaning beside its parts, and brings something home or writes its files. */
export interface Errands {
  /** Does `work`, which ends soon after its signal is aborted. */
  run<T>(cleaningId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Cuts off what is under way for the cleaning. Resolves when it has ended, however it did. */
  end(cleaningId: string): Promise<void>;
}

export function createErrands(): Errands {
  const underWay = new Map<string, Set<{ controller: AbortController; ended: Promise<unknown> }>>();
  return {
    async run(cleaningId, work) {
      const controller = new AbortController();
      const ended = work(controller.signal);
      const errand = { controller, ended };
      const own = underWay.get(cleaningId) ?? new Set();
      underWay.set(cleaningId, own.add(errand));
      try {
        return await ended;
      } finally {
        own.delete(errand);
        if (own.size === 0 && underWay.get(cleaningId) === own) underWay.delete(cleaningId);
      }
    },
    async end(cleaningId) {
      const own = [...(underWay.get(cleaningId) ?? [])];
      for (const { controller } of own) controller.abort();
      await Promise.allSettled(own.map(({ ended }) => ended));
    },
  };
}

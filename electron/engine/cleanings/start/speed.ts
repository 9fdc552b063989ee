/** Addresses per second over the last half minute, per cleaning. */
export interface SpeedMeter {
  /** `verified` addresses so far, at `at` (monotonic milliseconds). */
  note(id: string, verified: number, at: number): void;
  /** Null until two counts were heard. */
  of(id: string): number | null;
  forget(id: string): void;
}

const WINDOW = 30_000;

export function createSpeedMeter(): SpeedMeter {
  const samples = new Map<string, { verified: number; at: number }[]>();
  return {
    note(id, verified, at) {
      const kept = (samples.get(id) ?? []).filter((sample) => at - sample.at <= WINDOW);
      if (kept.at(-1)?.verified !== verified) kept.push({ verified, at });
      samples.set(id, kept);
    },
    of(id) {
      const kept = samples.get(id) ?? [];
      const [first] = kept;
      const last = kept.at(-1);
      if (first === undefined || last === undefined || last.at <= first.at) return null;
      return ((last.verified - first.verified) * 1000) / (last.at - first.at);
    },
    forget: (id) => void samples.delete(id),
  };
}

import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { STALLED_AFTER_MS } from "../../../shared/waits.ts";

interface VerificationSpeed {
  /** `null` if unknown, or if the count has not risen for a while. */
  readonly addressesPerSecond: number | null;
  /** When the count last rose or was first read, in monotonic ms; `null` if nothing is being verified. */
  readonly movedAt: number | null;
}

/** Measures verified addresses per second over the last half minute, per cleaning. */
export interface SpeedMeter {
  /** Records a sample at `at` (monotonic ms). Samples are dropped while nothing is being verified. */
  note(cleaning: Measured, at: number): void;
  of(id: string, now: number): VerificationSpeed;
}

type Measured = Pick<Cleaning, "id" | "state" | "verified"> & {
  readonly parts: readonly Pick<Cleaning["parts"][number], "state">[];
};

/** Minimum span of samples for a speed, in ms. */
const SHORTEST = 1_000;

export function createSpeedMeter(): SpeedMeter {
  const samples = new Map<string, { verified: number; at: number }[]>();
  return {
    note(cleaning, at) {
      const { id, verified } = cleaning;
      // Time before verification or during a pause does not count.
      if (!isVerifying(cleaning)) return void samples.delete(id);
      const heard = samples.get(id) ?? [];
      const last = heard.at(-1);
      if (last?.verified === verified) return;
      const kept = last !== undefined && verified < last.verified ? [] : heard;
      // If updates are rare, keep the last sample before the window as the baseline.
      const first = kept.findLastIndex((sample) => at - sample.at >= STALLED_AFTER_MS);
      samples.set(id, [...kept.slice(Math.max(0, first)), { verified, at }]);
    },
    of(id, now) {
      const kept = samples.get(id) ?? [];
      const [first] = kept;
      const last = kept.at(-1);
      if (first === undefined || last === undefined) return { addressesPerSecond: null, movedAt: null };
      const took = last.at - first.at;
      const isStill = now - last.at > STALLED_AFTER_MS;
      return {
        addressesPerSecond:
          isStill || took < SHORTEST ? null : ((last.verified - first.verified) * 1000) / took,
        movedAt: last.at,
      };
    },
  };
}

function isVerifying({ state, parts }: Measured): boolean {
  return state === "running" && parts.some((part) => part.state === "verifying" || part.state === "checking");
}

import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { STILL_AFTER } from "../../../shared/pace.ts";

/** How fast a cleaning is verified now, as far as was heard. */
interface Pace {
  /** Null: nothing can be said, or the count has not risen for a while. */
  readonly addressesPerSecond: number | null;
  /** When the count rose last, or was heard first (monotonic milliseconds); null: nothing is being verified. */
  readonly movedAt: number | null;
}

/** Addresses per second over the last half minute, per cleaning. */
export interface SpeedMeter {
  /** The cleaning as it stands at `at` (monotonic milliseconds). Only what is being verified is measured. */
  note(cleaning: Measured, at: number): void;
  of(id: string, now: number): Pace;
}

type Measured = Pick<Cleaning, "id" | "state" | "verified"> & {
  readonly parts: readonly Pick<Cleaning["parts"][number], "state">[];
};

/** Two counts that are closer say nothing of the speed. */
const SHORTEST = 1_000;

export function createSpeedMeter(): SpeedMeter {
  const samples = new Map<string, { verified: number; at: number }[]>();
  return {
    note(cleaning, at) {
      const { id, verified } = cleaning;
      // The time before the service verifies, or while nobody may ask it, is not part of the speed.
      if (!isVerifying(cleaning)) return void samples.delete(id);
      const heard = samples.get(id) ?? [];
      const last = heard.at(-1);
      if (last?.verified === verified) return;
      const kept = last !== undefined && verified < last.verified ? [] : heard;
      // Where counts come seldom, the one from before the window is what the newest is measured by.
      const first = kept.findLastIndex((sample) => at - sample.at >= STILL_AFTER);
      samples.set(id, [...kept.slice(Math.max(0, first)), { verified, at }]);
    },
    of(id, now) {
      const kept = samples.get(id) ?? [];
      const [first] = kept;
      const last = kept.at(-1);
      if (first === undefined || last === undefined) return { addressesPerSecond: null, movedAt: null };
      const took = last.at - first.at;
      const isStill = now - last.at > STILL_AFTER;
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

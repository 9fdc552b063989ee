import type { Clock } from "../../../electron/engine/clock.ts";

/** A clock that a test moves by hand. */
export interface ManualClock extends Clock {
  /** Moves time on, and lets everything that was due happen in its order. */
  advance(milliseconds: number): Promise<void>;
  /** Sets the time without letting any timer know, as a user or a network does. */
  set(now: number): void;
}

export function manualClock(start = 1_700_000_000_000): ManualClock {
  let now = start;
  // Timers run on time that only goes forward, like the system's.
  let elapsed = 0;
  let timers: { at: number; act: () => void }[] = [];
  return {
    now: () => now,
    monotonic: () => elapsed,
    after(milliseconds, act) {
      const timer = { at: elapsed + milliseconds, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    async advance(milliseconds) {
      const end = elapsed + milliseconds;
      for (;;) {
        await settle();
        const next = timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((one) => one !== next);
        now += next.at - elapsed;
        elapsed = next.at;
        next.act();
      }
      now += end - elapsed;
      elapsed = end;
    },
    set(value) {
      now = value;
    },
  };
}

/** Lets every promise that can go on do so. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

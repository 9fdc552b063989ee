import type { Clock } from "../../../electron/engine/clock.ts";

export interface ManualClock extends Clock {
  /** Advances the time and runs due timers in order. */
  advance(milliseconds: number): Promise<void>;
  /** Sets the wall-clock time without affecting timers, as a user or NTP does. */
  set(now: number): void;
}

export function manualClock(start = 1_700_000_000_000): ManualClock {
  let now = start;
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
        await flushPromises();
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

export async function flushPromises(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

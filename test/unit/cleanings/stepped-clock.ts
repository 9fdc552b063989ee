import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../../electron/engine/clock.ts";

export interface FakeClock extends Clock {
  /** Advances the time and runs due timers in order, each with everything that follows from it. */
  advance(milliseconds: number): Promise<void>;
  /** Changes the wall clock without advancing the monotonic time. */
  setWallClock(milliseconds: number): void;
}

/** Turns of the event loop after which the promises that a timer caused have settled. */
const TURNS = 12;
const EPOCH = 1_700_000_000_000;

/** Creates a clock that advances only by `pass`, which also waits while `busy` reports work on real files. */
export function createFakeClock(busy: () => boolean = () => false): FakeClock {
  let time = 0;
  let off = 0;
  let timers: { due: number; act: () => void }[] = [];
  const settle = async () => {
    for (let turn = 0; turn < TURNS || busy(); turn++) await setImmediate();
  };
  return {
    now: () => Math.round(EPOCH + off + time),
    monotonic: () => time,
    after(milliseconds, act) {
      const timer = { due: time + milliseconds, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    setWallClock(milliseconds) {
      off += milliseconds;
    },
    async advance(milliseconds) {
      const end = time + milliseconds;
      await settle();
      for (;;) {
        const next = timers.reduce<(typeof timers)[number] | null>(
          (first, one) => (one.due <= end && (first === null || one.due < first.due) ? one : first),
          null,
        );
        if (next === null) break;
        time = Math.max(time, next.due);
        timers = timers.filter((one) => one !== next);
        next.act();
        await settle();
      }
      time = end;
    },
  };
}

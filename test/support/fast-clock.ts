import type { Clock } from "../../electron/engine/clock.ts";

export interface FastClock extends Clock {
  /** Changes the wall clock, like a user or NTP. Timers are not affected. */
  jump(milliseconds: number): void;
}

/**
 * Timers run in slices of this many real ms. If a busy machine stalls the process, a time limit advances by one slice
 * at most.
 */
const SLICE_MS = 20;

/**
 * Returns a clock that runs `factor` times as fast as real time, so that backoffs of seconds end within milliseconds.
 * Unix time starts at the real one.
 */
export function fastClock(factor: number): FastClock {
  const start = performance.now();
  const epoch = Date.now();
  let offset = 0;
  const elapsed = () => (performance.now() - start) * factor;
  return {
    now: () => Math.round(epoch + elapsed() + offset),
    monotonic: elapsed,
    after(milliseconds, act) {
      let left = milliseconds / factor;
      let timer: NodeJS.Timeout;
      const wait = () => {
        const piece = Math.min(left, SLICE_MS);
        left -= piece;
        timer = setTimeout(left > 0 ? wait : act, piece);
      };
      wait();
      return () => clearTimeout(timer);
    },
    jump(milliseconds) {
      offset += milliseconds;
    },
  };
}

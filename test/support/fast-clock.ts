import type { Clock } from "../../electron/engine/clock.ts";

export interface FastClock extends Clock {
  /** Moves the machine's clock, as a user, a network or a wrong battery does. Timers do not notice. */
  jump(milliseconds: number): void;
}

/**
 * Timers run in pieces of this many real milliseconds: however long a busy machine keeps the process waiting between two
 * of them, no more than a piece of a time limit has passed for it.
 */
const PIECE_MS = 20;

/**
 * A clock on which `factor` milliseconds pass in each real one: back-offs of seconds end within milliseconds, and
 * nothing has to wait for them. Unix time starts at the real one.
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
        const piece = Math.min(left, PIECE_MS);
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

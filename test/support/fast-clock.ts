import type { Clock } from "../../electron/engine/handlers.ts";

export interface FastClock extends Clock {
  /** Moves the machine's clock, as a user, a network or a wrong battery does. Timers do not notice. */
  jump(milliseconds: number): void;
}

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
      const timer = setTimeout(act, milliseconds / factor);
      return () => clearTimeout(timer);
    },
    jump(milliseconds) {
      offset += milliseconds;
    },
  };
}

export interface Clock {
  /** In Unix ms. */
  now(): number;
}

/** An adjustable clock for tests. It follows `base` plus an offset until it is set. */
export interface SandboxClock extends Clock {
  advance(milliseconds: number): void;
  /** Stops the clock at `time` (Unix ms) until it is advanced or set again. */
  set(time: number): void;
}

export function createSandboxClock(base: Clock): SandboxClock {
  let offset = 0;
  let stopped: number | null = null;
  return {
    now: () => stopped ?? base.now() + offset,
    advance(milliseconds) {
      if (stopped === null) offset += milliseconds;
      else stopped += milliseconds;
    },
    set(time) {
      stopped = time;
    },
  };
}

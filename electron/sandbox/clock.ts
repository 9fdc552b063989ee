export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}

/** A clock that tests can move: it follows `base`, plus what it was advanced by, until it is set. */
export interface SandboxClock extends Clock {
  advance(milliseconds: number): void;
  /** Stands still at `time` (Unix milliseconds) from now on, until advanced or set again. */
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

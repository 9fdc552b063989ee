export interface Clock {
  /** Wall-clock time in Unix ms, which may jump. */
  now(): number;
  /** Monotonic time in ms, for measuring durations. */
  monotonic(): number;
  /** Calls `act` once after `milliseconds`. Returns a function that cancels it. */
  after(milliseconds: number, act: () => void): () => void;
}

/** Maximum delay of setTimeout; longer ones fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, act) {
    let timer: NodeJS.Timeout;
    const wait = (left: number) => {
      timer =
        left > MAX_TIMEOUT_MS
          ? setTimeout(() => wait(left - MAX_TIMEOUT_MS), MAX_TIMEOUT_MS)
          : setTimeout(act, left);
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  },
};

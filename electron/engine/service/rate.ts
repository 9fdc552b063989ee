import type { Clock } from "../handlers.ts";

/** Lets work begin at no more than so many a minute, taking turns between those who wait. */
export interface Rate {
  /**
   * Runs `work` when its turn comes; `cancelled` when `signal` is aborted before. Lanes take turns, so that one
   * address does not wait behind a hundred of somebody else's.
   */
  run<T>(
    work: () => Promise<T>,
    options?: { lane?: string; signal?: AbortSignal },
  ): Promise<{ kind: "ran"; value: T } | { kind: "cancelled" }>;
  /** The service asked for a pause: `retryAfter` in milliseconds, or null when it did not say how long. */
  slowDown(retryAfter: number | null): void;
  /** What waits, the present rate, and how long until the last of them begins. */
  state(): { waiting: number; perMinute: number; secondsToLast: number };
}

const MINUTE = 60_000;
/** Requests may bunch up on the way: a window a little longer than the service's keeps clear of its limit. */
const WINDOW = 61_000;
const LONGEST_PAUSE = 5 * MINUTE;
const FIRST_PAUSE = 2_000;
const SLOWEST = 6;

interface Waiting {
  readonly lane: string;
  readonly begin: () => void;
}

/**
 * A rate of `perMinute` over a sliding minute, and as many at once. After a 429 it pauses, goes on at half the
 * rate, and is back at the full rate within two minutes without another. Ours and not a library's: p-queue and
 * p-throttle have a fixed rate, the system's own clock, and no turns.
 */
export function createRate({ perMinute, clock }: { perMinute: number; clock: Clock }): Rate {
  const waiting: Waiting[] = [];
  let begun: number[] = [];
  let running = 0;
  let lastLane = "";
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let pause = FIRST_PAUSE;
  let reduced = { to: perMinute, at: Number.NEGATIVE_INFINITY };
  let forget = () => {};

  function allowed(now: number): number {
    const regained = (Math.max(0, now - reduced.at) / MINUTE) * (perMinute / 2);
    return Math.min(perMinute, Math.floor(reduced.to + regained));
  }

  /** Milliseconds until the next may begin; 0: now. */
  function untilNext(now: number): number {
    begun = begun.filter((at) => at > now - WINDOW);
    const full = begun.length - allowed(now);
    const freed = full < 0 ? 0 : (begun[full] ?? now) + WINDOW - now;
    return Math.max(0, pausedUntil - now, freed);
  }

  function pump(): void {
    forget();
    while (waiting.length > 0 && running < perMinute) {
      const wait = untilNext(clock.monotonic());
      if (wait > 0) {
        forget = clock.after(wait, pump);
        return;
      }
      next()?.begin();
    }
  }

  /** The first of the lane whose turn it is: the one after the lane that had the last, in the order of arrival. */
  function next(): Waiting | undefined {
    const lanes = [...new Set(waiting.map((one) => one.lane))];
    const lane = lanes[(lanes.indexOf(lastLane) + 1) % lanes.length];
    const index = waiting.findIndex((one) => one.lane === lane);
    const [one] = waiting.splice(index, 1);
    lastLane = one?.lane ?? "";
    return one;
  }

  return {
    run(work, { lane = "", signal } = {}) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return resolve({ kind: "cancelled" });
        const cancel = () => {
          const index = waiting.indexOf(entry);
          if (index < 0) return;
          waiting.splice(index, 1);
          resolve({ kind: "cancelled" });
          pump();
        };
        const entry: Waiting = {
          lane,
          begin() {
            signal?.removeEventListener("abort", cancel);
            running++;
            begun.push(clock.monotonic());
            work()
              .then((value) => resolve({ kind: "ran", value }), reject)
              .finally(() => {
                running--;
                pump();
              });
          },
        };
        signal?.addEventListener("abort", cancel, { once: true });
        waiting.push(entry);
        pump();
      });
    },
    slowDown(retryAfter) {
      const now = clock.monotonic();
      const already = now < pausedUntil;
      // Those that were under way together are refused together: that is one refusal, not many.
      if (!already) {
        if (allowed(now) >= perMinute) pause = FIRST_PAUSE;
        reduced = { to: Math.max(Math.min(SLOWEST, perMinute), Math.floor(allowed(now) / 2)), at: now };
      }
      const asked = Math.min(LONGEST_PAUSE, retryAfter ?? pause);
      if (!already && retryAfter === null) pause = Math.min(MINUTE, pause * 2);
      if (!already || retryAfter !== null) pausedUntil = Math.max(pausedUntil, now + asked);
      pump();
    },
    state() {
      const now = clock.monotonic();
      const rate = allowed(now);
      if (waiting.length === 0) return { waiting: 0, perMinute: rate, secondsToLast: 0 };
      const first = untilNext(now);
      const free = first > 0 ? 1 : Math.max(1, rate - begun.length);
      const rest = Math.max(0, waiting.length - free);
      return {
        waiting: waiting.length,
        perMinute: rate,
        secondsToLast: (first + (rest * MINUTE) / rate) / 1000,
      };
    },
  };
}

import type { Clock } from "../clock.ts";
import { CHECKS_AT_ONCE } from "./request-slots.ts";

const MINUTE = 60_000;
/** Window in ms; slightly longer than the service's, since requests may bunch up on the way. */
const WINDOW = 61_000;
const MAX_PAUSE_MS = 5 * MINUTE;
const FIRST_PAUSE = 2_000;
const SLOWEST = 6;

interface Waiting {
  readonly lane: string;
  readonly begin: () => void;
}

export type Rate = ReturnType<typeof createRate>;

/**
 * Creates a limiter of `perMinute` in a sliding minute, and of few concurrently. A 429 pauses it and halves the rate,
 * which recovers within two minutes. Not p-queue or p-throttle: they lack lanes, an injectable clock and a variable
 * rate.
 */
export function createRate({ perMinute, clock }: { perMinute: number; clock: Clock }) {
  const waiting: Waiting[] = [];
  let startTimes: number[] = [];
  let running = 0;
  /** Time that the last check took, in ms. */
  let took = 0;
  let lastLane = "";
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let pause = FIRST_PAUSE;
  let reduced = { to: perMinute, at: Number.NEGATIVE_INFINITY };
  let forget = () => {};

  function allowed(now: number): number {
    const regained = (Math.max(0, now - reduced.at) / MINUTE) * (perMinute / 2);
    return Math.min(perMinute, Math.floor(reduced.to + regained));
  }

  function untilNext(now: number): number {
    startTimes = startTimes.filter((at) => at > now - WINDOW);
    const full = startTimes.length - allowed(now);
    const freed = full < 0 ? 0 : (startTimes[full] ?? now) + WINDOW - now;
    return Math.max(0, pausedUntil - now, freed);
  }

  function pump(): void {
    forget();
    while (waiting.length > 0 && running < CHECKS_AT_ONCE) {
      const wait = untilNext(clock.monotonic());
      if (wait > 0) {
        forget = clock.after(wait, pump);
        return;
      }
      next()?.begin();
    }
  }

  /** Takes the first entry of the next lane in turn. */
  function next(): Waiting | undefined {
    const lanes = [...new Set(waiting.map((one) => one.lane))];
    const lane = lanes[(lanes.indexOf(lastLane) + 1) % lanes.length];
    const index = waiting.findIndex((one) => one.lane === lane);
    const [one] = waiting.splice(index, 1);
    lastLane = one?.lane ?? "";
    return one;
  }

  return {
    /** Runs `work` in turn; `cancelled` if `signal` aborts before. Lanes take turns, so batches don't block others. */
    run<T>(
      work: () => Promise<T>,
      { lane = "", signal }: { lane?: string; signal?: AbortSignal } = {},
    ): Promise<{ kind: "ran"; value: T } | { kind: "cancelled" }> {
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
            const began = clock.monotonic();
            startTimes.push(began);
            work()
              .then((value) => resolve({ kind: "ran", value }), reject)
              .finally(() => {
                running--;
                took = clock.monotonic() - began;
                pump();
              });
          },
        };
        signal?.addEventListener("abort", cancel, { once: true });
        waiting.push(entry);
        pump();
      });
    },
    /** Applies a pause requested by the service. `retryAfter` is in ms; `null` if unspecified. */
    slowDown(retryAfter: number | null) {
      const now = clock.monotonic();
      const already = now < pausedUntil;
      // 429s of concurrent requests count as one.
      if (!already) {
        if (allowed(now) >= perMinute) pause = FIRST_PAUSE;
        reduced = { to: Math.max(Math.min(SLOWEST, perMinute), Math.floor(allowed(now) / 2)), at: now };
      }
      const pauseLength = Math.min(MAX_PAUSE_MS, retryAfter ?? pause);
      if (!already && retryAfter === null) pause = Math.min(MINUTE, pause * 2);
      if (!already || retryAfter !== null) pausedUntil = Math.max(pausedUntil, now + pauseLength);
      pump();
    },
    /** Returns the queue's length, the current rate, and the time until its last entry starts. */
    state(): { waiting: number; perMinute: number; secondsToLast: number } {
      const now = clock.monotonic();
      const rate = allowed(now);
      if (waiting.length === 0) return { waiting: 0, perMinute: rate, secondsToLast: 0 };
      const first = untilNext(now);
      const free = first > 0 ? 1 : Math.max(1, rate - startTimes.length);
      const rest = Math.max(0, waiting.length - free);
      const untilAllowed = first + (rest * MINUTE) / rate;
      const untilFree = (waiting.length * took) / CHECKS_AT_ONCE;
      return {
        waiting: waiting.length,
        perMinute: rate,
        secondsToLast: Math.max(untilAllowed, untilFree) / 1000,
      };
    },
  };
}

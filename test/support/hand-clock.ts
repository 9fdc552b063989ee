import type { Clock } from "../../electron/engine/clock.ts";

/** A clock that only advances in `pass`. */
export class ManualClock implements Clock {
  time = 1_000_000;
  readonly #due = new Set<{ readonly at: number; readonly act: () => void }>();
  now(): number {
    return this.time;
  }
  monotonic(): number {
    return this.time;
  }
  after(milliseconds: number, act: () => void): () => void {
    const one = { at: this.time + milliseconds, act };
    this.#due.add(one);
    return () => void this.#due.delete(one);
  }
  /** Number of timers that have not run yet. */
  get timers(): number {
    return this.#due.size;
  }
  /** Advances the clock by `milliseconds` and runs the timers due, in order. */
  advance(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = [...this.#due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#due.delete(next);
      this.time = next.at;
      next.act();
    }
    this.time = end;
  }
}

import type { Clock } from "../handlers.ts";

/** When a request is given up: nothing heard for too long, or too long in all. Times in milliseconds. */
export interface RequestTimer {
  /** Gives up `milliseconds` from now, instead of when it would have; never later than the end. */
  arm(milliseconds: number): void;
  /** The end: `milliseconds` after `since`, whatever is heard. */
  endBy(milliseconds: number, since?: number): void;
  /** Now, for `since`. */
  now(): number;
  fired(): boolean;
  stop(): void;
}

/** A timer that does `act` once, when the request is to be given up. It is at rest until it is armed. */
export function createRequestTimer(clock: Pick<Clock, "monotonic" | "after">, act: () => void): RequestTimer {
  let forget = () => {};
  let due = Number.POSITIVE_INFINITY;
  let end = Number.POSITIVE_INFINITY;
  let fired = false;

  function wait(): void {
    forget();
    const at = Math.min(due, end);
    if (at === Number.POSITIVE_INFINITY) return;
    forget = clock.after(Math.max(0, at - clock.monotonic()), () => {
      fired = true;
      act();
    });
  }

  return {
    arm(milliseconds) {
      due = clock.monotonic() + milliseconds;
      wait();
    },
    endBy(milliseconds, since = clock.monotonic()) {
      end = since + milliseconds;
      wait();
    },
    now: () => clock.monotonic(),
    fired: () => fired,
    stop: () => forget(),
  };
}

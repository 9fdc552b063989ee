import type { ProblemCode } from "../../../../shared/problems.ts";

/** When the next request of a part is due, in milliseconds. Pure but for the dice, which are an argument. */

const FASTEST = 150;
const MOVING = 2_000;
const RESTING = 60_000;
const FIRST_BACKOFF = 1_000;
/** Between two status requests of one account, however many parts it has. */
const SPACING = 250;

/** How often the balance is read while something waits for credits. */
export const LOOK_AGAIN = 60_000;
const HOUR = 3600_000;

/**
 * How long until a wait is tried to be ended, when it was for nothing `times` times in a row: a minute at first for
 * what ends by itself, five for what the user is asked to end; ever longer, for each try may send a whole list.
 */
export function waitDelay(reason: "slot" | "disk" | "account", times: number): number {
  const doublings = Math.min(10, Math.max(0, times - 1));
  return reason === "account"
    ? Math.min(5 * LOOK_AGAIN * 2 ** doublings, HOUR)
    : Math.min(LOOK_AGAIN * 2 ** doublings, 10 * LOOK_AGAIN);
}

/**
 * How long until the next status request: quick at first, about 2 s while things move, up to 60 s when they do not;
 * never more than four a second for all the `parts` of an account together.
 */
export function pollDelay(previous: number | null, moved: boolean, parts = 1): number {
  return Math.max(wanted(previous, moved), Math.min(parts * SPACING, RESTING));
}

function wanted(previous: number | null, moved: boolean): number {
  if (previous === null) return FASTEST;
  if (moved) return Math.min(previous * 2, MOVING);
  return previous < MOVING ? Math.min(previous * 2, MOVING) : Math.min(previous * 1.5, RESTING);
}

/** How long to wait after the `attempts`-th failure in a row; the service's own wish is honoured. */
export function backoff(attempts: number, retryAfter: number | null): number {
  const grown = Math.min(FIRST_BACKOFF * 2 ** Math.min(10, Math.max(0, attempts - 1)), RESTING);
  return notBefore(grown, retryAfter);
}

/** `delay`, or what the service asked for with Retry-After where that is longer: up to an hour. */
export function notBefore(delay: number, retryAfter: number | null): number {
  return Math.max(delay, Math.min(retryAfter ?? 0, HOUR));
}

/** Spreads `delay` by up to a tenth either way, so that many parts do not ask in one breath. `dice` in 0..1. */
export function jitter(delay: number, dice: number): number {
  return delay * (0.9 + 0.2 * dice);
}

/** Whether a failure is the account's as a whole (its service is slow, broken or asks for a pause), not one part's. */
export function concernsAccount(code: ProblemCode | undefined): boolean {
  return code === "rate_limited" || code === "service_broken" || code === "service_timeout";
}

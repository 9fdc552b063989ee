import type { ProblemCode } from "../../../shared/problems.ts";

/** When the next request of a part is due, in milliseconds. Pure but for the dice, which are an argument. */

const FASTEST = 150;
const MOVING = 2_000;
const RESTING = 60_000;
const FIRST_BACKOFF = 1_000;
/** Between two status requests of one account, however many parts it has. */
const SPACING = 250;

/** How long a wait for a free place or for credits lasts before Winnow looks again. */
export const LOOK_AGAIN = 60_000;
/** The same for a wait for the user that may be over without the user: a Wi-Fi's login page, a proxy. */
export const LOOK_AGAIN_LATER = 5 * 60_000;

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

/** How long to wait after the `attempts`-th failure in a row; the service's own wish is honoured, up to an hour. */
export function backoff(attempts: number, retryAfter: number | null): number {
  const grown = Math.min(FIRST_BACKOFF * 2 ** Math.min(10, Math.max(0, attempts - 1)), RESTING);
  return Math.max(grown, Math.min(retryAfter ?? 0, 3600_000));
}

/** Spreads `delay` by up to a tenth either way, so that many parts do not ask in one breath. `dice` in 0..1. */
export function jitter(delay: number, dice: number): number {
  return delay * (0.9 + 0.2 * dice);
}

/** Whether a failure is the account's as a whole (its service is slow, broken or asks for a pause), not one part's. */
export function concernsAccount(code: ProblemCode | undefined): boolean {
  return code === "rate_limited" || code === "service_broken" || code === "service_timeout";
}

/** Whether a wait that the user is asked to end may also end by itself. */
export function mayPass(code: ProblemCode | undefined): boolean {
  switch (code) {
    case "service_redirect":
    case "service_untrusted":
    case "service_absent":
    case "service_refused":
    case "disk_full":
    case "out_unwritable":
      return true;
    default:
      return false;
  }
}

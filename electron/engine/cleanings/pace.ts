/** When the next request of a part is due, in milliseconds. Pure but for the dice, which are an argument. */

const FASTEST = 150;
const MOVING = 2_000;
const RESTING = 60_000;
const FIRST_BACKOFF = 1_000;

/** How long a wait for a free place or for credits lasts before Winnow looks again. */
export const LOOK_AGAIN = 60_000;

/** How long until the next status request: quick at first, about 2 s while things move, up to 60 s when they do not. */
export function pollDelay(previous: number | null, moved: boolean): number {
  if (previous === null) return FASTEST;
  if (moved) return Math.min(previous * 2, MOVING);
  return previous < MOVING ? Math.min(previous * 2, MOVING) : Math.min(previous * 1.5, RESTING);
}

/** How long to wait after the `attempts`-th failure in a row; the service's own wish is honoured. */
export function backoff(attempts: number, retryAfter: number | null): number {
  const grown = Math.min(FIRST_BACKOFF * 2 ** Math.max(0, attempts - 1), RESTING);
  return Math.max(grown, retryAfter ?? 0);
}

/** Spreads `delay` by up to a fifth, so that many parts do not ask in one breath. `dice` in 0..1. */
export function jitter(delay: number, dice: number): number {
  return delay * (0.9 + 0.2 * dice);
}

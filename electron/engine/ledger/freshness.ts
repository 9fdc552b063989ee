import { SOURCE_CODE, VERDICT_CODE } from "../../../shared/verdicts.ts";

/** Thresholds for reusing verdicts, in Unix ms. */
export interface Freshness {
  readonly now: number;
  readonly freshAfter: number;
  readonly freshAfterUnknown: number;
}

const DAY = 24 * 3600_000;

/** Returns the thresholds at `now` (Unix ms) for the user's settings. */
export function freshnessAt(
  now: number,
  { freshDays, freshDaysUnknown }: { readonly freshDays: number; readonly freshDaysUnknown: number },
): Freshness {
  return { now, freshAfter: now - freshDays * DAY, freshAfterUnknown: now - freshDaysUnknown * DAY };
}

/** Minimum days for which a possibly paid check is reported. */
const NOT_LONG_PAST_DAYS = 30;

/** Returns the time (Unix ms) before which unanswered requests are no longer reported. */
export function longPastAt(now: number, { freshDays }: { readonly freshDays: number }): number {
  return now - Math.max(freshDays, NOT_LONG_PAST_DAYS) * DAY;
}

/** Returns whether `verdict`, fresh as of `at` (Unix ms), may be reused. */
export function isFresh(verdict: number, at: number, fresh: Freshness): boolean {
  return at >= (verdict === VERDICT_CODE.unknown ? fresh.freshAfterUnknown : fresh.freshAfter);
}

/** Returns the time (Unix ms) from which a verdict's age counts: for the service's, at least its arrival (`home`). */
export function freshFrom(source: number, said: number, home: () => number | undefined, now: number): number {
  if (source !== SOURCE_CODE.service) return said;
  const at = home();
  return at === undefined ? said : Math.max(said, Math.min(at, now));
}

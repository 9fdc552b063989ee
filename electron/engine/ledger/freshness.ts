import { SOURCE_CODE, VERDICT_CODE } from "../../../shared/verdicts.ts";

/** From when on (Unix milliseconds) a verdict is fresh enough to be used again. */
export interface Freshness {
  readonly now: number;
  readonly freshAfter: number;
  readonly freshAfterUnknown: number;
}

const DAY = 24 * 3600_000;

/** From when on verdicts are fresh at `now` (Unix milliseconds), as the user has it. */
export function freshnessAt(
  now: number,
  { freshDays, freshDaysUnknown }: { readonly freshDays: number; readonly freshDaysUnknown: number },
): Freshness {
  return { now, freshAfter: now - freshDays * DAY, freshAfterUnknown: now - freshDaysUnknown * DAY };
}

/** So long at least it is told that a check may have been paid for, in days. */
const NOT_LONG_PAST_DAYS = 30;

/** What was sent before that (Unix milliseconds) and never answered is not told any more. */
export function longPastAt(now: number, { freshDays }: { readonly freshDays: number }): number {
  return now - Math.max(freshDays, NOT_LONG_PAST_DAYS) * DAY;
}

/** Whether `verdict`, which counts as fresh from `at` (Unix milliseconds) on, may be used again. */
export function isFresh(verdict: number, at: number, fresh: Freshness): boolean {
  return at >= (verdict === VERDICT_CODE.unknown ? fresh.freshAfterUnknown : fresh.freshAfter);
}

/** What the service sent is fresh from the day it was paid for, however far it dates it back; `home`: when it came. */
export function freshFrom(source: number, said: number, home: () => number | undefined, now: number): number {
  if (source !== SOURCE_CODE.service) return said;
  const at = home();
  return at === undefined ? said : Math.max(said, Math.min(at, now));
}

import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { daysLeft } from "../../times.ts";
import { resultsWords } from "../../words/results.ts";

const DAY = 86_400_000;

/** Returns whether the service has purged the list after its retention of 30 days, without a request to delete it. */
export function isPurged({ heldUntil, purgeAt }: Cleaning, now: number): boolean {
  const last = heldUntil ?? purgeAt;
  return last !== null && last <= now;
}

/** Describes how long the service keeps the list; `null` if it holds none or it was deleted on request. */
export function atServiceWords(cleaning: Cleaning, now: number): string | null {
  if (cleaning.purgeAt === null) return null;
  if (isPurged(cleaning, now)) return resultsWords.purged;
  // If some parts are already purged, use the last part's date.
  const days = daysLeft(cleaning.purgeAt, now) ?? daysLeft(cleaning.heldUntil ?? cleaning.purgeAt, now);
  return days === null ? resultsWords.purged : resultsWords.purge(days);
}

/** Returns a note if the verdicts are older than `freshDays`; `null` if they are fresh or never reused. */
export function staleWords(
  { state, finishedAt }: Pick<Cleaning, "state" | "finishedAt">,
  freshDays: number,
  now: number,
  words: (days: number) => string = resultsWords.stale,
): string | null {
  if ((state !== "done" && state !== "imported") || finishedAt === null || freshDays === 0) return null;
  const days = Math.floor((now - finishedAt) / DAY);
  return now - finishedAt > freshDays * DAY ? words(days) : null;
}

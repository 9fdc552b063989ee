import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { daysLeft } from "../../times.ts";
import { resultsWords } from "../../words/results.ts";

const DAY = 86_400_000;

/** Whether the service has purged all of it by its own 30 days, though nobody asked for that. */
export function isPurged({ heldUntil, purgeAt }: Cleaning, now: number): boolean {
  const last = heldUntil ?? purgeAt;
  return last !== null && last <= now;
}

/** How long the service keeps it yet; null: it holds nothing, as somebody asked or as ever. */
export function atServiceWords(cleaning: Cleaning, now: number): string | null {
  if (cleaning.purgeAt === null) return null;
  if (isPurged(cleaning, now)) return resultsWords.purged;
  // Where a part is gone already, the next to go is not known here: the last one is.
  const days = daysLeft(cleaning.purgeAt, now) ?? daysLeft(cleaning.heldUntil ?? cleaning.purgeAt, now);
  return days === null ? resultsWords.purged : resultsWords.purge(days);
}

/**
 * That its verdicts are older than `freshDays`, for which verdicts count as known here; null: they are not, or are never
 * taken as known.
 */
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

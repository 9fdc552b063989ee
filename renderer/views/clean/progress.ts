import type { Cleaning } from "../../../shared/bridge/cleanings.ts";

/** How far a cleaning is: what the bar counts, and whether the number means anything yet. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** 0..100, or null while nothing can be counted. */
  readonly percent: number | null;
}

/** The service's own counts while it verifies; whole once everything is here. */
export function progressOf(cleaning: Cleaning): Progress {
  const total = cleaning.uploaded || cleaning.credits;
  if (cleaning.state === "done" || cleaning.state === "imported") return { done: total, total, percent: 100 };
  const done = Math.min(cleaning.verified, total);
  const counted = cleaning.stage === "verifying" || cleaning.stage === "fetching";
  return { done, total, percent: counted && total > 0 ? (done / total) * 100 : null };
}

import type { Cleaning } from "./bridge/cleanings.ts";
import { VERDICTS, type VerdictCounts } from "./verdicts.ts";

/** Everything that has a verdict. */
export function verdictTotal(counts: VerdictCounts): number {
  return VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
}

/** Distinct addresses of a cleaning's list that have no verdict: suppressed, left for later, or not verified (yet). */
export function withoutVerdict({ unique, counts }: Pick<Cleaning, "unique" | "counts">): number {
  return Math.max(0, unique - verdictTotal(counts));
}

import type { Cleaning } from "./bridge/cleanings.ts";
import { VERDICTS, type VerdictCounts } from "./verdicts.ts";

export function verdictTotal(counts: VerdictCounts): number {
  return VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
}

/** Returns the number of distinct addresses without a verdict: suppressed, beyond the limit, or not verified (yet). */
export function withoutVerdict({ unique, counts }: Pick<Cleaning, "unique" | "counts">): number {
  return Math.max(0, unique - verdictTotal(counts));
}

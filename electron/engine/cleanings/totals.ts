import { fail, ok } from "../../../shared/result.ts";
import type { VerdictCounts } from "../../../shared/verdicts.ts";
import { missingResults, resultTotals } from "../results/index.ts";
import { layoutOf } from "../store/index.ts";
import type { Task } from "../threads/index.ts";

export interface TotalsInput {
  readonly dataDir: string;
  readonly cleaningId: string;
}

/** Counts what a cleaning's results hold, per verdict over distinct addresses, and those that are missing. */
export const totalsTask: Task<TotalsInput, { counts: VerdictCounts; missing: number }> = async (input) => {
  const { results } = layoutOf(input.dataDir).cleaning(input.cleaningId);
  const missing = missingResults(results);
  return missing === null ? ok(resultTotals(results)) : fail(missing);
};

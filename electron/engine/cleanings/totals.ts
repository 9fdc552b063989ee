import { ok } from "../../../shared/result.ts";
import type { VerdictCounts } from "../../../shared/verdicts.ts";
import { resultTotals } from "../results/index.ts";
import { layoutOf, type Task } from "../store/index.ts";

export interface TotalsInput {
  readonly dataDir: string;
  readonly cleaningId: string;
}

/** Counts what a cleaning's results hold, per verdict over distinct addresses, and those that are missing. */
export const totalsTask: Task<TotalsInput, { counts: VerdictCounts; missing: number }> = async (input) =>
  ok(resultTotals(layoutOf(input.dataDir).cleaning(input.cleaningId).results));

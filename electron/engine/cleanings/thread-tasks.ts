import { fail, ok } from "../../../shared/result.ts";
import type { VerdictCounts } from "../../../shared/verdicts.ts";
import { missingResultsProblem, resultTotals } from "../results/index.ts";
import { layoutOf, type Task } from "../store/index.ts";
import { forecastTask } from "./price/forecast-task.ts";
import { planTask } from "./price/plan.ts";

interface TotalsInput {
  readonly dataDir: string;
  readonly cleaningId: string;
}

const totalsTask: Task<TotalsInput, { counts: VerdictCounts; missing: number }> = async (input) => {
  const { results } = layoutOf(input.dataDir).cleaning(input.cleaningId);
  const missing = missingResultsProblem(results);
  return missing === null ? ok(resultTotals(results)) : fail(missing);
};

export const cleaningTasks = {
  "cleanings.plan": planTask,
  "cleanings.totals": totalsTask,
  "cleanings.forecast": forecastTask,
};

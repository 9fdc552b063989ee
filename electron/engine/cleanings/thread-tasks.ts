import { fail, ok } from "../../../shared/result.ts";
import { missingResultsProblem, type ResultTotals, resultTotals } from "../results/index.ts";
import { layoutOf, type Task } from "../store/index.ts";
import { forecastTask } from "./price/forecast-task.ts";
import { planTask } from "./price/plan.ts";

const totalsTask: Task<{ dataDir: string; cleaningId: string }, ResultTotals> = async (input) => {
  const { results } = layoutOf(input.dataDir).cleaning(input.cleaningId);
  const missing = missingResultsProblem(results);
  return missing === null ? ok(resultTotals(results)) : fail(missing);
};

export const cleaningTasks = {
  "cleanings.plan": planTask,
  "cleanings.totals": totalsTask,
  "cleanings.forecast": forecastTask,
};

import { fail, ok } from "../../../shared/result.ts";
import { missingResultsProblem, presentTotals, type ResultTotals } from "../results/index.ts";
import { layoutOf, type Task } from "../store/index.ts";
import { forecastTask } from "./price/forecast-task.ts";
import { planTask } from "./price/plan.ts";

interface TotalsInput {
  readonly dataDir: string;
  readonly cleaningId: string;
  readonly listId: string;
}

const totalsTask: Task<TotalsInput, ResultTotals> = async ({ dataDir, ...cleaning }) => {
  const layout = layoutOf(dataDir);
  const missing = missingResultsProblem(layout.cleaning(cleaning.cleaningId).results);
  return missing === null ? ok(presentTotals(layout, cleaning)) : fail(missing);
};

export const cleaningTasks = {
  "cleanings.plan": planTask,
  "cleanings.totals": totalsTask,
  "cleanings.forecast": forecastTask,
};

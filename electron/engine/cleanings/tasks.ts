import { planTask } from "./start/plan.ts";
import { totalsTask } from "./totals.ts";

/** What cleanings run in worker threads. */
export const cleaningTasks = {
  "cleanings.plan": planTask,
  "cleanings.totals": totalsTask,
};

import { heldInTask } from "./start/held-in.ts";
import { planTask } from "./start/plan.ts";
import { totalsTask } from "./totals.ts";

/** What cleanings run in worker threads. */
export const cleaningTasks = {
  "cleanings.heldIn": heldInTask,
  "cleanings.plan": planTask,
  "cleanings.totals": totalsTask,
};

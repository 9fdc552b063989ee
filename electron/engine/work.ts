import { listTasks } from "./lists/index.ts";
import { resultTasks } from "./results/index.ts";

/** Every task that a worker thread can run, by name. Each room brings its own. */
export const tasks = { ...listTasks, ...resultTasks };

export type EngineTasks = typeof tasks;

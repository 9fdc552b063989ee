import { backupTasks } from "./backups/index.ts";
import { cleaningTasks } from "./cleanings/index.ts";
import { exportTasks } from "./exports/index.ts";
import { listTasks } from "./lists/index.ts";
import { resultTasks } from "./results/index.ts";
import { settingsTasks } from "./settings/index.ts";

/** Every task that a worker thread can run, by name. Each room brings its own. */
export const tasks = {
  ...listTasks,
  ...cleaningTasks,
  ...resultTasks,
  ...exportTasks,
  ...settingsTasks,
  ...backupTasks,
};

export type EngineTasks = typeof tasks;

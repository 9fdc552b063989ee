import type { cleaningTasks } from "./cleanings/tasks.ts";
import type { exportTasks } from "./exports/tasks.ts";
import type { ledgerTasks } from "./ledger/tasks.ts";
import { listTasks } from "./lists/tasks.ts";
import type { resultTasks } from "./results/tasks.ts";
import type { settingsTasks } from "./settings/tasks.ts";
import type { TaskTable } from "./store/index.ts";
import type { backupTasks } from "./store/tasks.ts";

/** Every task that a worker thread can run, by name. Each room brings its own, named after it. */
export type EngineTasks = typeof listTasks &
  typeof cleaningTasks &
  typeof resultTasks &
  typeof ledgerTasks &
  typeof exportTasks &
  typeof settingsTasks &
  typeof backupTasks;

// A thread comes with what reads lists, which is what it is asked for first, and loads the others once they are wanted.
const rooms: Record<RoomOf<keyof EngineTasks>, () => Promise<TaskTable>> = {
  lists: async () => listTasks,
  cleanings: async () => (await import("./cleanings/tasks.ts")).cleaningTasks,
  results: async () => (await import("./results/tasks.ts")).resultTasks,
  ledger: async () => (await import("./ledger/tasks.ts")).ledgerTasks,
  exports: async () => (await import("./exports/tasks.ts")).exportTasks,
  settings: async () => (await import("./settings/tasks.ts")).settingsTasks,
  backups: async () => (await import("./store/tasks.ts")).backupTasks,
};

type RoomOf<T extends string> = T extends `${infer R}.${string}` ? R : never;

/** The task of that name, with its room loaded; undefined where there is none. */
export async function loadTask(name: string): Promise<TaskTable[string] | undefined> {
  const [, load] = Object.entries(rooms).find(([room]) => name.startsWith(`${room}.`)) ?? [];
  const tasks = await load?.();
  return tasks?.[name];
}

/** Loads every room, so that no task waits for its own. */
export async function loadRooms(): Promise<void> {
  for (const load of Object.values(rooms)) await load();
}

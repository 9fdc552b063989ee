import type { cleaningTasks } from "./cleanings/thread-tasks.ts";
import type { domainTasks } from "./domains/thread-tasks.ts";
import type { eraseTasks } from "./erase/thread-tasks.ts";
import type { exportTasks } from "./exports/thread-tasks.ts";
import type { forecastTasks } from "./forecast/thread-tasks.ts";
import type { ledgerTasks } from "./ledger/thread-tasks.ts";
import { listTasks } from "./lists/thread-tasks.ts";
import type { memoryTasks } from "./memory/thread-tasks.ts";
import type { resultTasks } from "./results/thread-tasks.ts";
import type { TaskTable } from "./store/index.ts";
import type { backupTasks } from "./store/thread-tasks.ts";
import type { teamTasks } from "./team/thread-tasks.ts";

/** All tasks of worker threads, by name. Names begin with their room. */
export type EngineTasks = typeof listTasks &
  typeof cleaningTasks &
  typeof resultTasks &
  typeof ledgerTasks &
  typeof exportTasks &
  typeof memoryTasks &
  typeof eraseTasks &
  typeof domainTasks &
  typeof forecastTasks &
  typeof backupTasks &
  typeof teamTasks;

// Reading lists is usually a thread's first task, so it is imported eagerly; the others are imported on demand.
const rooms: Record<RoomOf<keyof EngineTasks>, () => Promise<TaskTable>> = {
  lists: async () => listTasks,
  cleanings: async () => (await import("./cleanings/thread-tasks.ts")).cleaningTasks,
  results: async () => (await import("./results/thread-tasks.ts")).resultTasks,
  ledger: async () => (await import("./ledger/thread-tasks.ts")).ledgerTasks,
  exports: async () => (await import("./exports/thread-tasks.ts")).exportTasks,
  memory: async () => (await import("./memory/thread-tasks.ts")).memoryTasks,
  erase: async () => (await import("./erase/thread-tasks.ts")).eraseTasks,
  domains: async () => (await import("./domains/thread-tasks.ts")).domainTasks,
  forecast: async () => (await import("./forecast/thread-tasks.ts")).forecastTasks,
  backups: async () => (await import("./store/thread-tasks.ts")).backupTasks,
  team: async () => (await import("./team/thread-tasks.ts")).teamTasks,
};

type RoomOf<T extends string> = T extends `${infer R}.${string}` ? R : never;

/** Returns the task with that name and imports its room; undefined if none. */
export async function loadTask(name: string): Promise<TaskTable[string] | undefined> {
  const [, load] = Object.entries(rooms).find(([room]) => name.startsWith(`${room}.`)) ?? [];
  const tasks = await load?.();
  return tasks?.[name];
}

/** Imports the tasks of all rooms, except those of a team, which few need. */
export async function loadRooms(): Promise<void> {
  for (const [room, load] of Object.entries(rooms)) if (room !== "team") await load();
}

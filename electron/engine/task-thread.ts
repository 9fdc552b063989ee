import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { z } from "zod";
import { loadSqlite, serializeError, type TaskContext, type TaskMessage } from "./store/index.ts";
import { loadRooms, loadTask } from "./task-table.ts";

/** Idle time before all tasks are imported, in ms. Commands that run a single task have ended by then. */
const PRELOAD_DELAY_MS = 300;
/** A thread with more bytes of heap and external buffers is not reused, because it would not release them. */
const MAX_REUSE_BYTES = 96 * 2 ** 20;

/**
 * Entry of every task thread, which runs its tasks one after the other. Their inputs are typed by the caller
 * (store/threads.ts) in this same program, so they are not validated.
 */
const start = z.object({ task: z.string(), input: z.unknown() }).nullable();

function post(message: TaskMessage): void {
  parentPort?.postMessage(message);
}

async function main(told: unknown): Promise<void> {
  const job = start.parse(told);
  if (job === null) return void parentPort?.close();
  const { task, input } = job;
  const run = await loadTask(task);
  if (run === undefined) throw new Error(`no task named ${task}`);
  const context: TaskContext = { progress: (value) => post({ kind: "progress", value }) };
  const result = await run(input as never, context);
  const { total_physical_size: heap, external_memory: buffers } = getHeapStatistics();
  post({ kind: "done", result, heapIsLarge: heap + buffers > MAX_REUSE_BYTES });
}

parentPort?.on("message", (told: unknown) => {
  main(told).catch((error: unknown) => {
    post({ kind: "bug", ...serializeError(error) });
  });
});
loadSqlite();
post({ kind: "ready" });
setTimeout(() => void loadRooms(), PRELOAD_DELAY_MS).unref();

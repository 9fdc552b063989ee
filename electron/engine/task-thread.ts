import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { z } from "zod";
import { loadSqlite, type TaskContext, type TaskMessage, toldOf } from "./store/index.ts";
import { loadRooms, loadTask } from "./task-table.ts";

/** Milliseconds after which a thread has time for what it was not asked for: whoever wanted a single task is gone by then. */
const IDLE = 300;
/** Bytes of heap, and of buffers beside it, from which a thread is not kept for another task: it would not give them back. */
const ROOMY = 96 * 2 ** 20;

/**
 * The one entry of every worker thread: runs the tasks that it is told to, one after the other. Their input was typed
 * where the task was named (store/threads.ts), in this same program; it crosses no edge.
 */
const start = z.object({ task: z.string(), input: z.unknown() }).nullable();

function post(message: TaskMessage): void {
  parentPort?.postMessage(message);
}

async function main(told: unknown): Promise<void> {
  const toDo = start.parse(told);
  if (toDo === null) return void parentPort?.close();
  const { task, input } = toDo;
  const run = await loadTask(task);
  if (run === undefined) throw new Error(`no task named ${task}`);
  const context: TaskContext = { progress: (value) => post({ kind: "progress", value }) };
  const result = await run(input as never, context);
  const { total_physical_size: heap, external_memory: buffers } = getHeapStatistics();
  post({ kind: "done", result, roomy: heap + buffers > ROOMY });
}

parentPort?.on("message", (told: unknown) => {
  main(told).catch((error: unknown) => {
    post({ kind: "bug", ...toldOf(error) });
  });
});
loadSqlite();
post({ kind: "ready" });
setTimeout(() => void loadRooms(), IDLE).unref();

import { parentPort } from "node:worker_threads";
import { z } from "zod";
import { loadSqlite, type TaskContext, type TaskMessage, type TaskTable } from "./store/index.ts";
import { tasks } from "./work.ts";

/**
 * The one entry of every worker thread: runs the one task that it is told to. Its input was typed where
 * the task was named (store/tasks.ts), in this same program; it crosses no edge.
 */
const start = z.object({ task: z.string(), input: z.unknown() }).nullable();

function post(message: TaskMessage): void {
  parentPort?.postMessage(message);
}

async function main(told: unknown): Promise<void> {
  const toDo = start.parse(told);
  if (toDo === null) return;
  const { task, input } = toDo;
  const table: TaskTable = tasks;
  const run = table[task];
  if (run === undefined) throw new Error(`no task named ${task}`);
  const context: TaskContext = { progress: (value) => post({ kind: "progress", value }) };
  post({ kind: "done", result: await run(input as never, context) });
}

parentPort?.once("message", (told: unknown) => {
  main(told).catch((error: unknown) => {
    post({ kind: "bug", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  });
});
loadSqlite();
post({ kind: "ready" });

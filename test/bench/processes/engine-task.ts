import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { createTaskRunner, type TaskTable } from "../../../electron/engine/store/index.ts";
import { asProcess, timed } from "./as-process.ts";

/** Runs one task of the engine as the engine does: in a worker thread, with this process's main thread looking on. */
const LOADED = 1_000;
const inputSchema = z.object({ worker: z.string(), task: z.string(), input: z.unknown() });

await asProcess(inputSchema, async ({ worker, task, input }) => {
  const runner = createTaskRunner<TaskTable>(new URL(worker), 3);
  // As in a program that has been running for a moment: its next thread stands ready.
  await pause(LOADED);
  // The task's input was typed where it was named: see engine.ts.
  const { measured, value } = await timed(() => runner.run(task, input as never));
  if (!value.ok) throw new Error(`${value.problem.code}: ${value.problem.detail}`);
  await runner.close();
  return { ...measured, found: value.value };
});

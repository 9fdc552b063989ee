import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { createTaskRunner, type TaskTable } from "../../../electron/engine/store/index.ts";
import { asProcess, timed } from "./as-process.ts";

/** Runs one task of the engine in a worker thread, as the engine does. */
const LOADED = 1_000;
const inputSchema = z.object({ worker: z.string(), task: z.string(), input: z.unknown() });

await asProcess(inputSchema, async ({ worker, task, input }) => {
  const runner = createTaskRunner<TaskTable>(new URL(worker), 3);
  // As in a program that has been running for a moment and has a spare thread ready.
  await pause(LOADED);
  // Safe cast: runTask in engine.ts checks the input's type.
  const { measured, value } = await timed(() => runner.run(task, input as never));
  if (!value.ok) throw new Error(`${value.problem.code}: ${value.problem.detail}`);
  await runner.close();
  return { ...measured, found: value.value };
});

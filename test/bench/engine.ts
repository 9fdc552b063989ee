import { linkSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Layout, layoutOf } from "../../electron/engine/store/index.ts";
import type { EngineTasks } from "../../electron/engine/task-table.ts";
import type { BenchContext } from "./bench-context.ts";
import { type MeasuredRun, runMeasured } from "./run-process.ts";
import type { Workload } from "./workload/workload.ts";

export const LIST = "list";
export const CLEANING = "cleaning";
export const SCOPE = "sandbox";
/** Time at which results are ingested, in Unix ms. */
export const NOW = Date.UTC(2026, 10, 1);

export function runTask<N extends keyof EngineTasks & string>(
  { workers }: BenchContext,
  task: N,
  input: Parameters<EngineTasks[N]>[0],
): Promise<MeasuredRun> {
  return runMeasured("engine-task", { worker: workers.tasks, task, input });
}

/** Returns a data folder with the workload's list, opened but not read. */
export function openedList(folder: string, workload: Workload): Layout {
  const layout = layoutOf(join(folder, "data"));
  rmSync(layout.dataDir, { recursive: true, force: true });
  const list = layout.list(LIST);
  mkdirSync(list.dir, { recursive: true });
  linkSync(workload.list, list.original);
  return layout;
}

export function readList(context: BenchContext, layout: Layout): Promise<MeasuredRun> {
  return runTask(context, "lists.read", {
    listId: LIST,
    list: layout.list(LIST),
    name: "list.csv",
    options: {},
    corrections: [],
  });
}

export function ingestResults(
  context: BenchContext,
  layout: Layout,
  workload: Workload,
): Promise<MeasuredRun> {
  return runTask(context, "results.ingest", {
    list: layout.list(LIST),
    results: layout.cleaning(CLEANING).results,
    archive: layout.archive,
    scope: SCOPE,
    cleaningId: CLEANING,
    ordinal: 1,
    download: workload.results,
    expectedTotal: null,
    now: NOW,
  });
}

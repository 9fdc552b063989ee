import { z } from "zod";
import { createResultReader } from "../../../electron/engine/results/index.ts";
import { layoutOf } from "../../../electron/engine/store/index.ts";
import type { ExportFilter } from "../../../shared/bridge/exports.ts";
import { asProcess, timed } from "./as-process.ts";

/** Forecasts the bounces of an opened cleaning in the reader thread, with a budget. */
const inputSchema = z.object({
  worker: z.string(),
  dataDir: z.string(),
  listId: z.string(),
  cleaningId: z.string(),
});

await asProcess(inputSchema, async ({ worker, dataDir, ...target }) => {
  const reader = createResultReader({ layout: layoutOf(dataDir), workerUrl: new URL(worker) });
  // The page has already opened the cleaning.
  await reader.ask("summary", target);
  const filter: ExportFilter = { verdicts: ["deliverable", "accept_all", "unknown"] };
  const { measured, value } = await timed(() => reader.ask("forecast", { ...target, filter, most: 0.02 }));
  await reader.close();
  if (!value.ok) throw new Error("the reader refused");
  return { ...measured, found: value.value.forecast.addresses };
});

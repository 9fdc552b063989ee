import type { Task } from "../store/index.ts";
import { type Collected, type CollectInput, collect } from "./ingest/collect.ts";
import { type IngestInput, type IngestOutcome, ingest } from "./ingest/ingest.ts";

const ingestTask: Task<IngestInput, IngestOutcome> = (input) => ingest(input);

const collectTask: Task<CollectInput, Collected> = (input) => collect(input);

/** What worker threads do with results. */
export const resultTasks = { "results.ingest": ingestTask, "results.collect": collectTask };

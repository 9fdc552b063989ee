import type { Task } from "../store/index.ts";
import {
  type Collected,
  type CollectInput,
  countVerifiedElsewhere,
  fillFromArchive,
  type TakenOverInput,
} from "./ingest/collect.ts";
import { type IngestInput, type IngestOutcome, ingest } from "./ingest/ingest.ts";

const ingestTask: Task<IngestInput, IngestOutcome> = (input) => ingest(input);

const collectTask: Task<CollectInput, Collected> = (input) => fillFromArchive(input);

const takenOverTask: Task<TakenOverInput, number> = (input) => countVerifiedElsewhere(input);

export const resultTasks = {
  "results.ingest": ingestTask,
  "results.collect": collectTask,
  "results.takenOver": takenOverTask,
};

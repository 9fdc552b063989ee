export {
  type Archive,
  type ArchivedVerdict,
  type Freshness,
  type KnownColumns,
  openArchive,
  type RememberedCheck,
} from "./archive/archive.ts";
export type { IngestInput, IngestOutcome } from "./ingest/ingest.ts";
export { beginResults, type KnownVerdicts, type ResultTotals, resultTotals } from "./results-file.ts";
export { resultTasks } from "./tasks.ts";

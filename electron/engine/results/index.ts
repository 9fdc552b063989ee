export {
  type AddressColumns,
  type Archive,
  type ArchivedVerdict,
  type Freshness,
  type KnownColumns,
  openArchive,
  type RememberedCheck,
} from "./archive/archive.ts";
export { ARCHIVE_DAMAGED } from "./archive/damage.ts";
export { lacksArchive, type Rebuilt } from "./archive/rebuild.ts";
export { createResultCalls, type ResultCallName } from "./calls.ts";
export { FATE, MAX_PART, RESULT_COLUMNS } from "./format.ts";
export { countVerdicts, resultsOfList } from "./ingest/file-verdicts.ts";
export type { IngestInput, IngestOutcome } from "./ingest/ingest.ts";
export { isHome, missingResults } from "./ingest/is-home.ts";
export { beginResults, type KnownVerdicts, type ResultTotals, resultTotals } from "./results-file.ts";
export { cellCounter } from "./review/cell-of.ts";
export { rowAccountNow } from "./review/left-out.ts";
export { type OpenedCleaning, openCleaning } from "./review/opened.ts";
export { createResultReader, type ResultReader } from "./review/reader.ts";
export { selectRows } from "./review/select.ts";
export { serveReader } from "./review/serve.ts";
export { lookUpSuppressed } from "./review/suppressed.ts";
export { resultTasks } from "./tasks.ts";

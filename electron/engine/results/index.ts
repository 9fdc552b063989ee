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
export { type OpenedCleaning, openCleaning } from "./review/opened.ts";
export { cellCounter } from "./review/query/cell-of.ts";
export { selectRows } from "./review/query/select.ts";
export { createResultReader, type ResultReader } from "./review/thread/reader.ts";
export { serveReader } from "./review/thread/serve.ts";
export { rowAccountNow } from "./review/view/left-out.ts";
export { lookUpSuppressed } from "./review/view/suppressed.ts";
export { resultTasks } from "./tasks.ts";

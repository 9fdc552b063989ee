export { createEntriesOfRows, createResultCalls, withStartedSuppression } from "./calls.ts";
export { FATE } from "./format.ts";
export type { Collected } from "./ingest/collect.ts";
export { countVerdicts, toResultsFile } from "./ingest/file-verdicts.ts";
export type { IngestInput } from "./ingest/ingest.ts";
export {
  createResults,
  isIngested,
  missingResultsProblem,
  type ResultTotals,
} from "./results-store.ts";
export {
  lookUpExpected,
  type OpenCleaning,
  openCleaning,
  plannedIn,
} from "./review/opened.ts";
export { ColumnTooVaried, cellCounter } from "./review/query/cells.ts";
export { exportedRows, selectRows } from "./review/query/select.ts";
export { createResultReader, type ResultReader } from "./review/thread/reader.ts";
export { serveReader } from "./review/thread/worker.ts";
export { loadFilterInputs } from "./review/view/compare.ts";
export { rowAccountSync } from "./review/view/left-out.ts";
export { presentTotals } from "./review/view/present-facts.ts";

export { suppressesIn, withStartedSuppression as segmentsAsStarted } from "./agreed.ts";
export { createEntriesOfRows, createResultCalls } from "./calls.ts";
export { FATE } from "./format.ts";
export type { Collected } from "./ingest/collect.ts";
export { countVerdicts, toResultsFile as resultsOfList } from "./ingest/file-verdicts.ts";
export {
  createResults as beginResults,
  isIngested as isHome,
  missingResultsProblem as missingResults,
  resultTotals,
} from "./results-file.ts";
export {
  lookUpExpected,
  type OpenCleaning as OpenedCleaning,
  openCleaning,
  plannedIn,
} from "./review/opened.ts";
export { cellCounter } from "./review/query/cells.ts";
export { exportedRows, selectRows } from "./review/query/select.ts";
export { createResultReader, type ResultReader } from "./review/thread/reader.ts";
export { serveReader } from "./review/thread/serve.ts";
export { loadFilterInputs as lookUpBeside } from "./review/view/compare.ts";
export { rowAccountSync as rowAccountNow } from "./review/view/left-out.ts";

export { hardBounces } from "./bounces.ts";
export { writeFacts } from "./facts.ts";
export { createImportCalls } from "./imports.ts";
export { createSources } from "./sources.ts";
export {
  gatherEntries,
  listedSuppression,
  namesOne,
  sourcesIn,
  sourcesNow,
  suppressedAmong,
  suppressedEntries,
  suppressedOf,
  suppressing,
} from "./suppressed.ts";
export { createSuppressionCalls, createSuppressionLookup, type PeopleOfRows } from "./suppression.ts";
export type { MemoryTasks } from "./thread-tasks.ts";

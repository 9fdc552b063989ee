export { writeFacts } from "./facts.ts";
export {
  gatherEntries,
  listedSuppression,
  namesOne,
  sourcesNow,
  suppressedAmong,
  suppressedEntries,
  suppressedOf,
  suppressing,
} from "./suppressed.ts";
export { createSuppressionCalls, createSuppressionLookup, type PeopleOfRows } from "./suppression.ts";

export { gatherEntries, type RowEntries } from "./row-entries.ts";
export { createSettings, type SettingsStore } from "./settings.ts";
export {
  listedSuppression,
  namesOne,
  suppressedAmong,
  suppressedEntries,
  suppressedOf,
  suppressionLists,
} from "./suppressed.ts";
export { createSuppressionCalls } from "./suppression.ts";
export { createSuppressionLookup } from "./suppression-lookup.ts";
export { writeEntries } from "./write-entries.ts";

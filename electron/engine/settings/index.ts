export { createAboutCalls } from "./about.ts";
export { createSettings, type SettingsStore } from "./settings.ts";
export {
  gatherEntries,
  listedSuppression,
  namesOne,
  type RowEntries,
  suppressedAmong,
  suppressedEntries,
  suppressedOf,
  suppressionLists,
} from "./suppressed.ts";
export { createSuppressionCalls, createSuppressionLookup } from "./suppression.ts";
export { writeEntries } from "./write-entries.ts";

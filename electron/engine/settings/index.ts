export { entriesIn } from "./entries.ts";
export { createSettings, type SettingsStore } from "./settings.ts";
export { isAmong, suppressedAmong, suppressedEntries, suppressionLists } from "./suppressed.ts";
export { createSuppressionCalls } from "./suppression.ts";
export { settingsTasks } from "./tasks.ts";

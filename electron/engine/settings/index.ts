export { createSettings, type SettingsStore } from "./settings.ts";
export { suppressedEntries } from "./suppressed.ts";
export { createSuppressionCalls } from "./suppression.ts";
export { settingsTasks } from "./tasks.ts";

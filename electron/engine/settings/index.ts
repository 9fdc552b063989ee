export { createSettings, type SettingsStore } from "./settings.ts";
export { createSuppressionCalls } from "./suppression.ts";
export { settingsTasks } from "./tasks.ts";

export { createAboutCalls } from "./about.ts";
export { createSettings, type SettingsStore } from "./settings.ts";

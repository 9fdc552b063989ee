import type { Settings } from "./app.ts";
import type { CleaningOptions } from "./cleanings.ts";

export const DEFAULT_CLEANING_OPTIONS: CleaningOptions = {
  reuseKnown: true,
  suppress: true,
  limit: null,
};

export const DEFAULT_SETTINGS: Settings = {
  freshDays: 90,
  freshDaysUnknown: 30,
  startUnderCredits: 0,
  deleteAfterFetch: false,
  appearance: "system",
  notifications: true,
  checkForUpdates: true,
  accountId: null,
  referenceOverrides: [],
  exportPresets: [],
  savedViews: [],
  mappings: [],
  lookUpDomains: false,
  agency: { name: "", logo: null },
  suppressionExports: {},
};

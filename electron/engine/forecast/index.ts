export type { Calibrated } from "./calibrations.ts";
export { lastCalibration } from "./calibrations.ts";
export { createForecastCalls } from "./calls.ts";
export { budgetOf, forecastOf } from "./forecast-summary.ts";
export { type Calibration, isWithin } from "./model.ts";
export { type ListRates, type PlannedGroup, ratesOfList } from "./planned.ts";

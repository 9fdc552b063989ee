export type { Calibrated } from "./calibrations.ts";
export { createForecastCalls } from "./calls.ts";
export { lastCalibration } from "./last.ts";
export { type Calibration, expectedRate, isWithin, type Planned } from "./model.ts";
export { budgetOf, forecastOf } from "./summary.ts";

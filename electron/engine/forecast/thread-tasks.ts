import { ok } from "../../../shared/result.ts";
import { layoutOf, type Task } from "../store/index.ts";
import type { Calibrated } from "./calibrations.ts";
import { calibrate } from "./model.ts";
import { observedIn } from "./observed.ts";

const calibrateAll: Task<{ readonly dataDir: string }, Calibrated> = async ({ dataDir }) => {
  const read = observedIn(layoutOf(dataDir));
  if (!read.ok) return read;
  const { observed, mailings, services } = read.value;
  return ok({ calibration: calibrate(observed), mailings: [...mailings], services: [...services] });
};

export const forecastTasks = { "forecast.calibrate": calibrateAll };
export type ForecastTasks = typeof forecastTasks;

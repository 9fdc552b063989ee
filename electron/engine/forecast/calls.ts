import { boundsSchema, type Mailing } from "../../../shared/bridge/forecast.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { domainsVersion } from "../domains/index.ts";
import type { Handlers } from "../handlers.ts";
import { mailingSources, sentImports } from "../memory/index.ts";
import type { Journal, Layout, TaskRunner } from "../store/index.ts";
import { type Calibrated, keepCalibration, keptCalibration } from "./calibrations.ts";
import type { ForecastTasks } from "./thread-tasks.ts";

interface ForecastCallsOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly runner: Pick<TaskRunner<ForecastTasks>, "run">;
}

interface ForecastCalls {
  readonly handlers: Handlers<"forecast.mailings">;
  /** Returns the current calibration, computing it if the sources changed. */
  refresh(signal: AbortSignal): Promise<Result<Calibrated>>;
}

export function createForecastCalls(options: ForecastCallsOptions): ForecastCalls {
  const { journal, layout, runner } = options;

  async function refresh(signal: AbortSignal): Promise<Result<Calibrated>> {
    const sources = `${mailingSources(journal)} ${domainsVersion(journal)}`;
    const kept = keptCalibration(journal, sources);
    if (kept !== null) return ok(kept);
    const worked = await runner.run("forecast.calibrate", { dataDir: layout.dataDir }, { signal });
    if (worked.ok) keepCalibration(journal, sources, worked.value);
    return worked;
  }

  return {
    refresh,
    handlers: {
      async "forecast.mailings"(_, { signal }) {
        const fresh = await refresh(signal);
        if (!fresh.ok) return fresh;
        const truths = new Map(fresh.value.mailings.map((one) => [one.id, one]));
        const mailings = sentImports(journal).flatMap(({ forecast, isExport, ...row }): Mailing[] => {
          const truth = truths.get(row.id);
          // Most exports are trials. One counts as sent if an outcome was reported.
          const isTrial = isExport && truth?.isReported !== true;
          return truth === undefined || isTrial ? [] : [{ ...row, ...truth, foretold: boundsIn(forecast) }];
        });
        return ok({ mailings: mailings.sort((a, b) => b.at - a.at), services: fresh.value.services });
      },
    },
  };
}

function boundsIn(forecast: string | null): Mailing["foretold"] {
  return forecast === null ? null : boundsSchema.parse(JSON.parse(forecast));
}

import type { CallOutput } from "../../../../shared/bridge.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import type { Calibrated } from "../../forecast/index.ts";
import type { Handlers } from "../../handlers.ts";
import { freshnessAt } from "../../ledger/index.ts";
import type { RunOptions } from "../../store/index.ts";
import type { ForecastInput } from "./forecast-task.ts";
import type { PricingOptions } from "./pricing.ts";

export interface ListForecastOptions
  extends Pick<PricingOptions, "layout" | "accounts" | "clock" | "settings" | "preflight" | "deadDomains"> {
  readonly calibration: (signal: AbortSignal) => Promise<Result<Calibrated>>;
  readonly forecast: (
    input: ForecastInput,
    options: RunOptions,
  ) => Promise<Result<CallOutput<"forecast.list">>>;
}

export function createListForecast(options: ListForecastOptions): Handlers<"forecast.list"> {
  const { layout, accounts, clock } = options;
  return {
    async "forecast.list"({ listId, accountId, most = null }, { signal }) {
      const list = options.preflight(listId);
      if (!list.ok) return list;
      // Bounces and dead domains are known without an account.
      const scope = accountId === null ? ok("") : accounts.scope(accountId);
      if (!scope.ok) return scope;
      const calibrated = await options.calibration(signal);
      if (!calibrated.ok) return calibrated;
      const input = {
        ...{ dataDir: layout.dataDir, listId, scope: scope.value, most },
        fresh: freshnessAt(clock.now(), options.settings()),
        deadDomains: options.deadDomains(),
        calibration: calibrated.value.calibration,
      };
      return options.forecast(input, { signal });
    },
  };
}

import { existsSync } from "node:fs";
import type { CallOutput } from "../../../../shared/bridge.ts";
import { foldAddress } from "../../../../shared/fold-addresses.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import { VERDICT_CODE_COUNT } from "../../../../shared/verdicts.ts";
import { mailHostsOf } from "../../domains/index.ts";
import { forecastOf, isWithin, type PlannedGroup, ratesOfList } from "../../forecast/index.ts";
import type { Handlers } from "../../handlers.ts";
import { FILES_SCOPE, freshnessAt, openArchive } from "../../ledger/index.ts";
import { openList } from "../../lists/index.ts";
import { suppressedAmong, suppressedPeople } from "../../memory/index.ts";
import { layoutOf, type Task } from "../../store/index.ts";
import { type LookupKeys, lookupKeys } from "../../text/index.ts";
import type { CleaningsOptions, ForecastInput } from "../types.ts";
import { knownAddresses } from "./known.ts";

/** Estimates a list's bounces from what is known of its addresses. Suppressed ones are not sent to. */
export const forecastTask: Task<ForecastInput, CallOutput<"forecast.list">> = async (input) => {
  const planned = plannedGroups(input);
  if (!planned.ok) return planned;
  const { calibration, most } = input;
  return ok({
    forecast: forecastOf(calibration, planned.value),
    isWithin: most === null ? null : isWithin(calibration, planned.value, most),
  });
};

function plannedGroups(input: ForecastInput): Result<PlannedGroup[]> {
  const layout = layoutOf(input.dataDir);
  const list = openList(layout.list(input.listId), { lazy: true });
  const archive = existsSync(layout.archive) ? openArchive(layout.archive, { readonly: true }) : null;
  try {
    let ordered: LookupKeys | null = null;
    const keys = () => {
      ordered ??= lookupKeys(list);
      return ordered;
    };
    const known = knownAddresses({
      layout,
      list,
      keys,
      archive,
      scope: input.scope,
      freshness: input.freshness,
      reuse: true,
      deadDomains: new Set(input.deadDomains),
    });
    if (!known.ok) return known;
    const people = suppressedPeople(layout);
    if (!people.ok) return people;
    const folded = (id: number) => foldAddress(list.address(id));
    const suppressed = suppressedAmong(people.value, list.addresses, folded, list);
    const counts = new Uint32Array(list.domains * VERDICT_CODE_COUNT);
    for (const [id, domain] of list.addressDomain.entries()) {
      if (suppressed?.[id] === 1) continue;
      const place = domain * VERDICT_CODE_COUNT + (known.value.verdict[id] ?? 0);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const mailHosts = mailHostsOf(layout.journal, list);
    const ofList = ratesOfList(input.calibration, {
      domains: list.domains,
      domain: (id) => list.domain(id),
      mailHosts,
    });
    return ok(ofList.planned(counts));
  } finally {
    archive?.close();
    list.close();
  }
}

export function createListForecast(
  options: Pick<
    CleaningsOptions,
    "layout" | "accounts" | "clock" | "settings" | "preflight" | "deadDomains" | "calibration" | "forecast"
  >,
): Handlers<"forecast.list"> {
  const { layout, accounts, clock } = options;
  return {
    async "forecast.list"({ listId, accountId, most = null }, { signal }) {
      const list = options.preflight(listId);
      if (!list.ok) return list;
      // Bounces, dead domains and imported verdicts are known without an account.
      const scope = accountId === null ? ok(FILES_SCOPE) : accounts.scope(accountId);
      if (!scope.ok) return scope;
      const calibrated = await options.calibration(signal);
      if (!calibrated.ok) return calibrated;
      const input = {
        dataDir: layout.dataDir,
        listId,
        scope: scope.value,
        most,
        freshness: freshnessAt(clock.now(), options.settings()),
        deadDomains: options.deadDomains(),
        calibration: calibrated.value.calibration,
      };
      return options.forecast(input, { signal });
    },
  };
}

import type { Forecast } from "../../../../shared/bridge/forecast.ts";
import {
  actualBouncesText,
  basisSentence,
  bouncesText,
  forecastSentence,
  groupBasis,
  groupDomains,
  groupName,
  rangeOf,
  serviceWords,
  shareText,
} from "../../../../shared/forecast-words.ts";
import { count as n, share } from "../../../../shared/numbers.ts";
import { ok } from "../../../../shared/result.ts";
import { RECOMMENDED_VERDICTS } from "../../../../shared/verdicts.ts";
import { defaultExportFilter } from "../../../engine/index.ts";
import type { Command } from "../run-command.ts";
import type { OutputOptions, Terminal } from "../terminal/terminal.ts";
import { findCleaning } from "./find-cleaning.ts";

const JUDGED = ["caught", "missed", "condemned", "abstained"] as const;

export interface ForecastOptions extends OutputOptions {
  /** In percent. */
  readonly maxBounce?: number;
}

/** With a name, predicts a list's bounces; without one, compares past mailings with their forecasts. */
export function forecastCommand(name: string | undefined, options: ForecastOptions): Command {
  return name === undefined ? mailings(options) : ofCleaning(name, options);
}

function mailings({ json }: ForecastOptions): Command {
  return async ({ session, terminal }) => {
    const listed = await session.call("forecast.mailings", {});
    if (!listed.ok) return listed;
    if (json === true) {
      terminal.json(listed.value);
      return ok(null);
    }
    if (listed.value.mailings.length === 0)
      terminal.say(
        "No mailing is known yet. An export counts as one once its bounces are imported; a list that you sent otherwise, with 'winnow import --as sent'.",
      );
    for (const mailing of listed.value.mailings) {
      const { at, name, sent, foretold } = mailing;
      const forecast = foretold === null ? "no forecast" : bouncesText(foretold, sent);
      terminal.data(
        new Date(at).toISOString().slice(0, 10),
        name,
        n(sent),
        forecast,
        actualBouncesText(mailing),
      );
    }
    const { services } = listed.value;
    if (services.length > 0) terminal.say(`${serviceWords.title}. ${serviceWords.help}`);
    for (const { name, ...said } of services)
      for (const what of JUDGED) terminal.data(name, serviceWords[what], shareText(said[what]));
    return ok(null);
  };
}

function ofCleaning(name: string, { json, maxBounce }: ForecastOptions): Command {
  return async ({ session, terminal }) => {
    const found = await findCleaning(session, name);
    if (!found.ok) return found;
    const filter = defaultExportFilter([...RECOMMENDED_VERDICTS], { keepDuplicates: false });
    const most = maxBounce === undefined ? undefined : maxBounce / 100;
    const reply = await session.call("forecast.results", { cleaningId: found.value.id, filter, most });
    if (!reply.ok) return reply;
    const { forecast, budget } = reply.value;
    if (json === true) {
      terminal.json({ cleaning: found.value.id, ...reply.value });
      return ok(null);
    }
    sayForecast(terminal, forecast);
    if (budget === null || most === undefined) return ok(null);
    const { kept, left } = budget;
    if (left.addresses === 0) terminal.say(`The whole list stays below ${share(most)}.`);
    else if (kept.bounds === null) terminal.say(`No selection is sure to stay below ${share(most)}.`);
    else
      terminal.say(
        `Below ${share(most)}: keep ${n(kept.addresses)} (${bouncesText(kept.bounds, kept.addresses)}), leave out ${n(left.addresses)}.`,
      );
    for (const group of kept.bounds === null ? [] : left.groups)
      terminal.data("leave out", groupName(group), n(group.addresses), groupDomains(group));
    return ok(null);
  };
}

export function sayForecast(terminal: Terminal, forecast: Forecast): void {
  terminal.say(forecastSentence(forecast));
  if (forecast.addresses === 0) return;
  terminal.say(basisSentence(forecast));
  for (const group of forecast.groups)
    terminal.data(groupName(group), n(group.addresses), rangeOf(group), groupBasis(group));
}

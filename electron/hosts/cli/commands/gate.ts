import { DEFAULT_CLEANING_OPTIONS } from "../../../../shared/bridge/defaults.ts";
import type { Preflight, ReadQuestion } from "../../../../shared/bridge/lists.ts";
import type { CallOutput } from "../../../../shared/bridge.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import {
  type DomainFlags,
  lookUpDomains,
  type ReadingFlags,
  readListFile,
  refuseUnclear,
} from "../reading/list-file.ts";
import type { Command, CommandContext } from "../run-command.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { type AccountChoice, chooseAccount } from "./choose-account.ts";
import { watch } from "./follow-cleaning.ts";
import { sayForecast } from "./forecast.ts";

export interface GateOptions extends AccountChoice, ReadingFlags, DomainFlags, OutputOptions {
  /** In percent. */
  readonly maxBounce: number;
  readonly verify?: boolean;
  readonly maxCredits?: number;
}

const GATE_QUESTIONS: readonly ReadQuestion["kind"][] = ["sheet", "hidden_rows", "opt_outs"];

type Told = CallOutput<"forecast.list">;

/** Checks if a list may be sent, for hooks before a mailing. Costs nothing without `--verify`. */
export function gateCommand(file: string, options: GateOptions): Command {
  return async (context) => {
    const { session, terminal } = context;
    if (options.verify === true && options.maxCredits === undefined)
      return fail(problem("usage", { said: "--verify spends credits: set a limit with --max-credits <n>." }));
    const isReadOnly = options.verify !== true;
    const list = await readListFile(session, terminal, file, options, { isReadOnly });
    if (!list.ok) return list;
    const { listId, questions = [] } = list.value;
    // The rows that are read decide the forecast, and those who opted out may not be mailed.
    const rowQuestions = questions.filter(({ kind }) => GATE_QUESTIONS.includes(kind));
    const isJson = options.json === true;
    const unclear = { writesAnew: false, json: isJson, isResults: false };
    const clear = refuseUnclear(terminal, { ...list.value, questions: rowQuestions }, unclear);
    if (!clear.ok) return { ...fail(clear.problem), isInJson: clear.reported };
    if (options.domains === true) {
      const lookup = await lookUpDomains(session, terminal, listId);
      if (!lookup.ok) return lookup;
    }
    const account = await chooseAccount(session, options);
    // Bounces and dead domains are known without an account.
    if (!account.ok && (options.verify === true || account.problem.code !== "account_none")) return account;
    const accountId = account.ok ? account.value.id : null;
    if (options.verify === true && accountId !== null) {
      const verified = await verify(context, list.value, accountId, options.maxCredits ?? 0);
      if (!verified.ok) return verified;
    }
    const most = options.maxBounce / 100;
    const forecast = await session.call("forecast.list", { listId, accountId, most });
    if (!forecast.ok) return forecast;
    if (list.value.kind === "results" && forecast.value.forecast.unverified > 0)
      terminal.say("The file's verdicts count once they are imported: `winnow import`, free of charge.");
    return decide(context, forecast.value, most, options);
  };
}

function decide(
  { terminal }: CommandContext,
  { forecast, isWithin }: Told,
  most: number,
  { json }: GateOptions,
): Awaited<ReturnType<Command>> {
  const { addresses, bounds, unverified } = forecast;
  const isOpen = addresses === 0 || isWithin === true;
  const refusal = isOpen
    ? null
    : problem("gate_refused", {
        most,
        addresses,
        middle: bounds?.middle ?? 0,
        high: bounds?.high ?? 0,
        unverified,
      });
  if (json === true)
    terminal.json({
      passes: isOpen,
      maxBounce: most,
      forecast,
      ...(refusal === null ? {} : { problem: refusal }),
    });
  else sayForecast(terminal, forecast);
  return refusal === null ? ok(null) : { ...fail(refusal), isInJson: json === true };
}

async function verify(
  { session, terminal, signal, begin }: CommandContext,
  { listId, revision }: Preflight,
  accountId: string,
  limit: number,
): Promise<Result<null>> {
  const request = { listId, accountId, options: DEFAULT_CLEANING_OPTIONS };
  const priced = await session.call("cleanings.price", request, signal);
  if (!priced.ok) return priced;
  const { credits: needed } = priced.value;
  if (needed === 0) return ok(null);
  if (needed > limit) return fail(problem("credits_over_limit", { needed, limit }));
  const started = await session.call(
    "cleanings.start",
    { ...request, revision, agreedCredits: needed },
    signal,
  );
  if (!started.ok) return started;
  begin();
  const watched = await watch(session, started.value.id, terminal, signal, {});
  return watched.kind === "stopped" ? fail(watched.problem) : ok(null);
}

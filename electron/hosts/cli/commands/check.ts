import pLimit from "p-limit";
import type { Account } from "../../../../shared/bridge/accounts.ts";
import type { Check } from "../../../../shared/bridge/checks.ts";
import { MAX_ADDRESS_LENGTH, RECHECK_OVERRIDES } from "../../../../shared/bridge/constants.ts";
import { foldAddress } from "../../../../shared/fold-addresses.ts";
import { count as n } from "../../../../shared/numbers.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { checkSyntax, readPasted, unsentCheck } from "../../../engine/index.ts";
import { STANDARD_INPUT } from "../reading/piped-list.ts";
import type { Command } from "../run-command.ts";
import type { OutputOptions, Terminal } from "../terminal/terminal.ts";
import { type AccountChoice, chooseAccount } from "./choose-account.ts";

export interface CheckOptions extends AccountChoice, OutputOptions {
  readonly anyway?: boolean;
  readonly again?: boolean;
  readonly maxCredits?: number;
}

const DEFAULT_CREDIT_LIMIT = 20;
/** Concurrent checks. An interruption may leave this many paid for and not shown. */
const CONCURRENCY = 8;
const REMINDER_INTERVAL_MS = 10_000;
const MAX_QUOTED = 200;

/** `winnow check <address>...`: verifies a few addresses, each once, and prints verdict and advice as they arrive. */
export function checkCommand(given: readonly string[], options: CheckOptions): Command {
  return async ({ session, terminal, signal, begin }) => {
    // Parsed like pasted text on the page: `Ann Smith <ann@acme.example>` is one address.
    const text = given.includes(STANDARD_INPUT) ? await session.readText() : ok("");
    if (!text.ok) return text;
    const words = given.filter((one) => one !== STANDARD_INPUT);
    const pasted = readPasted([...words, text.value].join("\n"));
    const byName = new Map([...pasted.addresses, ...pasted.broken].map((one) => [foldAddress(one), one]));
    const addresses = [...byName.values()].filter(({ length }) => length <= MAX_ADDRESS_LENGTH);
    if (addresses.length === 0)
      return fail(problem("address_required", { address: given.join(" ").slice(0, MAX_QUOTED) }));
    const account = await chooseAccount(session, options);
    if (!account.ok) return account;
    const needed = addresses.filter((address) => checkSyntax(address) === null).length;
    const most = options.maxCredits ?? DEFAULT_CREDIT_LIMIT;
    if (needed > most) {
      const action = `Allow it with --max-credits ${needed}, or clean them as a list, which shows the price first.`;
      return fail({ ...problem("credits_over_limit", { needed, limit: most }), action });
    }
    if (pasted.words > 0) terminal.say(restLine(pasted));
    if (needed > 1) terminal.say(priceLine(needed, account.value));
    begin();

    const isSandbox = account.value.kind === "sandbox";
    const { anyway = false, again = false } = options;
    const checks: Check[] = [];
    let refused: Problem | null = null;
    const check = async (address: string): Promise<Check> => {
      if (refused !== null || signal.aborted) return unsentCheck(address);
      const request = { accountId: account.value.id, address, anyway };
      let answer = await session.call("checks.check", request);
      if (again && answer.ok && RECHECK_OVERRIDES.has(answer.value.problem?.code))
        answer = await session.call("checks.check", { ...request, again });
      const refusal = answer.ok ? answer.value.problem : answer.problem;
      if (answer.ok && !(signal.aborted && refusal?.code === "cancelled")) return answer.value;
      refused ??= refusal;
      return unsentCheck(address);
    };
    const pool = pLimit(CONCURRENCY);
    const waiting = setInterval(
      () => terminal.say(`Waiting for the service: ${checks.length} of ${addresses.length} checked.`),
      REMINDER_INTERVAL_MS,
    );
    for (const answer of addresses.map((address) => pool(check, address))) {
      const one = await answer;
      waiting.refresh();
      checks.push(one);
      if (options.json !== true) show(one, isSandbox, terminal);
      else if (addresses.length > 1) terminal.progress("checking", checks.length, addresses.length);
    }
    clearInterval(waiting);
    terminal.endProgress();

    const report = { account: account.value.label, sandbox: isSandbox, checks };
    const failed = unansweredCheck(checks) ?? refused ?? withoutVerdict(checks);
    if (failed !== null) return { ...fail(failed), report };
    if (options.json === true) terminal.json(report);
    const unkept = checks.find((one) => one.problem !== null)?.problem;
    if (unkept != null) terminal.problem(unkept);
    return ok(null);
  };
}

function restLine({ words, rest }: { words: number; rest: string }): string {
  const what =
    words === 1 ? "1 word is not an address, and costs" : `${n(words)} words are not addresses, and cost`;
  return `${what} nothing: ${rest.replaceAll("\n", " ").slice(0, MAX_QUOTED)}`;
}

function priceLine(needed: number, { balance }: Account): string {
  const has =
    balance === null ? "" : ` The account had ${n(balance.credits)} when its balance was last read.`;
  return `${n(needed)} addresses: up to ${n(needed)} credits. Addresses already known cost nothing.${has}`;
}

function show(check: Check, isSandbox: boolean, terminal: Terminal): void {
  const flags = check.flags.length === 0 ? "" : ` (${check.flags.join(", ")})`;
  const found = [check.verdict ?? (check.suppressed ? null : "not checked")];
  if (check.suppressed) found.push("suppressed");
  if (isSandbox && check.verdict !== null) found.push("made up by the sandbox");
  terminal.data(check.address, `${found.filter(Boolean).join(", ")}${flags}`, check.advice);
  if (check.suggestion !== null) terminal.say(`Did you mean ${check.suggestion}?`);
}

/** Returns the first kind of problem for which a credit may have been charged; `null` if none. */
function unansweredCheck(checks: readonly Check[]): Problem | null {
  for (const code of ["check_unheard", "check_unheard_before", "check_in_list"] as const) {
    const problems = checks.flatMap(({ problem }) => (problem?.code === code ? problem : []));
    const [first] = problems;
    if (first === undefined) continue;
    return problems.length === 1
      ? first
      : { ...first, title: `Of ${n(problems.length)} addresses: ${first.title}` };
  }
  return null;
}

function withoutVerdict(checks: readonly Check[]): Problem | null {
  return checks.find((check) => check.verdict === null && check.problem !== null)?.problem ?? null;
}

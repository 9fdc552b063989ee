import type { Account } from "../../../../../shared/bridge/accounts.ts";
import { type Check, SENT_BY_AGAIN } from "../../../../../shared/bridge/checks.ts";
import { count as n } from "../../../../../shared/numbers.ts";
import { type Problem, problem } from "../../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../../shared/result.ts";
import type { Command, CommandContext } from "../../run.ts";
import type { SpeechOptions } from "../../terminal/speech.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type AccountChoice, chooseAccount } from "../accounts.ts";
import { parseCount } from "../flag-values.ts";
import { type Asked, askedAddresses, notSent } from "./asked-addresses.ts";
import { USUAL_LIMIT } from "./check-limit.ts";

export interface CheckOptions extends AccountChoice, SpeechOptions {
  readonly anyway?: boolean;
  readonly again?: boolean;
  readonly maxCredits?: string;
}

/** Checks under way at once: what an interruption may leave paid for and not shown. */
const AT_ONCE = 8;
/** Milliseconds without a verdict after which it is said what is waited for, and between two such lines. */
const SILENCE = 5_000;
const SAY_AGAIN = 30_000;

/** `winnow check <address>...`: one or a few dozen addresses, each with a verdict and advice, as they come. */
export function checkCommand(addresses: readonly string[], options: CheckOptions): Command {
  return async (context) => {
    const { session, terminal, begin } = context;
    const limit = parseCount("--max-credits", options.maxCredits);
    if (!limit.ok) return limit;
    const asked = askedAddresses(addresses);
    const needed = asked.different.filter(({ isFree }) => !isFree).length;
    const account = await chooseAccount(session, options);
    if (!account.ok) return account;
    const most = limit.value ?? USUAL_LIMIT;
    const price = needed > most ? await priceOf(context, account.value.id, asked, options) : ok(needed);
    if (!price.ok) return price;
    if (price.value > most) {
      const action = `Allow it with --max-credits ${price.value}, or clean them as a list, which shows the price first.`;
      return fail({ ...problem("credits_over_limit", { needed: price.value, limit: most }), action });
    }
    if (asked.words > 0 && needed > 0) terminal.say(restLine(asked));
    if (needed > 1) terminal.say(priceLine(needed, price.value, account.value));
    begin();
    const isSandbox = account.value.kind === "sandbox";
    const shown: Check[] = [];
    const { refused, checks } = await checkAll(context, account.value.id, asked, options, (check) => {
      shown.push(check);
      if (options.json !== true) show(check, isSandbox, terminal);
    });
    const report = { account: account.value.label, sandbox: isSandbox, checks: shown };
    const failed = unheardAmong(checks) ?? (refused.ok ? failureOf(checks) : refused.problem);
    if (failed !== null) return { ...fail(failed), report };
    if (options.json === true) terminal.json(report);
    const unkept = checks.find((check) => check.problem !== null)?.problem;
    if (unkept != null) terminal.problem(unkept);
    return ok(null);
  };
}

/** Characters of what is no address that are quoted. */
const QUOTED = 200;

function restLine({ words, rest }: Asked): string {
  const quoted = rest.replaceAll("\n", " ");
  const shown = quoted.length <= QUOTED ? quoted : `${quoted.slice(0, QUOTED)}…`;
  return words === 1
    ? `1 word is no address, and costs nothing: ${shown}`
    : `${n(words)} words are no address, and cost nothing: ${shown}`;
}

/** Credits that the addresses cost as things are: what is known costs none, and what is in doubt is sent by `--again` alone. */
async function priceOf(
  { session }: CommandContext,
  accountId: string,
  { different }: Asked,
  { anyway = false, again = false }: CheckOptions,
): Promise<Result<number>> {
  const asked = different.filter(({ isFree }) => !isFree);
  let credits = 0;
  while (asked.length > 0) {
    const calls = asked
      .splice(0, AT_ONCE)
      .map(({ address }) => session.call("checks.recall", { accountId, address, anyway }));
    for (const answer of await Promise.all(calls)) {
      if (!answer.ok) return answer;
      const { check } = answer.value;
      if (check === null || (again && SENT_BY_AGAIN.has(check.problem?.code))) credits++;
    }
  }
  return ok(credits);
}

function priceLine(needed: number, most: number, { balance }: Account): string {
  const has =
    balance === null ? "" : ` The account had ${n(balance.credits)} when its balance was last read.`;
  return `${n(needed)} addresses: up to ${n(most)} ${most === 1 ? "credit" : "credits"}. What is known already costs nothing.${has}`;
}

/**
 * Has every different address checked once, a few at once, and tells of each in turn under every spelling that it was
 * given in, at the end also of those that it did not come to. Ends with the first call that is refused; answers the checks
 * that came back, one for each address.
 */
async function checkAll(
  context: CommandContext,
  accountId: string,
  { different, spellings }: Asked,
  { anyway = false, again = false, json }: CheckOptions,
  tell: (check: Check) => void,
): Promise<{ refused: Result<null>; checks: Check[] }> {
  const { session, terminal, signal } = context;
  const answers = different.map(({ unaskable }) => unaskable ?? undefined);
  let refused: Result<null> = ok(null);
  let next = 0;
  let told = 0;
  const done = () => answers.filter((answer) => answer !== undefined).length;
  const waiting = saysWhatItWaitsFor(context, accountId, () => `${done()} of ${different.length}`);

  /** Tells of the next ones, as long as they are here; `all`: of every one that is left. */
  function tellNext(all = false): void {
    for (const { address, of } of spellings.slice(told)) {
      const answer = answers[of] ?? (all ? notSent(address) : undefined);
      if (answer === undefined) return;
      tell({ ...answer, address });
      told++;
    }
  }

  async function work(): Promise<void> {
    while (next < different.length && refused.ok && !signal.aborted) {
      const at = next++;
      const address = different[at]?.address ?? "";
      if (answers[at] !== undefined) continue;
      const asked = { accountId, address, anyway };
      let answer = await session.call("checks.check", asked);
      if (again && answer.ok && SENT_BY_AGAIN.has(answer.value.problem?.code))
        answer = await session.call("checks.check", { ...asked, again });
      // Left before it was sent.
      if (signal.aborted && answer.ok && answer.value.problem?.code === "cancelled")
        answer = fail(answer.value.problem);
      if (!answer.ok) {
        if (refused.ok) refused = answer;
        return;
      }
      answers[at] = answer.value;
      waiting.heard();
      tellNext();
      if (json === true && different.length > 1) terminal.progress("checking", done(), different.length);
    }
  }

  try {
    tellNext();
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    waiting.end();
    terminal.endProgress();
  }
  // What came after one that did not is paid for all the same.
  tellNext(true);
  if (signal.aborted && refused.ok && done() < different.length) refused = fail(problem("cancelled"));
  return { refused, checks: answers.flatMap((answer) => answer ?? []) };
}

/** Says from time to time what is waited for while no verdict comes. `done`: how many of them there are. */
function saysWhatItWaitsFor({ session, terminal }: CommandContext, accountId: string, done: () => string) {
  let timer: NodeJS.Timeout | undefined;
  let heard = 0;
  const later = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void say(), milliseconds);
  };
  async function say(): Promise<void> {
    const before = heard;
    const queue = await session.call("checks.queue", { accountId });
    if (heard !== before) return;
    const seconds = queue.ok ? Math.ceil(queue.value.secondsToLast) : 0;
    const pause =
      seconds > 1 ? ` It takes no more for now: the next ones go out within ${seconds} seconds.` : "";
    terminal.say(`Waiting for the service: ${done()} checked.${pause}`);
    later(SAY_AGAIN);
  }
  later(SILENCE);
  return {
    heard() {
      heard++;
      later(SILENCE);
    },
    end() {
      heard++;
      clearTimeout(timer);
    },
  };
}

function show(check: Check, isSandbox: boolean, terminal: Terminal): void {
  const flags = check.flags.length === 0 ? "" : ` (${check.flags.join(", ")})`;
  const found = [check.verdict ?? (check.suppressed ? null : "not checked")];
  if (check.suppressed) found.push("suppressed");
  if (isSandbox && check.verdict !== null) found.push("made up by the sandbox");
  terminal.data(check.address, `${found.filter(Boolean).join(", ")}${flags}`, check.advice);
  if (check.suggestion !== null) terminal.say(`Did you mean ${check.suggestion}?`);
}

/** What may have been paid for, of checks, one for each address; null: nothing. */
function unheardAmong(checks: readonly Check[]): Problem | null {
  for (const code of ["check_unheard", "check_unheard_before", "check_in_list"] as const) {
    const met = checks.flatMap((check) => (check.problem?.code === code ? check.problem : []));
    if (met.length > 1) return problem(code, { checks: met.length });
    if (met[0] !== undefined) return met[0];
  }
  return null;
}

/** Why an address has no verdict; null: each has one, or needs none. */
function failureOf(checks: readonly Check[]): Problem | null {
  return checks.find((check) => check.verdict === null && check.problem !== null)?.problem ?? null;
}

import type { Account } from "../../../../shared/bridge/accounts.ts";
import type { ActionCost, Cleaning, Price } from "../../../../shared/bridge/cleanings.ts";
import { counted, count as n } from "../../../../shared/numbers.ts";
import {
  balanceSentence,
  elsewhereWords,
  neededWords,
  priceNotes,
  promisedWords,
  shortBy,
} from "../../../../shared/price.ts";
import { credits as inCredits } from "../../../../shared/problems/wording.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, type Result } from "../../../../shared/result.ts";
import { plainClock } from "../../../../shared/times.ts";
import type { CommandContext } from "../run-command.ts";
import { confirmOrFail } from "../terminal/ask.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Watched, type WatchOptions, watch } from "./follow-cleaning.ts";

export function priceLines(price: Price): string[] {
  return [`${sumOf(price)} ${balanceSentence(price)}`, ...priceNotes(price)];
}

/** Like {@link priceLines}, with the last known balance, because a dry run sends no requests. */
export function dryPriceLines(price: Price, { balance }: Account): string[] {
  return [`${sumOf(price)} ${lastBalance(price, balance)}`, ...priceNotes(price)];
}

function lastBalance(price: Price, balance: Account["balance"]): string {
  if (balance === null) return "The account's balance was not checked.";
  const { credits, readAt } = balance;
  const short = shortBy(price, credits);
  const needed = short === 0 ? "" : `${promisedWords(price)}; ${neededWords(short)}`;
  return `The account had ${n(credits)} when its balance was last read, ${plainClock(readAt, Date.now())}${needed}.`;
}

function sumOf(price: Price): string {
  const { knownFromTeam: fromTeam = 0 } = price;
  const less = [
    [price.repeated, price.repeated === 1 ? "duplicate" : "duplicates"],
    [price.malformed, "invalid"],
    [price.empty, "empty"],
    [price.suppressed, "suppressed"],
    [price.erased ?? 0, "erased on request"],
    [price.known - fromTeam, "already known"],
    [fromTeam, "known to your team"],
    [price.inFile ?? 0, "with a verdict in this file"],
    [price.withoutVerdict ?? 0, "without one, not verified"],
    [price.beyondLimit, "left for later"],
    [price.elsewhere ?? 0, `being verified ${elsewhereWords(price)}`],
  ] as const;
  const terms = less.filter(([value]) => value > 0).map(([value, word]) => ` − ${n(value)} ${word}`);
  return `${counted(price.rows, "row", "rows")}${terms.join("")} = ${counted(price.credits, "credit", "credits")}.`;
}

/** Refuses a price over the limit or balance, then asks for agreement unless `--yes` was given. */
export async function confirmPrice(
  { credits, available, balance, promised }: Price,
  {
    maxCredits: limit,
    waitForCredits,
    yes,
  }: { readonly maxCredits?: number; readonly waitForCredits?: boolean; readonly yes?: boolean },
  terminal: Terminal,
): Promise<Result<null>> {
  if (limit !== undefined && credits > limit)
    return fail(problem("credits_over_limit", { needed: credits, limit }));
  if (waitForCredits !== true && available !== null && available < credits) {
    const short = { needed: credits, available, balance: balance ?? available, promised };
    return fail(problem("credits_insufficient", short));
  }
  return confirmOrFail(terminal, `Clean the list for ${inCredits(credits)}?`, {
    yes: yes === true || credits === 0,
    noTerminal: problem("consent_needed", { flag: "--yes" }),
  });
}

/** Credits agreed to so far, the limit, and whether `--yes` was given. No limit if undefined. */
export interface CreditBudget {
  readonly yes: boolean;
  readonly limit: number | undefined;
  agreed: number;
}

/**
 * Watches a cleaning to its end. Prices that come up are shown and agreed to within `budget`, or by the user.
 * `sendsFailed` also sends parts without results again.
 */
export async function watchAndAgree(
  context: CommandContext,
  id: string,
  budget: CreditBudget,
  options: WatchOptions & { readonly sendsFailed: boolean },
): Promise<Watched> {
  const { session, terminal, signal } = context;
  let sentAgain = false;
  for (let round = 0; ; round++) {
    const watched = await watch(session, id, terminal, signal, options);
    const { cleaning } = watched;
    const waits =
      (cleaning.state === "waiting" && cleaning.waiting?.for === "user") ||
      (cleaning.state === "failed" && options.sendsFailed);
    if (watched.kind === "finished" || signal.aborted || !waits) return watched;
    const asked = pendingConsent(cleaning);
    // Stop if the service keeps asking for more or loses the list each time.
    const enough = round > cleaning.parts.length || (sentAgain && asked?.action === "upload_again");
    if (asked === null || enough) return watched;
    const { action, ask } = asked;
    terminal.say(askLine(cleaning, ask));
    const refused = await agreeToAsk(ask, watched.problem, budget, terminal);
    if (!refused.ok) return { ...watched, problem: refused.problem };
    const done = await session.call("cleanings.act", {
      cleaningId: id,
      action,
      agreedCredits: ask.credits,
    });
    if (done.ok) {
      budget.agreed += ask.credits;
      sentAgain ||= action === "upload_again";
    } else if (done.problem.code !== "price_changed") return { ...watched, problem: done.problem };
  }
}

function pendingConsent({ asks }: Cleaning): { action: "start" | "upload_again"; ask: ActionCost } | null {
  if (asks?.start) return { action: "start", ask: asks.start };
  return asks?.upload_again ? { action: "upload_again", ask: asks.upload_again } : null;
}

async function agreeToAsk(
  { credits }: ActionCost,
  declined: Problem,
  { yes, limit, agreed }: CreditBudget,
  terminal: Pick<Terminal, "confirm">,
): Promise<Result<null>> {
  if (limit !== undefined && agreed + credits > limit)
    return fail(problem("credits_over_limit", { needed: agreed + credits, limit }));
  const question = credits === 0 ? "Send it again?" : `Continue for ${inCredits(credits)}?`;
  return confirmOrFail(terminal, question, {
    yes,
    advice: "Agree to it with `winnow resume --yes`; --max-credits sets a limit.",
    declined,
    unfinished: true,
  });
}

function askLine({ name }: Cleaning, { credits, parts, mayBePaid, agreed = 0 }: ActionCost): string {
  const of = `${counted(parts, "part", "parts")}`;
  if (credits === 0) {
    const then =
      agreed > 0
        ? `verifying costs the ${inCredits(agreed)} that you already agreed to`
        : "you agree to the price of verifying later";
    return `${name} needs your approval to send ${of} again, which costs nothing: ${then}.`;
  }
  const perhaps = mayBePaid ? " Some of that may have been paid for before." : "";
  return `${name} needs your approval of ${inCredits(credits)} for ${of}.${perhaps}`;
}

import type { ActionCost, Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { counted } from "../../../../shared/numbers.ts";
import { credits as inCredits } from "../../../../shared/problems/wording.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { CommandContext } from "../run-command.ts";
import { confirmOrFail } from "../terminal/confirm.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Watched, type WatchOptions, watch } from "./follow-cleaning.ts";

/** Credits agreed to so far, the limit, and whether `--yes` was given. No limit if undefined. */
export interface CreditBudget {
  readonly yes: boolean;
  readonly limit: number | undefined;
  agreed: number;
}

/**
 * Watches a cleaning to its end. Prices that come up are shown and agreed to within `purse`, or by the user.
 * `sendsFailed` also sends parts without results again.
 */
export async function watchAndAgree(
  context: CommandContext,
  id: string,
  purse: CreditBudget,
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
    const asked = whatIsAsked(cleaning);
    // Stop if the service keeps asking for more or loses the list each time.
    const enough = round > cleaning.parts.length || (sentAgain && asked?.action === "upload_again");
    if (asked === null || enough) return watched;
    const { action, ask } = asked;
    const refused = await agreeToAsk(context, cleaning, ask, watched.problem, purse);
    if (!refused.ok) return { ...watched, problem: refused.problem };
    const done = await session.call("cleanings.act", {
      cleaningId: id,
      action,
      agreedCredits: ask.credits,
    });
    if (done.ok) {
      purse.agreed += ask.credits;
      sentAgain ||= action === "upload_again";
    } else if (done.problem.code !== "price_changed") return { ...watched, problem: done.problem };
  }
}

async function agreeToAsk(
  { terminal }: CommandContext,
  cleaning: Cleaning,
  ask: ActionCost,
  asked: Problem,
  purse: CreditBudget,
): Promise<Result<null>> {
  terminal.say(askLine(cleaning, ask));
  return refusalOf(ask, asked, purse, terminal);
}

function whatIsAsked({ asks }: Cleaning): { action: "start" | "upload_again"; ask: ActionCost } | null {
  if (asks?.start) return { action: "start", ask: asks.start };
  return asks?.upload_again ? { action: "upload_again", ask: asks.upload_again } : null;
}

async function refusalOf(
  { credits }: ActionCost,
  declined: Problem,
  { yes, limit, agreed }: CreditBudget,
  terminal: Pick<Terminal, "confirm">,
): Promise<Result<null>> {
  if (limit !== undefined && agreed + credits > limit)
    return fail(problem("credits_over_limit", { needed: agreed + credits, limit }));
  if (yes) return ok(null);
  const question = credits === 0 ? "Send it again?" : `Continue for ${inCredits(credits)}?`;
  const action = "Agree to it with `winnow resume --yes`; --max-credits sets a limit.";
  return confirmOrFail(terminal, question, {
    declined,
    noTerminal: { ...declined, action },
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

import type { Ask, Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Command, CommandContext } from "../run.ts";
import { afterCleaning } from "../writing/out-place.ts";
import { cleaningLines, cleaningReport } from "../writing/report.ts";
import { ownRowAccount, unverifiedLines } from "../writing/row-account.ts";
import { agreeToAsk, type Purse, watchAndAgree } from "./agreement.ts";
import { findCleaning } from "./find-cleaning.ts";
import { parseCount } from "./flag-values.ts";
import type { ResumeOptions } from "./resume.ts";
import { isUnderWay, type Watched } from "./watch.ts";

/**
 * `winnow retry <cleaning>`: tries again what came to no results: first for nothing, where that can help; what has to be
 * sent anew is shown with its price, and agreed to only with `--yes` or at the terminal, within `--max-credits`.
 */
export function retryCommand(name: string, options: ResumeOptions): Command {
  return async (context) => {
    const { session, terminal, begin } = context;
    const limit = parseCount("--max-credits", options.maxCredits);
    if (!limit.ok) return limit;
    const purse: Purse = { yes: options.yes === true, limit: limit.value, agreed: 0 };
    const found = await findCleaning(session, name, canBeTried);
    if (!found.ok) return found;
    const cleaning = found.value;
    const watching = { waitForCredits: options.waitForCredits === true };
    let watched: Watched | null = null;
    if (cleaning.actions.includes("retry")) {
      begin();
      terminal.say(`Trying again ${cleaning.name}`);
      const tried = await session.call("cleanings.act", { cleaningId: cleaning.id, action: "retry" });
      if (!tried.ok) return tried;
      watched = await watchAndAgree(context, cleaning.id, purse, watching);
    }
    // It was sent again before, and waits for a yes to its price.
    else if (cleaning.actions.includes("start")) {
      begin();
      watched = await watchAndAgree(context, cleaning.id, purse, watching);
    }
    const now = watched?.cleaning ?? cleaning;
    const ask = now.state === "failed" ? now.asks?.upload_again : undefined;
    const asked = watched?.kind === "stopped" ? watched.problem : problem("not_begun");
    if (ask != null && !context.signal.aborted) {
      const sent = await sendAgain(context, now, ask, asked, purse);
      if (sent.ok) {
        begin();
        watched = await watchAndAgree(context, cleaning.id, purse, watching);
      } else if (watched === null) return sent;
      else watched = { kind: "stopped", cleaning: now, problem: sent.problem };
    }
    if (watched === null) return fail(problem("nothing_to_retry", { name: cleaning.name }));
    const account = await ownRowAccount(session, watched.cleaning);
    if (options.json === true) terminal.json(cleaningReport(watched.cleaning, account));
    else for (const line of unverifiedLines(watched.cleaning)) terminal.say(line);
    if (watched.kind === "stopped") {
      const met = afterCleaning(watched.problem, cleaning.id);
      return { ...fail(met), reported: true, underWay: isUnderWay(watched.cleaning) };
    }
    if (options.json !== true)
      for (const line of cleaningLines(watched.cleaning, account)) terminal.say(line);
    return ok(null);
  };
}

function canBeTried({ actions }: Cleaning): boolean {
  return (["retry", "start", "upload_again"] as const).some((action) => actions.includes(action));
}

/** Sends the list again, once its price is agreed to. */
async function sendAgain(
  context: CommandContext,
  cleaning: Cleaning,
  ask: Ask,
  asked: Problem,
  purse: Purse,
): Promise<Result<null>> {
  const agreed = await agreeToAsk(context, cleaning, ask, asked, purse);
  if (!agreed.ok) return agreed;
  const sent = await context.session.call("cleanings.act", {
    cleaningId: cleaning.id,
    action: "upload_again",
    agreedCredits: ask.credits,
  });
  if (!sent.ok) return sent;
  purse.agreed += ask.credits;
  return ok(null);
}

import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { CleaningAction } from "../../../../shared/bridge/constants.ts";
import { count, counted } from "../../../../shared/numbers.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { VERDICTS } from "../../../../shared/verdicts.ts";
import type { Command, CommandContext } from "../run-command.ts";
import type { Session } from "../session.ts";
import { confirmOrFail } from "../terminal/ask.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { cleaningReport, unverifiedLines } from "../writing/report.ts";
import { findCleaning } from "./find-cleaning.ts";
import { isUnderWay } from "./follow-cleaning.ts";

export interface CancelOptions extends OutputOptions {
  readonly giveUp?: boolean;
  readonly yes?: boolean;
}

/** Time for the service to delete the list of a cancelled cleaning, in ms. The next start retries. */
const MAX_REMOVAL_MS = 5_000;

/**
 * `winnow cancel <cleaning>`: cancels unstarted parts free of charge. Started parts need `--give-up`, which asks for
 * confirmation, or `--yes` if there is no terminal. No cleaning progresses during the command.
 */
export function cancelCommand(name: string, options: CancelOptions): Command {
  return async (context) => {
    const { session, terminal, begin } = context;
    const found = await findCleaning(session, name, isUnderWay);
    if (!found.ok) return found;
    const cleaning = found.value;
    if (!isUnderWay(cleaning)) return fail(problem("cleaning_over", { name: cleaning.name }));
    const isGivenUp = options.giveUp === true && mayBeSpent(cleaning);
    if (isGivenUp) {
      const answer = await agreement(context, cleaning, options.yes === true);
      if (!answer.ok) return answer;
    }
    begin();
    const ended = isGivenUp ? await giveUp(session, cleaning) : await act(session, cleaning, "cancel");
    if (!ended.ok) return ended;
    const now = await waitForRemoval(session, ended.value);
    if (options.json === true) terminal.json(cleaningReport(now));
    else for (const line of outcomeLines(cleaning, now)) terminal.say(line);
    if (!isUnderWay(now)) return ok(null);
    return { ...fail(problem("start_irreversible", { name: now.name })), isInJson: options.json === true };
  };
}

/** Returns true if a part was or may have been started, or if results are here but unreadable. */
function mayBeSpent({ spent, actions }: Cleaning): boolean {
  return spent > 0 || actions.includes("give_up");
}

async function agreement(
  { terminal }: CommandContext,
  { id, name, spent }: Cleaning,
  yes: boolean,
): Promise<Result<null>> {
  const credits = spent === 1 ? "up to 1 credit counts" : `up to ${count(spent)} credits count`;
  terminal.say(
    `${name} was started: ${credits} as spent, and results that have not been fetched yet will be missing. While the service keeps them, for 30 days, 'winnow resume' asks for them again, which costs nothing.`,
  );
  return confirmOrFail(terminal, "Give it up?", {
    yes,
    advice: `Agree to it with: winnow cancel ${id} --give-up --yes`,
    unfinished: true,
  });
}

function act({ call }: Session, { id }: Cleaning, action: CleaningAction): Promise<Result<Cleaning>> {
  return call("cleanings.act", { cleaningId: id, action });
}

/** Cancels unstarted parts and gives up the rest. Watching is stopped first, so that they don't continue. */
async function giveUp(session: Session, cleaning: Cleaning): Promise<Result<Cleaning>> {
  let now = cleaning;
  for (const action of ["cancel", "stop_watching", "give_up"] as const) {
    if (!isUnderWay(now)) break;
    if (action === "stop_watching" && now.actions.includes("give_up")) continue;
    if (action !== "give_up" && !now.actions.includes(action)) continue;
    const done = await act(session, now, action);
    if (!done.ok) return done;
    now = done.value;
  }
  return ok(now);
}

/** Waits, for a limited time, until the cancelled cleaning's list is deleted at the service. */
async function waitForRemoval({ engine, call }: Session, cleaning: Cleaning): Promise<Cleaning> {
  const isThere = ({ actions }: Cleaning) => actions.includes("delete_at_service");
  if (cleaning.state !== "cancelled" || !isThere(cleaning)) return cleaning;
  return new Promise((resolve) => {
    const end = (now: Cleaning) => {
      stop();
      clearTimeout(timer);
      resolve(now);
    };
    const look = (now: Cleaning) => {
      if (now.id === cleaning.id && !isThere(now)) end(now);
    };
    const stop = engine.on((event) => {
      if (event.event === "cleaning.changed") look(event.cleaning);
    });
    const timer = setTimeout(() => end(cleaning), MAX_REMOVAL_MS);
    void call("cleanings.get", { cleaningId: cleaning.id }).then((now) => {
      if (now.ok) look(now.value);
    });
  });
}

function verdictLines({ id, counts, missing }: Cleaning): string[] {
  const verdicts = VERDICTS.reduce((sum, one) => sum + counts[one], -missing);
  if (verdicts <= 0) return [];
  const available = counted(verdicts, "verdict is", "verdicts are");
  return [
    `${available} available. To write the list with ${verdicts === 1 ? "it" : "them"}: winnow export ${id} --out <file>`,
  ];
}

function outcomeLines(before: Cleaning, now: Cleaning): string[] {
  const { name, state, spent } = now;
  if (isUnderWay(now)) {
    const isCancelled = now.parts.some((part) => part.state === "cancelled");
    return isCancelled ? [`The parts of ${name} that were not started are cancelled.`] : [];
  }
  const credits = spent === 1 ? "1 credit" : `${count(spent)} credits`;
  const isUnseen = state === "cancelled" && now.actions.includes("delete_at_service");
  // Only the service knows if it was started elsewhere.
  const free = isUnseen ? "Winnow did not start it." : "Nothing was charged for it.";
  const cost = spent === 0 ? free : `Up to ${credits} count as spent.`;
  const lines = [`${name} is ${state === "cancelled" ? "cancelled" : "given up"}. ${cost}`];
  lines.push(...verdictLines(now));
  if (state !== "cancelled") return [...lines, ...unverifiedLines(now)];
  if (isUnseen) lines.push("Its list is still at the service, which deletes it 30 days after it was sent.");
  else if (before.parts.some(({ jobId }) => jobId !== null))
    lines.push("Its list is deleted at the service.");
  return lines;
}

import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { counted } from "../../../../shared/numbers.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import type { Command, CommandContext } from "../run-command.ts";
import type { Session } from "../session.ts";
import { withListName } from "../terminal/advice.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { BLOCKED_BY_FILE, withAdviceAfterStart } from "../writing/output-target.ts";
import { cleaningLines, cleaningReport, outputRowCounts, unverifiedLines } from "../writing/report.ts";
import { type CreditBudget, watchAndAgree } from "./agreement.ts";
import { allCleanings, findCleaning } from "./find-cleaning.ts";
import { isUnderWay } from "./follow-cleaning.ts";

export interface ResumeOptions extends OutputOptions {
  readonly yes?: boolean;
  readonly maxCredits?: number;
  readonly waitForCredits?: boolean;
}

/**
 * `winnow resume`: continues every unfinished cleaning and writes its file, and retries what failed if that costs no
 * more than agreed. Higher prices need `--yes` or the user's agreement, within `--max-credits` in total. For a named
 * cleaning, failed parts are also sent again.
 */
export function resumeCommand(name: string | undefined, options: ResumeOptions): Command {
  return async (context) => {
    const { session, terminal, signal, begin } = context;
    const budget: CreditBudget = { yes: options.yes === true, limit: options.maxCredits, agreed: 0 };
    const sendsFailed = name !== undefined;
    const found = await chosen(session, name);
    if (!found.ok) return found;
    begin();
    const all = found.value;
    const isOpen = (cleaning: Cleaning) =>
      canContinue(cleaning) ||
      (sendsFailed && cleaning.state === "failed" && cleaning.asks?.upload_again != null);
    const open = all.filter(isOpen);
    const lost = all.filter((cleaning) => cleaning.state === "failed" && !isOpen(cleaning));
    const blockedByFile = all.filter(isBlockedByFile);
    const isOneOfSeveral = open.length + blockedByFile.length > 1;
    const stopped: { problem: Problem; underWay: boolean }[] = [];
    const reports: ReturnType<typeof cleaningReport>[] = [];
    for (const cleaning of open) {
      terminal.say(`${cleaning.state === "failed" ? "Trying again" : "Resuming"} ${cleaning.name}`);
      const blocked = await resumeOrRetry(context, cleaning);
      if (blocked !== null) {
        reports.push(cleaningReport(cleaning));
        terminal.problem(withListName(blocked, cleaning.name, isOneOfSeveral));
        // Not an error if everything is resumed: its addresses were bought with another list.
        if (sendsFailed) stopped.push({ problem: blocked, underWay: false });
        continue;
      }
      const watched = await watchAndAgree(context, cleaning.id, budget, {
        waitForCredits: options.waitForCredits === true,
        sendsFailed,
      });
      const rowCounts = await outputRowCounts(session, watched.cleaning);
      reports.push(cleaningReport(watched.cleaning, rowCounts));
      if (options.json !== true) for (const line of unverifiedLines(watched.cleaning)) terminal.say(line);
      if (watched.kind === "stopped") {
        const refusal = withAdviceAfterStart(watched.problem, cleaning.id);
        stopped.push({ problem: refusal, underWay: isUnderWay(watched.cleaning) });
        terminal.problem(withListName(refusal, cleaning.name, isOneOfSeveral));
        if (signal.aborted) break;
      } else if (options.json !== true) {
        for (const line of cleaningLines(watched.cleaning, rowCounts)) terminal.say(line);
      }
    }
    const short = all.filter(({ actions }) => actions.includes("fetch_again"));
    for (const cleaning of short) {
      if (signal.aborted) break;
      const again = await session.call("cleanings.act", { cleaningId: cleaning.id, action: "fetch_again" });
      terminal.say(filledInLine(cleaning, again.ok ? again.value.missing : cleaning.missing));
      if (!again.ok) terminal.problem(again.problem);
    }
    for (const cleaning of lost) {
      terminal.say(`${cleaning.name} stays as it is:`);
      for (const line of unverifiedLines(cleaning)) terminal.say(line);
    }
    for (const { id, name, problem } of blockedByFile) {
      terminal.say(`The results of ${name} are here, and its file was not written:`);
      if (problem !== null)
        terminal.problem(withListName(withAdviceAfterStart(problem, id), name, isOneOfSeveral));
    }
    if (open.length + lost.length + blockedByFile.length + short.length === 0)
      terminal.say(
        all.length === 0
          ? `Nothing to resume: there are no lists in ${session.dataDir}.`
          : `Nothing to resume: ${name === undefined ? "every cleaning" : name} is finished.`,
      );
    if (options.json === true) {
      // With one cleaning, its fields are at the top level, as in `clean`.
      const [only] = reports;
      const unwritten =
        blockedByFile.length === 0
          ? {}
          : { unwritten: blockedByFile.map((cleaning) => cleaningReport(cleaning)) };
      const failed = lost.length === 0 ? {} : { failed: lost.map((cleaning) => cleaningReport(cleaning)) };
      terminal.json({ ...(reports.length === 1 ? only : {}), cleanings: reports, ...failed, ...unwritten });
    }
    // The exit code reports a cleaning without its file as a failure.
    const unwritten = blockedByFile.flatMap(({ problem }) =>
      problem === null ? [] : [{ problem, underWay: false }],
    );
    const [first] = [...stopped, ...unwritten];
    return first === undefined ? ok(null) : { ok: false, ...first, isInJson: true, isPrinted: true };
  };
}

function filledInLine({ id, name, missing: before }: Cleaning, missing: number): string {
  const addresses = (n: number) => `${counted(n, "address", "addresses")}`;
  if (missing === before)
    return `${name}: ${addresses(missing)} still without a result. Asking again costs nothing.`;
  const left = missing === 0 ? "none are missing" : `${addresses(missing)} still without a result`;
  return `${name}: results of ${addresses(before - missing)} added, ${left}. Write them with 'winnow export ${id} --out <file>'.`;
}

async function chosen(session: Session, name: string | undefined): Promise<Result<Cleaning[]>> {
  if (name === undefined) {
    const all = await allCleanings(session);
    return all.ok ? ok(all.value.toReversed()) : all;
  }
  const found = await findCleaning(session, name, (one) => one.state === "failed" || canContinue(one));
  return found.ok ? ok([found.value]) : found;
}

function canContinue(cleaning: Cleaning): boolean {
  const { state, out, actions } = cleaning;
  if (state === "failed") return actions.includes("retry");
  if (state === "running" || state === "waiting" || state === "paused") return true;
  const owesFile = (state === "done" || state === "imported") && out !== null && out.rows === null;
  return owesFile && !isBlockedByFile(cleaning);
}

/** Returns true if another file is in the output's place; resuming does not replace it. */
function isBlockedByFile({ actions, problem }: Cleaning): boolean {
  return actions.includes("leave_file") && BLOCKED_BY_FILE.has(problem?.code);
}

/** Resumes watching and retries within the agreed price. Returns the problem if a retry would pay twice. */
async function resumeOrRetry({ session }: CommandContext, cleaning: Cleaning): Promise<Problem | null> {
  for (const action of ["resume", "retry"] as const) {
    if (!cleaning.actions.includes(action)) continue;
    const done = await session.call("cleanings.act", { cleaningId: cleaning.id, action });
    if (!done.ok && done.problem.code === "verified_meanwhile") return done.problem;
  }
  return null;
}

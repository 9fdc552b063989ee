import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { count as n } from "../../../../shared/numbers.ts";
import { ok } from "../../../../shared/result.ts";
import { plainClock } from "../../../../shared/times.ts";
import { WAIT_ENDS, waitWords } from "../../../../shared/waits.ts";
import type { Command } from "../run-command.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { allCleanings } from "./find-cleaning.ts";
import { iso, isUnderWay } from "./follow-cleaning.ts";

/** `winnow status`: shows unfinished cleanings and their waits. Read-only, for monitoring. */
export function statusCommand(options: OutputOptions): Command {
  return async ({ session, terminal }) => {
    const all = await allCleanings(session);
    if (!all.ok) return all;
    const underWay = all.value.filter(isUnderWay);
    const atWork = session.isLockedElsewhere();
    if (options.json === true) {
      terminal.json({
        atWork,
        underWay: underWay.map((cleaning) => ({
          cleaning: cleaning.id,
          name: cleaning.name,
          account: cleaning.accountLabel,
          sandbox: cleaning.sandbox,
          state: cleaning.state,
          stage: cleaning.stage,
          verified: cleaning.verified,
          uploaded: cleaning.uploaded,
          createdAt: iso(cleaning.createdAt),
          waitingFor: cleaning.waiting?.for ?? null,
          waitingSince: iso(cleaning.waiting?.since ?? null),
          nextTry: iso(nextTry(cleaning, atWork)),
          problem: cleaning.problem?.code ?? null,
        })),
      });
      return ok(null);
    }
    if (underWay.length === 0) terminal.data("Nothing is under way.");
    for (const cleaning of underWay) terminal.data(cleaning.id, cleaning.name, ...stateOf(cleaning, atWork));
    return ok(null);
  };
}

/** Returns the time of the next attempt in Unix ms; `null` if unknown or if no Winnow is running. */
function nextTry({ waiting }: Cleaning, atWork: boolean): number | null {
  const next = waiting?.until ?? waiting?.next ?? null;
  return atWork && next !== null && next > Date.now() ? next : null;
}

function stateOf(cleaning: Cleaning, atWork: boolean): string[] {
  const { state, waiting, verified, uploaded, problem } = cleaning;
  const far = `${n(verified)} of ${n(uploaded)} verified`;
  if (!atWork) return [far, "not running: continue with 'winnow resume'"];
  if (state === "paused") return [far, "paused: continue with 'winnow resume'"];
  if (waiting == null) return [far];
  const since = waiting.since === null ? "" : ` since ${plainClock(waiting.since, Date.now())}`;
  const why = problem === null ? "" : ` (${problem.title})`;
  const next = nextTry(cleaning, atWork);
  const again = next === null ? "" : ` The next try is about ${plainClock(next, Date.now())}.`;
  return [far, `${waitWords(waiting)}${since}${why}. ${WAIT_ENDS[waiting.for]}${again}`];
}

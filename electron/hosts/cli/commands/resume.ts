import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { afterCleaning } from "../out-place.ts";
import { cleaningLines, cleaningReport } from "../report.ts";
import type { Command, CommandContext } from "../run.ts";
import { watch } from "../watch.ts";

/** `winnow resume`: goes on with every cleaning that is not finished, to its end, and writes its file. */
export function resumeCommand(options: { yes?: boolean; json?: boolean }): Command {
  return async (context) => {
    const { session, terminal, signal } = context;
    const open = await openCleanings(context);
    const stopped: Problem[] = [];
    const reports: ReturnType<typeof cleaningReport>[] = [];
    for (const cleaning of open) {
      terminal.say(`Going on with ${cleaning.name}`);
      await nudge(context, cleaning, options.yes === true);
      const watched = await watch(session, cleaning.id, terminal, signal);
      reports.push(cleaningReport(watched.cleaning));
      if (watched.kind === "stopped") {
        const met = afterCleaning(watched.problem, cleaning.id);
        stopped.push(met);
        terminal.problem(met);
        if (signal.aborted) break;
      } else if (options.json !== true) {
        for (const line of cleaningLines(watched.cleaning)) terminal.say(line);
      }
    }
    if (open.length === 0) terminal.say("Nothing to go on with: every cleaning is finished.");
    if (options.json === true) {
      // With one cleaning its fields stand at the top, as `clean` prints them.
      const [only] = reports;
      terminal.data(JSON.stringify({ ...(reports.length === 1 ? only : {}), cleanings: reports }));
    }
    const [first] = stopped;
    return first === undefined ? ok(null) : { ...fail(first), reported: true };
  };
}

async function openCleanings({ session }: CommandContext): Promise<Cleaning[]> {
  const open: Cleaning[] = [];
  for (let offset = 0; ; offset += 500) {
    const page = await session.call("cleanings.list", { offset, limit: 500 });
    if (!page.ok) return open;
    open.push(...page.value.cleanings.filter(isOpen));
    if (offset + 500 >= page.value.total) return open.reverse();
  }
}

function isOpen(cleaning: Cleaning): boolean {
  const { state, out } = cleaning;
  if (state === "running" || state === "waiting" || state === "paused") return true;
  return state === "done" && out !== null && out.rows === null;
}

/** What a click would do in the window: go on watching, and, with the user's yes, what only they may agree to. */
async function nudge({ session }: CommandContext, cleaning: Cleaning, yes: boolean): Promise<void> {
  const wanted = yes
    ? (["resume", "start", "upload_again", "retry"] as const)
    : (["resume", "retry"] as const);
  for (const action of wanted) {
    if (cleaning.actions.includes(action)) {
      await session.call("cleanings.act", { cleaningId: cleaning.id, action });
    }
  }
}

import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { isSimulated } from "../../../../shared/cleaning-state.ts";
import { counted, count as n } from "../../../../shared/numbers.ts";
import { ok } from "../../../../shared/result.ts";
import { waitWords } from "../../../../shared/waits.ts";
import type { Command } from "../run-command.ts";
import { withTerminalAdvice } from "../terminal/advice.ts";
import { cleaningReport } from "../writing/report.ts";
import { allCleanings } from "./find-cleaning.ts";

function withoutVerdict({ parts, unverified }: Cleaning): string | null {
  if (unverified === null) return null;
  const of = `${n(unverified.parts)} of ${counted(parts.length, "part", "parts")}`;
  return unverified.rows === null
    ? `${of} without results`
    : `${of} without results, ${counted(unverified.rows, "row", "rows")} without a verdict`;
}

export function listsCommand(options: { json?: boolean }): Command {
  return async ({ session, terminal, notices }) => {
    const all = await allCleanings(session);
    if (!all.ok) return all;
    const cleanings = all.value;
    const atWork = session.isLockedElsewhere();
    if (options.json === true) {
      terminal.json({
        cleanings: cleanings.map((cleaning) => ({
          ...cleaningReport(cleaning),
          account: cleaning.accountLabel,
          createdAt: new Date(cleaning.createdAt).toISOString(),
          stage: cleaning.stage,
          // A running cleaning only progresses while a Winnow process has the data folder.
          ...(cleaning.state === "running" ? { atWork } : {}),
          reason: reasonOf(cleaning),
          purgeAt: cleaning.purgeAt === null ? null : new Date(cleaning.purgeAt).toISOString(),
        })),
        ...(notices.length === 0 ? {} : { problems: notices.map(withTerminalAdvice) }),
      });
      return ok(null);
    }
    if (cleanings.length === 0 && notices.length === 0)
      terminal.say("No lists yet. Start with: winnow clean <file> --out <file>");
    for (const cleaning of cleanings) {
      const date = new Date(cleaning.createdAt).toISOString().slice(0, 16).replace("T", " ");
      const isLeft = cleaning.state === "running" && !atWork;
      const goOn = isLeft ? "not running: continue with 'winnow resume'" : null;
      const origin = isSimulated(cleaning) ? "sandbox: its verdicts are made up" : null;
      const why = [origin, goOn, reasonOf(cleaning), withoutVerdict(cleaning)].filter((one) => one != null);
      const columns = [
        cleaning.id,
        date,
        isLeft ? "unfinished" : cleaning.state,
        cleaning.rows,
        cleaning.name,
      ];
      terminal.data(...columns, ...(why.length === 0 ? [] : [why.join("; ")]));
    }
    return ok(null);
  };
}

function reasonOf({ state, waiting, problem, out }: Cleaning): string | null {
  // The reason for the failed write is not stored; the next attempt finds it again.
  const isUnwritten = (state === "done" || state === "imported") && out !== null && out.rows === null;
  const words = [
    waiting == null ? null : waitWords(waiting),
    problem?.title ?? (isUnwritten ? `${out.path} is not written yet` : null),
  ];
  return words.filter((word) => word !== null).join(": ") || null;
}

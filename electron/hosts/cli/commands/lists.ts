import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { ok } from "../../../../shared/result.ts";
import { WAIT_WORDS } from "../../../../shared/waits.ts";
import { cleaningReport } from "../report.ts";
import type { Command } from "../run.ts";

/** `winnow lists`: every cleaning, newest first, with its state and the reason for it. */
export function listsCommand(options: { json?: boolean }): Command {
  return async ({ session, terminal }) => {
    const cleanings = [];
    for (let offset = 0; ; offset += 500) {
      const page = await session.call("cleanings.list", { offset, limit: 500 });
      if (!page.ok) return page;
      cleanings.push(...page.value.cleanings);
      if (offset + 500 >= page.value.total) break;
    }
    if (options.json === true) {
      terminal.data(
        JSON.stringify({
          cleanings: cleanings.map((cleaning) => ({
            ...cleaningReport(cleaning),
            account: cleaning.accountLabel,
            createdAt: new Date(cleaning.createdAt).toISOString(),
            stage: cleaning.stage,
            reason: reasonOf(cleaning),
            purgeAt: cleaning.purgeAt === null ? null : new Date(cleaning.purgeAt).toISOString(),
          })),
        }),
      );
      return ok(null);
    }
    if (cleanings.length === 0) terminal.say("No lists yet. Begin with: winnow clean <file> --out <file>");
    for (const cleaning of cleanings) {
      const date = new Date(cleaning.createdAt).toISOString().slice(0, 16).replace("T", " ");
      const reason = reasonOf(cleaning);
      const columns = [cleaning.id, date, cleaning.state, cleaning.rows, cleaning.name];
      terminal.data([...columns, ...(reason === null ? [] : [reason])].join("\t"));
    }
    return ok(null);
  };
}

/** What it waits for, and what is wrong; null: nothing. */
function reasonOf({ waiting, problem }: Cleaning): string | null {
  const words = [waiting == null ? null : WAIT_WORDS[waiting.for], problem?.title ?? null];
  return words.filter((word) => word !== null).join(": ") || null;
}

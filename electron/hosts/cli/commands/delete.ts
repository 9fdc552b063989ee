import { copiesContain, DELETE_HERE } from "../../../../shared/cleaning-state.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import type { Command } from "../run-command.ts";
import { confirmOrFail } from "../terminal/ask.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { findCleaning } from "./find-cleaning.ts";
import { iso, isUnderWay } from "./follow-cleaning.ts";

export interface DeleteOptions extends OutputOptions {
  readonly yes?: boolean;
}

export function deleteCommand(name: string, options: DeleteOptions): Command {
  return async ({ session, terminal, begin }) => {
    const found = await findCleaning(session, name, (one) => !isUnderWay(one));
    if (!found.ok) return found;
    const cleaning = found.value;
    if (isUnderWay(cleaning)) return fail(problem("cleaning_unfinished", { name: cleaning.name }));
    terminal.say(`${cleaning.name}: ${DELETE_HERE}`);
    if (cleaning.out !== null && cleaning.out.rows !== null)
      terminal.say(`The cleaned list stays at ${cleaning.out.path}.`);
    const copies = await session.call("app.backups", {});
    if (copies.ok && copies.value.backups.length > 0)
      terminal.say(copiesContain(copies.value.backups.length));
    const answer = await confirmOrFail(terminal, "Delete it here?", {
      yes: options.yes,
      advice: `Agree to it with: winnow delete ${cleaning.id} --yes`,
      unfinished: true,
    });
    if (!answer.ok) return answer;
    begin();
    const one = { cleaningId: cleaning.id, action: "delete_here" } as const;
    const deleted = await session.call("cleanings.act", one);
    if (!deleted.ok) return deleted;
    const { deletedAt, actions } = deleted.value;
    if (options.json === true)
      terminal.json({
        cleaning: cleaning.id,
        name: cleaning.name,
        deletedAt: iso(deletedAt),
        atService: cleaning.actions.includes("delete_at_service") || actions.includes("delete_at_service"),
      });
    else terminal.say(`${cleaning.name} is in the bin. To restore it, open Lists in Winnow's window.`);
    return ok(null);
  };
}

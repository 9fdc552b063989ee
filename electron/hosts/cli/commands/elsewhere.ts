import type { Price } from "../../../../shared/bridge/cleanings.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { CommandContext } from "../run.ts";
import { cleaningLines } from "../writing/report.ts";
import { ownRowAccount } from "../writing/row-account.ts";
import { watch } from "./watch.ts";
import { problemOf } from "./whose-problem.ts";

/**
 * Waits for the cleanings that bring home for nothing what the list asks for, each of them once: `waited` holds their ids.
 * Answers whether any was waited for: then the price is to be asked for anew. Problem: `interrupted`.
 */
export async function waitForOthers(
  { session, terminal, signal }: CommandContext,
  { underWayIn = [] }: Price,
  waited: Set<string>,
): Promise<Result<boolean>> {
  const ids = underWayIn.filter((id) => !waited.has(id));
  for (const id of ids) {
    waited.add(id);
    const found = await session.call("cleanings.get", { cleaningId: id }, signal);
    // Gone since: its addresses are under way no more.
    if (!found.ok) continue;
    const { name } = found.value;
    terminal.say(`Waiting for ${name} to be done. Ctrl+C stops; --again does not wait.`);
    const watched = await watch(session, id, terminal, signal, {});
    if (signal.aborted) return fail(problem("interrupted", { unfinished: true }));
    if (watched.kind === "stopped") terminal.problem(problemOf(watched.problem, name, true));
    else {
      terminal.say(`${name}:`);
      const account = await ownRowAccount(session, watched.cleaning);
      for (const line of cleaningLines(watched.cleaning, account)) terminal.say(line);
    }
  }
  return ok(ids.length > 0);
}

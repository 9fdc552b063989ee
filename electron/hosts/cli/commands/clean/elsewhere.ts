import type { Cleaning, Price } from "../../../../../shared/bridge/cleanings.ts";
import { problem } from "../../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../../shared/result.ts";
import type { CommandContext } from "../../run.ts";
import { cleaningLines } from "../../writing/report.ts";
import { ownRowAccount } from "../../writing/row-account.ts";
import { allCleanings } from "../find-cleaning.ts";
import { watch } from "../watch.ts";
import { problemOf } from "../whose-problem.ts";
import type { PricedList } from "./clean-list.ts";

/**
 * Waits for the cleanings that bring home for nothing what the lists ask for, and for those that are to write to the same
 * place, each of them once: `waited` holds their ids. Answers whether any was waited for: then prices and places are to be
 * asked for anew. Problem: `interrupted`.
 */
export async function waitForOthers(
  { session, terminal, signal }: CommandContext,
  lists: readonly PricedList[],
  waited: Set<string>,
): Promise<Result<boolean>> {
  const known = await allCleanings(session);
  if (!known.ok) return known;
  const places = new Set(lists.map(({ out }) => out.path));
  const writers = known.value.filter(
    (one) => one.out !== null && one.out.rows === null && places.has(one.out.path) && goesOn(one),
  );
  const all = new Set([
    ...lists.flatMap(({ price: { underWayIn = [] } }) => underWayIn),
    ...writers.map(({ id }) => id),
  ]);
  const ids = [...all].filter((id) => !waited.has(id));
  for (const id of ids) {
    waited.add(id);
    const found = await session.call("cleanings.get", { cleaningId: id }, signal);
    // Gone since: its addresses are under way no more.
    if (!found.ok) continue;
    const { name } = found.value;
    terminal.say(`Waiting for ${name} to be done. Ctrl+C stops; --again does not wait.`);
    const watched = await watch(session, id, terminal, signal, { waitForCredits: false });
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

/** Whether it comes to its end, and to its file, by itself. */
function goesOn({ state, problem: met }: Cleaning): boolean {
  return state === "running" || state === "waiting" || (state === "done" && met === null);
}

/** Addresses of the lists that may be paid for already, or will be, somewhere else. */
export function elsewhere(prices: readonly Price[]): number {
  return prices.reduce((sum, { underWay = 0, held = 0, paid = 0 }) => sum + underWay + held + paid, 0);
}

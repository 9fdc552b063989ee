import { ok } from "../../../shared/result.ts";
import { flagsOf, verdictOf } from "../../../shared/verdicts.ts";
import type { Accounts } from "../accounts/index.ts";
import { checkSyntax, suggestAddress } from "../addresses/index.ts";
import { type Checks, createChecks } from "../checks/index.ts";
import type { Cleanings } from "../cleanings/index.ts";
import type { Clock } from "../handlers.ts";
import { freshnessAt, longPastAt } from "../results/index.ts";
import { createSuppressionLookup, type SettingsStore } from "../settings/index.ts";
import type { Journal, Layout } from "../store/index.ts";
import type { TaskRunner } from "../threads/index.ts";
import type { EngineTasks } from "../work.ts";

interface ComposeChecksOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly accounts: Accounts;
  readonly settings: SettingsStore;
  readonly cleanings: Cleanings;
  readonly runner: TaskRunner<EngineTasks>;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** Checks of single addresses, with the archive for what is known of them. */
export function composeChecks({
  journal,
  layout,
  accounts,
  settings,
  cleanings,
  runner,
  clock,
  log,
}: ComposeChecksOptions): Checks {
  const { archive, dataDir } = layout;

  const freshness = () => freshnessAt(clock.now(), settings.current());

  const longPast = () => longPastAt(clock.now(), settings.current());

  /** The list that the address may be paid for in, and whose verdict of it is not here; null: none. */
  async function heldIn(scope: string, address: string) {
    const holders = cleanings.holders(scope);
    return holders.length === 0 ? ok(null) : runner.run("cleanings.heldIn", { dataDir, address, holders });
  }

  return createChecks({
    accounts,
    clock,
    async lookUp(scope, address) {
      const asked = { archive, scope, address, fresh: freshness(), longPast: longPast() };
      const known = await runner.run("results.recall", asked);
      if (!known.ok) return known;
      const { known: newest, unansweredSince } = known.value;
      const verdict = newest === null ? null : verdictOf(newest.verdict);
      if (newest !== null && verdict !== null)
        return ok({ verdict, flags: flagsOf(newest.flags), verifiedAt: newest.verifiedAt });
      const inList = await heldIn(scope, address);
      if (!inList.ok) return inList;
      if (inList.value !== null) return ok({ heldIn: inList.value });
      const sentSince = unansweredSince ?? (await cleanings.checkSentSince(scope, address));
      return ok(sentSince === null ? null : { unansweredSince: sentSince });
    },
    async unanswered(scope) {
      const all = await runner.run("results.unanswered", { archive, scope });
      return all.ok ? ok(all.value.filter(({ at }) => at >= longPast())) : all;
    },
    asking: (scope, check, whileWaiting) =>
      runner.run("results.asking", { archive, scope, check }, whileWaiting),
    settle: (scope, address, earlier) => runner.run("results.settle", { archive, scope, address, earlier }),
    async remember(scope, check) {
      return runner.run("results.remember", { archive, scope, check });
    },
    async kept(scope, address) {
      const traced = await runner.run("results.trace", { archive, scope, address, fresh: freshness() });
      if (!traced.ok) return traced;
      const { checks: single, cleanings: ids, isKnown } = traced.value;
      return ok({
        checks: single,
        lists: ids.flatMap((id) => cleanings.named(id) ?? []),
        stillKnown: isKnown,
      });
    },
    forget: (address) => runner.run("results.forgetChecks", { archive, address }),
    suggest: (address) => suggestAddress(address, settings.current().referenceOverrides),
    malformed: checkSyntax,
    isSuppressed: createSuppressionLookup({ journal, layout, runner }),
    log,
  });
}

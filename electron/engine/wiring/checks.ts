import { foldAddress } from "../../../shared/fold-addresses.ts";
import { OUTCOME_EFFECTS } from "../../../shared/mail-outcomes.ts";
import { assertNever, fail, ok, type Result } from "../../../shared/result.ts";
import { flagsOf, verdictOf } from "../../../shared/verdicts.ts";
import type { Accounts } from "../accounts/index.ts";
import { type Checks, type Cleanings, createChecks } from "../cleanings/index.ts";
import type { Clock } from "../clock.ts";
import { freshnessAt, type Ledger, unansweredCutoff } from "../ledger/index.ts";
import { createSuppressionLookup, hasBounces } from "../memory/index.ts";
import type { SettingsStore } from "../settings/index.ts";
import { type Journal, type Layout, storeProblem, type TaskRunner } from "../store/index.ts";
import type { EngineTasks } from "../task-table.ts";
import { checkSyntax, suggestAddress } from "../text/index.ts";

interface WireChecksOptions {
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly layout: Layout;
  readonly accounts: Accounts;
  readonly settings: SettingsStore;
  readonly cleanings: Cleanings;
  readonly runner: TaskRunner<EngineTasks>;
  /** Returns the name of the colleague whose claim this is; `null` for own cleanings. */
  readonly colleague: (cleaningId: string) => string | null;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

export function wireChecks(tools: WireChecksOptions): Checks {
  const { journal, ledger, layout, accounts, settings, cleanings, runner, clock, log } = tools;
  const { archive, dataDir } = layout;

  const freshness = () => freshnessAt(clock.now(), settings.current());

  const longPast = () => unansweredCutoff(clock.now(), settings.current());

  /** Returns the last hard bounce if it is newer than every verdict; `null` otherwise. */
  async function lastBounce(
    scope: string,
    address: string,
  ): Promise<Result<{ at: number; by: string } | null>> {
    if (!hasBounces(journal)) return ok(null);
    const facts = await runner.run("memory.factsAbout", { dataDir, address });
    if (!facts.ok) return facts;
    const bounce = facts.value.find(({ outcome }) => OUTCOME_EFFECTS[outcome].isUndeliverable);
    if (bounce === undefined) return ok(null);
    const ofAnyAge = { freshAfter: Number.NEGATIVE_INFINITY, freshAfterUnknown: Number.NEGATIVE_INFINITY };
    const anyAge = { ...freshness(), ...ofAnyAge };
    const ever = await runner.run("ledger.recall", {
      archive,
      scope,
      address,
      freshness: anyAge,
      claims: [],
    });
    if (!ever.ok) return ever;
    const verified = ever.value.kind === "known" ? ever.value.verdict.verifiedAt : 0;
    return ok(bounce.at > verified ? { at: bounce.at, by: bounce.source ?? bounce.name } : null);
  }

  return createChecks({
    accounts,
    clock,
    async lookUp(scope, address) {
      const folded = foldAddress(address.trim());
      const bounced = await lastBounce(scope, folded);
      if (!bounced.ok) return bounced;
      if (bounced.value !== null) return ok({ kind: "bounced", ...bounced.value });
      const claims = ledger.claims(scope, longPast());
      const question = { archive, scope, address: folded, freshness: freshness(), claims };
      const recalled = await runner.run("ledger.recall", question);
      if (!recalled.ok) return recalled;
      const found = recalled.value;
      const check = claims.find(({ address: own }) => own === folded);
      switch (found.kind) {
        case "known": {
          const { verdict, flags, verifiedAt } = found.verdict;
          const known = verdictOf(verdict);
          if (known === null) return ok({ kind: "unknown" });
          return ok({ kind: "known", known: { verdict: known, flags: flagsOf(flags), verifiedAt } });
        }
        case "open": {
          const list = found.cleaningId === null ? null : cleanings.summaryOf(found.cleaningId);
          const colleague = found.cleaningId === null ? null : tools.colleague(found.cleaningId);
          if (colleague !== null) return ok({ kind: "open", by: { kind: "colleague", name: colleague } });
          return ok(
            list === null
              ? { kind: "lost", at: check?.at }
              : { kind: "open", by: { kind: "list", name: list.name } },
          );
        }
        case "lost":
          return ok({ kind: "lost", at: check?.at });
        case "unknown":
          return ok(found);
        default:
          return assertNever(found);
      }
    },
    unanswered: (scope) => ledger.unanswered(scope, longPast()),
    claim(scope, address) {
      try {
        return ok(ledger.claimCheck(scope, address, clock.now()));
      } catch (error) {
        const stored = storeProblem(error, layout.journal, dataDir);
        if (stored === null) throw error;
        return fail(stored);
      }
    },
    endClaim(claim, how) {
      ledger.endCheck(claim, how);
      cleanings.onClaimEnded();
    },
    async remember(scope, check) {
      return runner.run("ledger.remember", { archive, scope, check });
    },
    async kept(scope, address) {
      const traced = await runner.run("ledger.trace", { archive, scope, address, freshness: freshness() });
      if (!traced.ok) return traced;
      const { checks: single, cleanings: ids, isKnown } = traced.value;
      return ok({
        checks: single + ledger.unansweredOf(address),
        lists: ids.flatMap((id) => cleanings.summaryOf(id) ?? []),
        stillKnown: isKnown,
      });
    },
    async forget(address) {
      const forgotten = await runner.run("ledger.forgetChecks", { archive, address });
      return forgotten.ok ? ok(forgotten.value + ledger.forgetChecks(address)) : forgotten;
    },
    suggest: (address) => suggestAddress(address, settings.current().referenceOverrides),
    malformed: checkSyntax,
    findSuppression: createSuppressionLookup({ journal, layout, runner }),
    log,
  });
}

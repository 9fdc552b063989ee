import { foldAddress } from "../../../../shared/addresses.ts";
import { type Check, MOST_UNANSWERED } from "../../../../shared/bridge/checks.ts";
import type { EngineCallName } from "../../../../shared/bridge.ts";
import { problem } from "../../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../../shared/result.ts";
import { type Handlers, unlessAborted } from "../../handlers.ts";
import { createAnswers, DO_NOT_MAIL, NOT_LOOKED_UP } from "./answers.ts";
import { readPasted } from "./pasted.ts";
import { createSending } from "./sending.ts";
import { createSharedRequests } from "./shared-requests.ts";
import type { CheckOptions } from "./types.ts";

export type CheckCallName = Extract<EngineCallName, `checks.${string}`>;

/** What a check came to, and the account that asked the service; null: memory answered. */
interface SharedAnswer {
  readonly check: Check;
  readonly by: string | null;
}

/** Checks of single addresses. */
export interface Checks {
  /** The handlers of every 'checks.*' call. A check that fails is an answer too: it never blocks the user's work. */
  readonly handlers: Handlers<CheckCallName>;
  /** Settles once the archive has taken, or refused, every verdict that has come until then. */
  stored(): Promise<void>;
}

/** Checks of single addresses, from what is known or by `options.accounts`' services; nothing is under way yet. */
export function createChecks(options: CheckOptions): Checks {
  const { accounts, lookUp } = options;
  const answers = createAnswers(options.suggest);
  const { checked, bounced, held, unchecked } = answers;
  const sending = createSending(options, answers);
  /** Addresses, folded, that the service is asked about, or whose answers are being kept. */
  const underWay: string[] = [];
  // Given up while it waited for its turn: whoever asks for the same then begins anew.
  const requests = createSharedRequests<SharedAnswer>(({ check }) => check.problem?.code === "cancelled");

  const handlers: Handlers<CheckCallName> = {
    async "checks.check"({ accountId, address, again, anyway, batch }, { signal }) {
      const scope = accounts.scope(accountId);
      if (!scope.ok) return scope;
      const met = await meet(address, anyway, signal);
      if (!met.ok) return met;
      if (met.value.check !== null) return ok(met.value.check);
      const { suppressed } = met.value;
      // The same address asked for twice at once is paid for once, by whichever account of the service.
      const name = JSON.stringify([scope.value, foldAddress(address)]);
      for (;;) {
        const { check: answer, by } = await requests.join(
          name,
          // What is under way is joined before memory is looked into: it may be there by the time that memory answers.
          async (everyone) => {
            const known = again ? null : await recall(scope.value, address);
            if (known !== null) return { check: known, by: null };
            const folded = foldAddress(address);
            underWay.push(folded);
            const check = await sending
              .ask(accountId, scope.value, address, { name, lane: batch }, everyone)
              .finally(() => underWay.splice(underWay.indexOf(folded), 1));
            return { check, by: accountId };
          },
          () => ({
            check: unchecked(
              address,
              sending.isSent(name) ? problem("check_unheard", { cut: true }) : problem("cancelled"),
            ),
            by: accountId,
          }),
          signal,
        );
        // Whoever asks anew may have joined somebody who was answered from memory.
        if (again && by === null) continue;
        // What kept another account's check from being made need not keep this one's.
        const isOthers = by !== null && by !== accountId;
        if (isOthers && answer.verdict === null && answer.problem?.code !== "check_unheard") continue;
        const own = { ...answer, address };
        return ok(suppressed ? { ...own, suppressed: true, advice: DO_NOT_MAIL } : own);
      }
    },

    async "checks.known"({ accountId, address }) {
      const scope = accounts.scope(accountId);
      if (!scope.ok) return scope;
      const known = await recall(scope.value, address);
      return ok({ check: known === null || known.verdict === null ? null : known });
    },

    async "checks.read"({ text }) {
      return ok(readPasted(text));
    },

    async "checks.unanswered"({ accountId }) {
      const scope = accounts.scope(accountId);
      if (!scope.ok) return scope;
      const told = options.unanswered(scope.value).slice(0, MOST_UNANSWERED);
      return ok({
        checks: told.map(({ address, at }) => unchecked(address, problem("check_unheard_before", { at }))),
      });
    },

    async "checks.kept"({ accountId, address }) {
      const scope = accountId === null ? null : accounts.scope(accountId);
      if (scope !== null && !scope.ok) return scope;
      const kept = await options.kept(scope?.value ?? null, address);
      return kept.ok ? ok({ ...kept.value, lists: [...kept.value.lists] }) : kept;
    },

    async "checks.forget"({ address }) {
      // Its answer would be kept after all.
      if (underWay.includes(foldAddress(address))) return fail(problem("check_under_way"));
      const forgotten = await options.forget(address);
      return forgotten.ok ? ok({ forgotten: forgotten.value }) : forgotten;
    },

    async "checks.queue"({ accountId }): Promise<Result<ReturnType<typeof accounts.checks>>> {
      const scope = accounts.scope(accountId);
      return scope.ok ? ok(accounts.checks(accountId)) : fail(scope.problem);
    },
  };

  return { handlers, stored: sending.stored };

  /** What is said of it without looking into memory, or null; and whether it is on a suppression list all the same. */
  async function meet(
    address: string,
    anyway: boolean,
    signal: AbortSignal,
  ): Promise<Result<{ check: Check; suppressed?: never } | { check: null; suppressed: boolean }>> {
    if (options.malformed?.(address) != null)
      return ok({ check: unchecked(address, problem("address_required", { address })) });
    const suppressed = await unlessAborted(signal, options.isSuppressed(address));
    if (signal.aborted) return fail(problem("cancelled"));
    if (!suppressed.ok)
      return ok({ check: { ...unchecked(address, suppressed.problem), advice: NOT_LOOKED_UP } });
    return ok(
      suppressed.value && !anyway ? { check: held(address) } : { check: null, suppressed: suppressed.value },
    );
  }

  /** Null: it is not known. What cannot be looked up is not paid for, unless the user asks for that. */
  async function recall(scope: string, address: string): Promise<Check | null> {
    const known = await lookUp(scope, address).catch(() => {
      options.log?.("a check could not look into the archive");
      return fail(problem("memory_unread"));
    });
    if (!known.ok) return unchecked(address, known.problem);
    const found = known.value;
    switch (found.kind) {
      case "known":
        return checked(address, found.known.verdict, found.known.flags, found.known.verifiedAt, "known");
      case "bounced":
        return bounced(address, found.at, found.by);
      case "open":
        return unchecked(address, problem("check_in_list", { name: found.list }));
      case "lost":
        return unchecked(address, problem("check_unheard_before", { at: found.at }));
      case "unknown":
        return null;
      default:
        return assertNever(found);
    }
  }
}

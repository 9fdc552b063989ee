import { type Check, MAX_UNANSWERED_CHECKS } from "../../../../shared/bridge/checks.ts";
import type { EngineCallName } from "../../../../shared/bridge.ts";
import { foldAddress } from "../../../../shared/fold-addresses.ts";
import { problem } from "../../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../../shared/result.ts";
import { raceAbort } from "../../concurrency.ts";
import type { Handlers } from "../../handlers.ts";
import type { CheckOptions } from "../types.ts";
import { createCheckResults, DO_NOT_MAIL, NOT_LOOKED_UP } from "./check-results.ts";
import { readPasted } from "./pasted-addresses.ts";
import { createCheckSender } from "./sending.ts";

interface SharedRequest<T> {
  readonly done: Promise<T>;
  readonly control: AbortController;
  waiting: number;
}

/**
 * Runs work by name; callers with the same name share it. `isGivenUp` returns whether a value results from an abort
 * because the last caller left.
 */
function createSharedRequests<T>(isGivenUp: (value: T) => boolean) {
  const running = new Map<string, SharedRequest<T>>();

  function begin(name: string, work: (signal: AbortSignal) => Promise<T>): SharedRequest<T> {
    const control = new AbortController();
    const request: SharedRequest<T> = { control, waiting: 0, done: work(control.signal) };
    const remove = () => {
      if (running.get(name) === request) running.delete(name);
    };
    request.done.then(remove, remove);
    running.set(name, request);
    return request;
  }

  return {
    /**
     * Joins the work called `name` or starts it. Aborts it when its last caller leaves. A caller that leaves early gets
     * `left()`.
     */
    async join(
      name: string,
      work: (signal: AbortSignal) => Promise<T>,
      left: () => T,
      signal: AbortSignal,
    ): Promise<T> {
      for (;;) {
        if (signal.aborted) return left();
        const request = running.get(name) ?? begin(name, work);
        const isAborted = request.control.signal.aborted;
        const value = await wait(request, left, signal);
        if (!isAborted || signal.aborted || !isGivenUp(value)) return value;
      }
    },
  };

  async function wait(request: SharedRequest<T>, left: () => T, signal: AbortSignal): Promise<T> {
    request.waiting++;
    let leave = () => {};
    const gone = new Promise<T>((resolve) => {
      leave = () => resolve(left());
      signal.addEventListener("abort", leave, { once: true });
    });
    try {
      return await Promise.race([request.done, gone]);
    } finally {
      signal.removeEventListener("abort", leave);
      request.waiting--;
      if (request.waiting === 0) request.control.abort();
    }
  }
}

export type CheckCallName = Extract<EngineCallName, `checks.${string}`>;

/** A check's result and the account that sent it; `by` is `null` if it was already known. */
interface SharedAnswer {
  readonly check: Check;
  readonly by: string | null;
}

export interface Checks {
  /** Handlers of the `checks.*` calls. A failed check resolves with its problem, so it never blocks the user. */
  readonly handlers: Handlers<CheckCallName>;
  /** Resolves once the archive has stored or rejected all verdicts received so far. */
  stored(): Promise<void>;
}

export function createChecks(options: CheckOptions): Checks {
  const { accounts, lookUp } = options;
  const answers = createCheckResults(options.suggest);
  const { checked, bounced, held, unchecked } = answers;
  const sending = createCheckSender(options, answers);
  /** Folded addresses that are being checked or stored. */
  const underWay: string[] = [];
  // A check cancelled before it was sent is started again for the next caller.
  const requests = createSharedRequests<SharedAnswer>(({ check }) => check.problem?.code === "cancelled");

  const handlers: Handlers<CheckCallName> = {
    async "checks.check"({ accountId, address, again, anyway, batch }, { signal }) {
      const scope = accounts.scope(accountId);
      if (!scope.ok) return scope;
      const existing = await meet(address, anyway, signal);
      if (!existing.ok) return existing;
      if (existing.value.check !== null) return ok(existing.value.check);
      const { suppressed } = existing.value;
      // Share by scope: concurrent checks of one address are paid for once, whichever account sends them.
      const name = JSON.stringify([scope.value, foldAddress(address)]);
      for (;;) {
        const { check: answer, by } = await requests.join(
          name,
          // Join a running check before the lookup: its verdict may arrive during the lookup.
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
        // `again` requires a new check, but the joined one may have used a known verdict.
        if (again && by === null) continue;
        // A problem of another account's check need not affect this account.
        const isOthers = by !== null && by !== accountId;
        if (isOthers && answer.verdict === null && answer.problem?.code !== "check_unheard") continue;
        const own = { ...answer, address };
        return ok(suppressed ? { ...own, suppressed: true, isCautioned: true, advice: DO_NOT_MAIL } : own);
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
      const unanswered = options.unanswered(scope.value).slice(0, MAX_UNANSWERED_CHECKS);
      return ok({
        checks: unanswered.map(({ address, at }) =>
          unchecked(address, problem("check_unheard_before", { at })),
        ),
      });
    },

    async "checks.kept"({ accountId, address }) {
      const scope = accountId === null ? null : accounts.scope(accountId);
      if (scope !== null && !scope.ok) return scope;
      const kept = await options.kept(scope?.value ?? null, address);
      return kept.ok ? ok({ ...kept.value, lists: [...kept.value.lists] }) : kept;
    },

    async "checks.forget"({ address }) {
      // A running check would store its answer after the deletion.
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

  /** Returns the check if the address is malformed, erased or suppressed; otherwise whether it is suppressed. */
  async function meet(
    address: string,
    anyway: boolean,
    signal: AbortSignal,
  ): Promise<Result<{ check: Check; suppressed?: never } | { check: null; suppressed: boolean }>> {
    if (options.malformed?.(address) != null)
      return ok({ check: unchecked(address, problem("address_required", { address })) });
    const reason = await raceAbort(signal, options.findSuppression(address));
    if (signal.aborted) return fail(problem("cancelled"));
    if (!reason.ok) return ok({ check: { ...unchecked(address, reason.problem), advice: NOT_LOOKED_UP } });
    if (reason.value === "erased")
      return ok({ check: unchecked(address, problem("address_erased", { address })) });
    const suppressed = reason.value !== null;
    return ok(suppressed && !anyway ? { check: held(address) } : { check: null, suppressed });
  }

  /** Returns the known result; `null` if unknown. A failed lookup returns its problem instead of paying for a check. */
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
        return unchecked(
          address,
          problem("check_in_list", { name: found.by.name, isColleague: found.by.kind === "colleague" }),
        );
      case "lost":
        return unchecked(address, problem("check_unheard_before", { at: found.at }));
      case "unknown":
        return null;
      default:
        return assertNever(found);
    }
  }
}

import { foldAddress } from "../../../shared/addresses.ts";
import type { Check } from "../../../shared/bridge/checks.ts";
import type { EngineCallName } from "../../../shared/bridge.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Flag, Verdict } from "../../../shared/verdicts.ts";
import type { Accounts } from "../accounts/index.ts";
import type { Clock, Handlers } from "../handlers.ts";
import type { ServiceClient, SingleVerification } from "../service/index.ts";
import {
  adviceFor,
  adviceForWord,
  DO_NOT_MAIL,
  KEEP_UNCHECKED,
  KEEP_UNHEARD,
  NO_ADDRESS,
  NOT_LOOKED_UP,
  NOT_VERIFIED,
} from "./advice.ts";
import { createFlights } from "./flights.ts";

/** A verdict that is here already. `verifiedAt` in Unix milliseconds. */
export interface KnownVerdict {
  readonly verdict: Verdict;
  readonly flags: readonly Flag[];
  readonly verifiedAt: number;
}

/** What is kept of an address: single checks of it, and cleanings that brought a verdict of it home. */
export interface Kept {
  readonly checks: number;
  readonly lists: readonly { readonly cleaningId: string; readonly name: string; readonly inBin: boolean }[];
  /** Whether a verdict of theirs is fresh in the scope. */
  readonly stillKnown: boolean;
}

export interface CheckOptions {
  readonly accounts: Pick<Accounts, "client" | "scope" | "refreshCredits" | "checks">;
  readonly clock: Clock;
  /** The newest verdict of the address in the scope that is still fresh, or null. May reject where that cannot be read. */
  readonly lookUp: (scope: string, address: string) => Promise<Result<KnownVerdict | null>>;
  /** Keeps a verdict for later. */
  readonly remember: (
    scope: string,
    check: { address: string; verdict: Verdict; flags: readonly Flag[]; at: number },
  ) => Promise<void>;
  /** Where the address is kept. `scope` null: nobody is to check it next. */
  readonly kept: (scope: string | null, address: string) => Promise<Result<Kept>>;
  /** Erases every single check of the address; answers how many there were. */
  readonly forget: (address: string) => Promise<Result<number>>;
  /** The address that may have been meant, or null. */
  readonly suggest: (address: string) => string | null;
  /** Why it certainly is no address, or null. Such a thing is not worth a credit. */
  readonly malformed?: (address: string) => string | null;
  /** Whether it is on a suppression list. */
  readonly isSuppressed: (address: string) => Promise<Result<boolean>>;
  /** One line for the developer's log, already redacted. */
  readonly log?: (line: string) => void;
}

export type CheckCallName = Extract<EngineCallName, `checks.${string}`>;

/** How often a check that met a 429 takes its place in the queue again. Nothing is charged for those. */
const MOST_TURNS = 5;

/** The handlers of every 'checks.*' call. A check that fails is an answer too: it never blocks the user's work. */
export function createCheckCalls(options: CheckOptions): Handlers<CheckCallName> {
  const { accounts, clock, lookUp, remember, suggest } = options;
  // Given up while it waited for its turn: whoever asks for the same then begins anew.
  /** Addresses, folded, that the service is asked about, or whose answers are being kept. */
  const underWay: string[] = [];
  const flights = createFlights<Check>((check) => check.problem?.code === "cancelled");

  return {
    async "checks.check"({ accountId, address, again, anyway, batch }, { signal }) {
      const scope = accounts.scope(accountId);
      if (!scope.ok) return scope;
      if (options.malformed?.(address) != null) {
        return ok(unchecked(address, problem("address_required", { address })));
      }
      const suppressed = await options.isSuppressed(address);
      if (!suppressed.ok) return ok({ ...unchecked(address, suppressed.problem), advice: NOT_LOOKED_UP });
      if (suppressed.value && !anyway) return ok(held(address));
      // The same address asked for twice at once is paid for once.
      const name = JSON.stringify([accountId, foldAddress(address)]);
      for (;;) {
        const answer = await flights.join(
          name,
          // What is under way is joined before memory is looked into: it may be there by the time that memory answers.
          async (everyone) => {
            const known = again ? null : await recall(scope.value, address);
            if (known !== null) return known;
            const folded = foldAddress(address);
            underWay.push(folded);
            return ask(accountId, scope.value, address, batch, everyone).finally(() =>
              underWay.splice(underWay.indexOf(folded), 1),
            );
          },
          () => unchecked(address, problem("cancelled")),
          signal,
        );
        // Whoever asks anew may have joined somebody who found it in memory.
        if (again && answer.source === "known") continue;
        const own = { ...answer, address };
        return ok(suppressed.value ? { ...own, suppressed: true, advice: DO_NOT_MAIL } : own);
      }
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

  /** Null: it is not known. What cannot be looked up is not paid for, unless the user asks for that. */
  async function recall(scope: string, address: string): Promise<Check | null> {
    const known = await lookUp(scope, address).catch(() => {
      options.log?.("a check could not look into the archive");
      return fail(problem("memory_unread"));
    });
    if (!known.ok) return unchecked(address, known.problem);
    if (known.value === null) return null;
    const { verdict, flags, verifiedAt } = known.value;
    return checked(address, verdict, flags, verifiedAt, "known");
  }

  async function ask(
    accountId: string,
    scope: string,
    address: string,
    lane: string | undefined,
    signal: AbortSignal,
  ): Promise<Check> {
    const client = await accounts.client(accountId);
    if (!client.ok) return unchecked(address, client.problem);
    const answer = await verify(client.value, address, lane, signal);
    if (!answer.ok) return unchecked(address, answer.problem);
    const { verdict, flags, isKnown, rawVerdict } = answer.value;
    const at = clock.now();
    // What was not understood is nothing to be known by the next time.
    if (isKnown) {
      try {
        await remember(scope, { address, verdict, flags, at });
      } catch {
        options.log?.("a check could not be kept in the archive");
      }
    }
    if (accounts.checks(accountId).waiting === 0) refreshBalance(accountId);
    const check = checked(address, verdict, flags, at, "service");
    return isKnown ? check : { ...check, advice: adviceForWord(rawVerdict) };
  }

  /** The balance is news, not part of the answer: nobody waits for it, and its failure ends nothing. */
  function refreshBalance(accountId: string): void {
    accounts
      .refreshCredits(accountId)
      .catch(() => options.log?.("the balance could not be kept after a check"));
  }

  async function verify(
    client: ServiceClient,
    address: string,
    lane: string | undefined,
    signal: AbortSignal,
  ): Promise<Result<SingleVerification>> {
    for (let turn = 1; ; turn++) {
      // Whoever asked may leave; what is sent is paid for, and its answer is kept for the next time.
      const answer = await client.verify(address, { lane, hearOut: true, signal });
      if (answer.ok) return ok(answer.value);
      const { problem: why, effect } = answer.error;
      // Whoever is told that nothing is lost tries again, and pays again.
      if (effect === "unknown") return fail(problem("check_unheard", { why: why.title }));
      // A 429 was certainly not charged.
      if (why.code !== "rate_limited" || turn === MOST_TURNS) return fail(why);
    }
  }

  function checked(
    address: string,
    verdict: Verdict,
    flags: readonly Flag[],
    checkedAt: number,
    source: "service" | "known",
  ): Check {
    const advice = adviceFor(verdict, flags);
    const suggestion = suggest(address);
    return {
      address,
      verdict,
      flags: [...flags],
      checkedAt,
      source,
      advice,
      suggestion,
      suppressed: false,
      problem: null,
    };
  }

  /** On a suppression list, and not verified for that. */
  function held(address: string): Check {
    return { ...WITHOUT_VERDICT, address, advice: NOT_VERIFIED, suppressed: true };
  }

  function unchecked(address: string, why: Problem): Check {
    return {
      ...WITHOUT_VERDICT,
      address,
      advice: adviceWithout(why),
      suggestion: suggest(address),
      problem: why,
    };
  }
}

const WITHOUT_VERDICT = {
  verdict: null,
  flags: [],
  checkedAt: null,
  source: null,
  suggestion: null,
  suppressed: false,
  problem: null,
} satisfies Partial<Check>;

/** One sentence on what to do with an address without a verdict. */
function adviceWithout(why: Problem): string {
  if (why.code === "address_required") return NO_ADDRESS;
  return why.code === "check_unheard" ? KEEP_UNHEARD : KEEP_UNCHECKED;
}

import { foldAddress } from "../../../shared/addresses.ts";
import { type Check, MOST_UNANSWERED } from "../../../shared/bridge/checks.ts";
import type { EngineCallName } from "../../../shared/bridge.ts";
import { causedBy, type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Flag, Verdict } from "../../../shared/verdicts.ts";
import type { Accounts } from "../accounts/index.ts";
import { unlessAborted } from "../closing.ts";
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
import { readPasted } from "./pasted.ts";

/** A verdict that is here already. `verifiedAt` in Unix milliseconds. */
export interface KnownVerdict {
  readonly verdict: Verdict;
  readonly flags: readonly Flag[];
  readonly verifiedAt: number;
}

/** A check of the address was sent then (Unix milliseconds), and its answer never came. */
export interface UnansweredSince {
  readonly unansweredSince: number;
}

/** Then (Unix milliseconds) it was lost what is known of addresses that were checked: this one may be among them. */
export interface LostSince {
  readonly lostSince: number;
}

/** What is kept of an address: single checks of it, and cleanings that brought a verdict of it home. */
export interface Kept {
  readonly checks: number;
  readonly lists: readonly {
    readonly cleaningId: string;
    readonly name: string;
    readonly inBin: boolean;
    readonly sandbox: boolean;
  }[];
  /** Whether a verdict of theirs is fresh in the scope. */
  readonly stillKnown: boolean;
}

export interface CheckOptions {
  readonly accounts: Pick<Accounts, "client" | "scope" | "refreshCredits" | "checks">;
  readonly clock: Clock;
  /**
   * The newest verdict of the address in the scope that is still fresh, else whether a check of it may have been paid for,
   * or null. May reject where that cannot be read.
   */
  readonly lookUp: (
    scope: string,
    address: string,
  ) => Promise<Result<KnownVerdict | UnansweredSince | LostSince | null>>;
  /** Checks of the scope that were sent not long ago, and whose answers are not here, newest first. May reject. */
  readonly unanswered: (scope: string) => Promise<Result<readonly { address: string; at: number }[]>>;
  /**
   * Notes that a check is about to be sent. It is on disk then, however Winnow ends. Answers when an earlier one was sent
   * that was never answered, or null. Given up by `signal` only before it is begun, which `onBegun` is told. May reject.
   */
  readonly asking: (
    scope: string,
    check: { address: string; at: number },
    whileWaiting: { signal: AbortSignal; onBegun: () => void },
  ) => Promise<Result<number | null>>;
  /** Takes that note back: the check was answered without a verdict, or not sent. The `earlier` one's stays. May reject. */
  readonly settle: (scope: string, address: string, earlier: number | null) => Promise<Result<null>>;
  /** Keeps a verdict for later, and that the check is answered. May reject. */
  readonly remember: (
    scope: string,
    check: { address: string; verdict: Verdict; flags: readonly Flag[]; at: number },
  ) => Promise<Result<null>>;
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

/** What a check came to, and the account that asked the service; null: memory answered. */
interface Flown {
  readonly check: Check;
  readonly by: string | null;
}

/** How often a check that met a 429 takes its place in the queue again. Nothing is charged for those. */
const MOST_TURNS = 5;

/** What the archive does before a check is sent, and once it is answered: it keeps what was paid for, or takes the note back. */
const NOTING = "note a check";
const KEEPING = "keep a verdict";
const SETTLING = "note an answer";

/** Checks of single addresses. */
export interface Checks {
  /** The handlers of every 'checks.*' call. A check that fails is an answer too: it never blocks the user's work. */
  readonly handlers: Handlers<CheckCallName>;
  /** Settles once the archive has taken, or refused, every verdict that has come until then, and has no note of what was not sent. */
  stored(): Promise<void>;
}

/** Checks of single addresses, from what is known or by `options.accounts`' services; nothing is under way yet. */
export function createChecks(options: CheckOptions): Checks {
  const { accounts, clock, lookUp, remember, suggest } = options;
  /** Addresses, folded, that the service is asked about, or whose answers are being kept. */
  const underWay: string[] = [];
  /** Checks, by the names of their flights, that are on their way to the service: they may be paid for by now. */
  const sent = new Set<string>();
  // Given up while it waited for its turn: whoever asks for the same then begins anew.
  const flights = createFlights<Flown>(({ check }) => check.problem?.code === "cancelled");
  /** What the archive is about to take, and checks that are noted and not sent yet. */
  const storing = new Set<Promise<unknown>>();

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
        const { check: answer, by } = await flights.join(
          name,
          // What is under way is joined before memory is looked into: it may be there by the time that memory answers.
          async (everyone) => {
            const known = again ? null : await recall(scope.value, address);
            if (known !== null) return { check: known, by: null };
            const folded = foldAddress(address);
            underWay.push(folded);
            const check = await ask(accountId, scope.value, address, { name, lane: batch }, everyone).finally(
              () => underWay.splice(underWay.indexOf(folded), 1),
            );
            return { check, by: accountId };
          },
          () => ({
            check: unchecked(
              address,
              sent.has(name) ? problem("check_unheard", { cut: true }) : problem("cancelled"),
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

    async "checks.recall"({ accountId, address, anyway }, { signal }) {
      const scope = accounts.scope(accountId);
      if (!scope.ok) return scope;
      const met = await meet(address, anyway, signal);
      if (!met.ok) return met;
      return ok({ check: met.value.check ?? (await recall(scope.value, address)) });
    },

    async "checks.read"({ text }) {
      return ok(readPasted(text));
    },

    async "checks.unanswered"({ accountId }) {
      const scope = accounts.scope(accountId);
      if (!scope.ok) return scope;
      const all = await options.unanswered(scope.value).catch(() => fail(problem("memory_unread")));
      if (!all.ok) return all;
      const over = all.value.filter(({ address }) => !underWay.includes(address));
      const told = over.slice(0, MOST_UNANSWERED);
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

  return {
    handlers,
    async stored() {
      while (storing.size > 0) await Promise.all(storing);
    },
  };

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
    if (known.value === null) return null;
    if ("unansweredSince" in known.value)
      return unchecked(address, problem("check_unheard_before", { at: known.value.unansweredSince }));
    if ("lostSince" in known.value)
      return unchecked(address, problem("check_notes_lost", { at: known.value.lostSince }));
    const { verdict, flags, verifiedAt } = known.value;
    return checked(address, verdict, flags, verifiedAt, "known");
  }

  async function ask(
    accountId: string,
    scope: string,
    address: string,
    flight: { name: string; lane: string | undefined },
    signal: AbortSignal,
  ): Promise<Check> {
    const client = await accounts.client(accountId);
    if (!client.ok) return unchecked(address, client.problem);
    const answer = await verify(client.value, scope, address, flight, signal).finally(() =>
      sent.delete(flight.name),
    );
    if (!answer.ok) return unchecked(address, answer.problem);
    const { verdict, flags, isKnown, rawVerdict } = answer.value;
    const at = clock.now();
    // What was not understood is nothing to be known by the next time.
    const kept = isKnown
      ? await stored(KEEPING, remember(scope, { address, verdict, flags, at }))
      : await stored(SETTLING, options.settle(scope, address, null));
    if (accounts.checks(accountId).waiting === 0) refreshBalance(accountId);
    const found = checked(address, verdict, flags, at, "service");
    const check = isKnown && kept !== null ? { ...found, problem: problem("check_unkept") } : found;
    return isKnown ? check : { ...check, advice: adviceForWord(rawVerdict) };
  }

  /** Why the archive did not take something; null: it did. */
  async function stored(what: string, writing: Promise<Result<null>>): Promise<Problem | null> {
    const settled = writing.catch(() => fail(problem("memory_unread")));
    if (what !== NOTING) storing.add(settled);
    const done = await settled;
    storing.delete(settled);
    if (done.ok) return null;
    // Only Winnow's end cancels: a note that is not made sends no check, and one that stays asks before the next is paid for.
    if (done.problem.code !== "cancelled")
      options.log?.(`the archive could not ${what}: ${done.problem.code}`);
    return done.problem;
  }

  /** The balance is news, not part of the answer: nobody waits for it, and its failure ends nothing. */
  function refreshBalance(accountId: string): void {
    accounts
      .refreshCredits(accountId)
      .catch(() => options.log?.("the balance could not be kept after a check"));
  }

  async function verify(
    client: ServiceClient,
    scope: string,
    address: string,
    { name, lane }: { name: string; lane: string | undefined },
    signal: AbortSignal,
  ): Promise<Result<SingleVerification>> {
    // Noted before it is sent: however Winnow ends, the next one knows that it may have been paid for.
    let noted: { readonly earlier: number | null } | null = null;
    const note = async (onBegun: () => void) => {
      const asked = await options.asking(scope, { address, at: clock.now() }, { signal, onBegun });
      if (!asked.ok) return asked;
      noted = { earlier: asked.value };
      return ok(null);
    };
    // A check that came to nothing says nothing of an earlier one, which may have been paid for.
    const settle = async () => {
      const own = noted;
      noted = null;
      if (own !== null) await stored(SETTLING, options.settle(scope, address, own.earlier));
    };
    const sending = async () => {
      const over = Promise.withResolvers<void>();
      try {
        // What holds the archive up to then is not waited for by Winnow's end: nothing is lost with a note that is not begun.
        const kept = await stored(
          NOTING,
          note(() => void storing.add(over.promise)),
        );
        if (kept !== null) return kept;
        if (!signal.aborted) {
          sent.add(name);
          return null;
        }
        // One that outlived its check would say that it may have been paid for.
        await settle();
        return problem("cancelled");
      } finally {
        storing.delete(over.promise);
        over.resolve();
      }
    };
    for (let turn = 1; ; turn++) {
      // Whoever asked may leave; what is sent is paid for, and its answer is kept for the next time.
      const answer = await client.verify(address, { lane, hearOut: true, sending, signal });
      if (answer.ok) return ok(answer.value);
      const { problem: why, effect } = answer.error;
      // Whoever is told that nothing is lost tries again, and pays again.
      if (effect === "unknown")
        return fail(
          problem("check_unheard", why.code === "cancelled" ? { cut: true } : { why: causedBy(why) }),
        );
      sent.delete(name);
      await settle();
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
  const isUnheard =
    why.code === "check_unheard" || why.code === "check_unheard_before" || why.code === "check_notes_lost";
  return isUnheard ? KEEP_UNHEARD : KEEP_UNCHECKED;
}

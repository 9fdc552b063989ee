import type { Check } from "../../../shared/bridge/checks.ts";
import { causedBy, type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { ServiceClient, SingleVerification } from "../service/index.ts";
import { adviceForWord } from "./advice.ts";
import type { Answers } from "./answers.ts";
import type { CheckOptions } from "./types.ts";

/** How often a check that met a 429 takes its place in the queue again. Nothing is charged for those. */
const MOST_TURNS = 5;

/** What the archive does before a check is sent, and once it is answered: it keeps what was paid for, or takes the note back. */
const NOTING = "note a check";
const KEEPING = "keep a verdict";
const SETTLING = "note an answer";

export type SendingOptions = Pick<
  CheckOptions,
  "accounts" | "clock" | "asking" | "settle" | "remember" | "log"
>;

/** A check on its way: its name among all of them, and the batch that it belongs to. */
export interface Flight {
  readonly name: string;
  readonly lane: string | undefined;
}

/** Where checks are noted, sent and kept. */
export interface Sending {
  /** Has the account's service verify the address, noted before it is sent. `signal`: nobody waits for it any more. */
  ask(accountId: string, scope: string, address: string, flight: Flight, signal: AbortSignal): Promise<Check>;
  /** Whether the check of that name is on its way to the service: it may be paid for by now. */
  isSent(name: string): boolean;
  /** Settles once the archive has taken, or refused, every verdict that has come until then, and has no note of what was not sent. */
  stored(): Promise<void>;
}

export function createSending(options: SendingOptions, { checked, unchecked }: Answers): Sending {
  const { accounts, clock, remember } = options;
  /** Checks, by the names of their flights, that are on their way to the service. */
  const sent = new Set<string>();
  /** What the archive is about to take, and checks that are noted and not sent yet. */
  const storing = new Set<Promise<unknown>>();

  return {
    ask,
    isSent: (name) => sent.has(name),
    async stored() {
      while (storing.size > 0) await Promise.all(storing);
    },
  };

  async function ask(
    accountId: string,
    scope: string,
    address: string,
    flight: Flight,
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
      ? await archived(KEEPING, remember(scope, { address, verdict, flags, at }))
      : await archived(SETTLING, options.settle(scope, address, null));
    if (accounts.checks(accountId).waiting === 0) refreshBalance(accountId);
    const found = checked(address, verdict, flags, at, "service");
    const check = isKnown && kept !== null ? { ...found, problem: problem("check_unkept") } : found;
    return isKnown ? check : { ...check, advice: adviceForWord(rawVerdict) };
  }

  /** Why the archive did not take something; null: it did. */
  async function archived(what: string, writing: Promise<Result<null>>): Promise<Problem | null> {
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
    { name, lane }: Flight,
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
      if (own !== null) await archived(SETTLING, options.settle(scope, address, own.earlier));
    };
    const sending = async () => {
      const over = Promise.withResolvers<void>();
      try {
        // What holds the archive up to then is not waited for by Winnow's end: nothing is lost with a note that is not begun.
        const kept = await archived(
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
}

import type { Check } from "../../../../shared/bridge/checks.ts";
import { causedBy, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { ServiceClient, SingleVerification } from "../../service/index.ts";
import { type Answers, adviceForWord } from "./answers.ts";
import type { CheckOptions } from "./types.ts";

/** How often a check that met a 429 takes its place in the queue again. Nothing is charged for those. */
const MOST_TURNS = 5;

export type SendingOptions = Pick<
  CheckOptions,
  "accounts" | "clock" | "claim" | "endClaim" | "remember" | "log"
>;

/** A check on its way: its name among all of them, and the batch that it belongs to. */
export interface CheckRequest {
  readonly name: string;
  readonly lane: string | undefined;
}

/** Where checks are claimed, sent and kept. */
export interface Sending {
  /** Has the account's service verify the address, claimed before it is sent. `signal`: nobody waits for it any more. */
  ask(
    accountId: string,
    scope: string,
    address: string,
    request: CheckRequest,
    signal: AbortSignal,
  ): Promise<Check>;
  /** Whether the check of that name is on its way to the service: it may be paid for by now. */
  isSent(name: string): boolean;
  /** Settles once the archive has taken, or refused, every verdict that has come until then. */
  stored(): Promise<void>;
}

export function createSending(options: SendingOptions, { checked, unchecked }: Answers): Sending {
  const { accounts, clock, remember } = options;
  /** Checks, by the names of their requests, that are on their way to the service. */
  const sent = new Set<string>();
  /** What the archive is about to take. */
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
    request: CheckRequest,
    signal: AbortSignal,
  ): Promise<Check> {
    const client = await accounts.client(accountId);
    if (!client.ok) return unchecked(address, client.problem);
    const answer = await verify(client.value, scope, address, request, signal).finally(() =>
      sent.delete(request.name),
    );
    if (!answer.ok) return unchecked(address, answer.problem);
    const { claim, verdict, flags, isKnown, rawVerdict } = answer.value;
    const at = clock.now();
    // What was not understood is nothing to be known by the next time.
    const isKept = !isKnown || (await kept(remember(scope, { address, verdict, flags, at })));
    end(claim, isKept ? "answered" : "unheard");
    if (accounts.checks(accountId).waiting === 0) refreshBalance(accountId);
    const found = checked(address, verdict, flags, at, "service");
    const check = isKept ? found : { ...found, problem: problem("check_unkept") };
    return isKnown ? check : { ...check, advice: adviceForWord(rawVerdict) };
  }

  /** Whether the archive took a verdict. */
  async function kept(writing: Promise<Result<null>>): Promise<boolean> {
    const settled = writing.catch(() => fail(problem("memory_unread")));
    storing.add(settled);
    const done = await settled;
    storing.delete(settled);
    if (!done.ok) options.log?.(`the archive could not keep a verdict: ${done.problem.code}`);
    return done.ok;
  }

  /** A claim that cannot be ended here asks before the next check is paid for. */
  function end(claim: number | null, how: "answered" | "unsent" | "unheard"): void {
    if (claim === null) return;
    try {
      options.endClaim(claim, how);
    } catch {
      options.log?.("the ledger could not note the end of a check");
    }
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
    { name, lane }: CheckRequest,
    signal: AbortSignal,
  ): Promise<Result<SingleVerification & { readonly claim: number | null }>> {
    let claim: number | null = null;
    const sending = async () => {
      if (signal.aborted) return problem("cancelled");
      // However Winnow ends, the next one knows that it may have been paid for.
      const claimed = options.claim(scope, address);
      if (!claimed.ok) return claimed.problem;
      claim = claimed.value;
      sent.add(name);
      return null;
    };
    for (let turn = 1; ; turn++) {
      // Whoever asked may leave; what is sent is paid for, and its answer is kept for the next time.
      const answer = await client.verify(address, { lane, hearOut: true, sending, signal });
      if (answer.ok) return ok({ ...answer.value, claim });
      const { problem: why, effect } = answer.error;
      // Whoever is told that nothing is lost tries again, and pays again.
      end(claim, effect === "unknown" ? "unheard" : "unsent");
      claim = null;
      if (effect === "unknown")
        return fail(
          problem("check_unheard", why.code === "cancelled" ? { cut: true } : { why: causedBy(why) }),
        );
      sent.delete(name);
      // A 429 was certainly not charged.
      if (why.code !== "rate_limited" || turn === MOST_TURNS) return fail(why);
    }
  }
}

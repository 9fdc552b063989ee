import type { Check } from "../../../../shared/bridge/checks.ts";
import { causedBy, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { ServiceClient, SingleVerification } from "../../service/index.ts";
import type { CheckOptions } from "../types.ts";
import { type Answers, adviceForWord } from "./check-results.ts";

/** Times a check is queued again after a 429, which is never charged. */
const MAX_RATE_LIMIT_RETRIES = 5;

export type SendingOptions = Pick<
  CheckOptions,
  "accounts" | "clock" | "claim" | "endClaim" | "remember" | "log"
>;

/** A check to send: its name, unique among running checks, and its batch. */
export interface CheckRequest {
  readonly name: string;
  readonly lane: string | undefined;
}

export function createCheckSender(options: SendingOptions, { checked, unchecked }: Answers) {
  const { accounts, clock, remember } = options;
  const sent = new Set<string>();
  const storing = new Set<Promise<unknown>>();

  return {
    ask,
    /** Returns whether the named check has been sent, so that it may already be paid for. */
    isSent: (name: string) => sent.has(name),
    /** Resolves once the archive has stored or rejected all verdicts received so far. */
    async stored() {
      while (storing.size > 0) await Promise.all(storing);
    },
  };

  /** Verifies the address, after claiming it. `signal` aborts when no caller waits any more. */
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
    // Don't store an unrecognised verdict: the next check must ask again.
    const isKept = !isKnown || (await storeVerdict(remember(scope, { address, verdict, flags, at })));
    end(claim, isKept ? "answered" : "unheard");
    if (accounts.checks(accountId).waiting === 0) refreshBalance(accountId);
    const found = checked(address, verdict, flags, at, "service");
    const check = isKept ? found : { ...found, problem: problem("check_unkept") };
    return isKnown ? check : { ...check, advice: adviceForWord(rawVerdict) };
  }

  async function storeVerdict(writing: Promise<Result<null>>): Promise<boolean> {
    const settled = writing.catch(() => fail(problem("memory_unread")));
    storing.add(settled);
    const done = await settled;
    storing.delete(settled);
    if (!done.ok) options.log?.(`the archive could not keep a verdict: ${done.problem.code}`);
    return done.ok;
  }

  /** Logs failures only: a claim left open makes the next check ask the user first. */
  function end(claim: number | null, how: "answered" | "unsent" | "unheard"): void {
    if (claim === null) return;
    try {
      options.endClaim(claim, how);
    } catch {
      options.log?.("the ledger could not note the end of a check");
    }
  }

  /** Refreshes the balance in the background; failures are logged only. */
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
      // Claim before sending: after a crash, the next session knows that it may have been paid for.
      const claimed = options.claim(scope, address);
      if (!claimed.ok) return claimed.problem;
      claim = claimed.value;
      sent.add(name);
      return null;
    };
    for (let attempt = 1; ; attempt++) {
      // The caller may leave; once sent, the check is paid for and its answer is stored.
      const answer = await client.verify(address, { lane, ignoreAbortOnceSent: true, sending, signal });
      if (answer.ok) return ok({ ...answer.value, claim });
      const { problem: why, effect } = answer.error;
      // Never report a possibly charged check as unsent: a retry would pay twice.
      end(claim, effect === "unknown" ? "unheard" : "unsent");
      claim = null;
      if (effect === "unknown")
        return fail(
          problem("check_unheard", why.code === "cancelled" ? { cut: true } : { why: causedBy(why) }),
        );
      sent.delete(name);
      // Safe to repeat: a 429 is never charged.
      if (why.code !== "rate_limited" || attempt === MAX_RATE_LIMIT_RETRIES) return fail(why);
    }
  }
}

import { causedBy, type Problem, problem } from "../../../../shared/problems.ts";
import { fail, type Result } from "../../../../shared/result.ts";
import { passingFailure } from "../../../../shared/waits.ts";
import type { AccountDirectory } from "../../accounts/index.ts";
import type { Clock, Emit } from "../../handlers.ts";
import { backoff } from "../run/pace.ts";

/** How long a balance is asked for before the price is shown without it. */
export const PATIENCE_FOR_PRICE = 3_000;
/** How long before a cleaning that was agreed to is not begun. */
export const PATIENCE_FOR_START = 45_000;

export interface BalanceOptions {
  readonly accounts: Pick<AccountDirectory, "refreshCredits">;
  readonly clock: Clock;
  readonly emit: Emit;
}

/**
 * Reads the account's balance; what may pass by itself is waited for with growing pauses, `patience` milliseconds in
 * all, and the hosts are told of it. Problems: those of the balance, `balance_unread` when patience ran out, `cancelled`.
 */
export async function readBalance(
  { accounts, clock, emit }: BalanceOptions,
  accountId: string,
  patience: number,
  signal?: AbortSignal,
): Promise<Result<number>> {
  const began = clock.monotonic();
  let told: Problem | null = null;
  try {
    for (let attempt = 1; ; attempt++) {
      const answer = await accounts.refreshCredits(accountId, signal);
      if (answer.ok) return answer;
      if (signal?.aborted) return fail(problem("cancelled"));
      if (passingFailure(answer.problem.code) === null) return answer;
      const pause = backoff(attempt, null);
      if (clock.monotonic() - began + pause > patience)
        return fail(problem("balance_unread", { why: causedBy(answer.problem) }));
      told = answer.problem;
      emit({ event: "balance.waiting", accountId, problem: told });
      await passed(clock, pause, signal);
      if (signal?.aborted) return fail(problem("cancelled"));
    }
  } finally {
    if (told !== null) emit({ event: "balance.waiting", accountId, problem: null });
  }
}

/** Resolves after `milliseconds`, or as soon as `signal` aborts. */
function passed(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      forget();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const forget = clock.after(milliseconds, end);
    signal?.addEventListener("abort", end, { once: true });
  });
}

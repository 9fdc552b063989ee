import { causedBy, problem } from "../../../shared/problems.ts";
import { fail } from "../../../shared/result.ts";
import type { Accounts } from "../accounts/index.ts";
import type { Handlers } from "../handlers.ts";

/** The sandbox is not started, because only one process may have its state. */
export function readOnlyAccountCalls(
  accounts: Accounts,
): Pick<Handlers, "accounts.refresh" | "accounts.sandbox"> {
  return {
    "accounts.refresh": async ({ id }) =>
      accounts.isSandbox(id) ? accounts.placedSandbox() : accounts.refresh(id),
    "accounts.sandbox": async () => accounts.placedSandbox(),
  };
}

/** Returns accounts whose balance is not requested, for prices. */
export function withoutBalance(accounts: Accounts): Accounts {
  const unread = problem("balance_unread", { why: causedBy(problem("not_begun")) });
  return { ...accounts, refreshCredits: async () => fail(unread) };
}

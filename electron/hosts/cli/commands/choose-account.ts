import type { Account } from "../../../../shared/bridge/accounts.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Session } from "../session.ts";

export interface AccountChoice {
  readonly account?: string;
  readonly sandbox?: boolean;
}

/** Returns the account with that label (case-insensitive) or id; `null` if none. */
export function findAccount(accounts: readonly Account[], name: string): Account | null {
  const wanted = name.toLowerCase();
  const labelled = accounts.find((one) => one.label.toLowerCase() === wanted);
  return labelled ?? accounts.find((one) => one.id === name) ?? null;
}

/**
 * Returns the account to use: the named one, the environment's, the selected one, or the only one if none was selected.
 */
export async function chooseAccount(session: Session, choice: AccountChoice): Promise<Result<Account>> {
  if (choice.sandbox === true) return session.call("accounts.sandbox", {});
  const listed = await session.call("accounts.list", {});
  if (!listed.ok) return listed;
  const { accounts } = listed.value;
  if (choice.account !== undefined) {
    const found = findAccount(accounts, choice.account);
    return found === null ? fail(problem("account_unknown", { account: choice.account })) : ok(found);
  }
  if (session.environmentAccount !== null) {
    const found = accounts.find((one) => one.fromEnvironment === true);
    // Never spend another account's credits instead.
    return found === undefined ? fail(problem("account_none")) : ok(found);
  }
  const own = accounts.filter((one) => one.kind === "service");
  const [first] = own;
  if (first === undefined) return fail(problem("account_none"));
  const settings = await session.call("settings.get", {});
  if (!settings.ok) return settings;
  const { accountId } = settings.value;
  const chosen = own.find((one) => one.id === accountId);
  if (chosen !== undefined) return ok(chosen);
  const isGone = accountId !== null && !accounts.some((one) => one.id === accountId);
  if (own.length === 1 && !isGone) return ok(first);
  const labels = own.map((one) => one.label).join(", ");
  // The user must choose whose credits are spent.
  return fail(problem(isGone ? "account_gone" : "account_ambiguous", { accounts: labels }));
}

import type { Account } from "../../../../shared/bridge/accounts.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Session } from "../session.ts";

export interface AccountChoice {
  readonly account?: string;
  readonly sandbox?: boolean;
}

/** Finds an account by label (case-insensitive) or id. Fails with `account_unknown`. */
export function accountNamed(accounts: readonly Account[], name: string): Result<Account> {
  const label = name.toLowerCase();
  const account =
    accounts.find((one) => one.label.toLowerCase() === label) ?? accounts.find(({ id }) => id === name);
  return account === undefined ? fail(problem("account_unknown", { account: name })) : ok(account);
}

/** Like {@link accountNamed}, among all accounts. */
export async function findAccount({ call }: Session, name: string): Promise<Result<Account>> {
  const listed = await call("accounts.list", {});
  return listed.ok ? accountNamed(listed.value.accounts, name) : listed;
}

/**
 * Returns the account to use: the named one, the environment's, the selected one, or the only one if none was selected.
 */
export async function chooseAccount(session: Session, choice: AccountChoice): Promise<Result<Account>> {
  if (choice.sandbox === true) return session.call("accounts.sandbox", {});
  if (choice.account !== undefined) return findAccount(session, choice.account);
  const listed = await session.call("accounts.list", {});
  if (!listed.ok) return listed;
  const { accounts } = listed.value;
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

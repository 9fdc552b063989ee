import type { Account } from "../../../../shared/bridge/accounts.ts";
import { count as n } from "../../../../shared/numbers.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Command } from "../run-command.ts";
import type { Session } from "../session.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { accountNamed } from "./choose-account.ts";
import { iso } from "./follow-cleaning.ts";

export interface CreditsOptions extends OutputOptions {
  readonly account?: string;
}

export function creditsCommand(options: CreditsOptions): Command {
  return async ({ session, terminal }) => {
    const accounts = await askedAccounts(session, options.account);
    if (!accounts.ok) return accounts;
    const read: { account: Account; met: Problem | null }[] = [];
    for (const account of accounts.value) {
      const now = await session.call("accounts.refresh", { id: account.id });
      if (!now.ok && now.problem.code === "cancelled") return now;
      read.push(now.ok ? { account: now.value, met: null } : { account, met: now.problem });
      if (options.json === true) continue;
      if (now.ok) terminal.data(now.value.label, n(now.value.balance?.credits ?? 0), ...promised(now.value));
      else terminal.problem({ ...now.problem, title: `${account.label}: ${now.problem.title}` });
    }
    const failed = read.find(({ met }) => met !== null)?.met ?? null;
    if (options.json === true) {
      terminal.json({
        accounts: read.map(({ account: { id, label, balance, reserved }, met }) => ({
          account: id,
          label,
          // Don't print a possibly outdated balance.
          credits: met === null ? (balance?.credits ?? null) : null,
          promised: reserved,
          readAt: met === null ? iso(balance?.readAt ?? null) : null,
          ...(met === null ? {} : { problem: { code: met.code, title: met.title, detail: met.detail } }),
        })),
        ...(failed === null ? {} : { problem: failed }),
      });
    }
    return failed === null ? ok(null) : { ...fail(failed), isInJson: true, isPrinted: options.json !== true };
  };
}

async function askedAccounts(session: Session, name: string | undefined): Promise<Result<Account[]>> {
  const listed = await session.call("accounts.list", {});
  if (!listed.ok) return listed;
  const accounts = listed.value.accounts.filter(({ kind }) => kind === "service");
  if (name !== undefined) {
    const account = accountNamed(accounts, name);
    return account.ok ? ok([account.value]) : account;
  }
  const own = accounts.filter(
    ({ fromEnvironment }) => session.environmentAccount === null || fromEnvironment === true,
  );
  return own.length === 0 ? fail(problem("account_none")) : ok(own);
}

function promised({ reserved }: Account): string[] {
  return reserved === 0 ? [] : [`${n(reserved)} reserved for cleanings that were not started yet`];
}

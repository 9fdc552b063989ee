import { type Account, keySchema } from "../../../../shared/bridge/accounts.ts";
import { count, count as n } from "../../../../shared/numbers.ts";
import { balanceWords } from "../../../../shared/problems/wording.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Command } from "../run-command.ts";
import type { Session } from "../session.ts";
import type { OutputOptions, Terminal } from "../terminal/terminal.ts";
import { accountNamed, findAccount } from "./choose-account.ts";
import { iso } from "./follow-cleaning.ts";

/** `winnow account add`. The key comes from a prompt, WINNOW_API_KEY or standard input; never from an argument. */
export function accountAddCommand(options: { label: string; baseUrl?: string; json?: boolean }): Command {
  return async ({ session, terminal, env, begin }) => {
    const baseUrl = options.baseUrl ?? env.WINNOW_BASE_URL?.trim();
    if (!baseUrl) return fail(problem("base_url_missing"));
    const key = await keyOf(env.WINNOW_API_KEY?.trim() ?? "", terminal);
    if (!key.ok) return key;
    const apiKey = key.value;
    begin();
    const added = await session.call("accounts.add", { label: options.label, baseUrl, apiKey });
    if (!added.ok) return added;
    const { balance, label, keyState } = added.value;
    if (options.json === true) terminal.json({ account: added.value.id, label, keyState });
    terminal.say(`${label} is connected${balance === null ? "" : `: ${balanceWords(balance.credits)}`}.`);
    if (keyState === "session") {
      terminal.say("There is no keychain on this machine: the key is forgotten when this command ends.");
    }
    return ok(null);
  };
}

async function keyOf(given: string, terminal: Terminal): Promise<Result<string>> {
  if (given !== "") return usableKey(given);
  if (!terminal.canRead) return fail(problem("usage", { why: "typing" }));
  const secret = await terminal.secret("API key");
  return secret === null ? fail(problem("interrupted", { unfinished: false })) : usableKey(secret);
}

function usableKey(text: string): Result<string> {
  return keySchema.safeParse(text).success ? ok(text) : fail(problem("usage", { why: "key" }));
}

export function accountListCommand(options: { json?: boolean }): Command {
  return async ({ session, terminal }) => {
    const listed = await session.call("accounts.list", {});
    if (!listed.ok) return listed;
    const { accounts } = listed.value;
    if (options.json === true) {
      terminal.json({ accounts });
      return ok(null);
    }
    if (accounts.length === 0)
      terminal.say(
        "No account yet. Connect one with: winnow account add --label <label> --base-url <address>",
      );
    for (const account of accounts) {
      const credits = account.balance === null ? "" : count(account.balance.credits);
      const key = account.keyHint === null ? "" : `…${account.keyHint}`;
      terminal.data(account.label, account.kind, account.baseUrl, key, credits);
    }
    return ok(null);
  };
}

/**
 * `winnow account replace-key`. Reads the key like `account add`. A key from the environment with the account's base
 * URL is used for this account in this run and not stored.
 */
export function accountReplaceKeyCommand(label: string, options: { json?: boolean }): Command {
  return async ({ session, terminal, env, begin }) => {
    const found = await findAccount(session, label);
    if (!found.ok) return found;
    const account = found.value;
    const key = await keyOf(env.WINNOW_API_KEY?.trim() ?? "", terminal);
    if (!key.ok) return key;
    begin();
    const replaced = await session.call("accounts.replaceKey", { id: account.id, apiKey: key.value });
    if (!replaced.ok) return replaced;
    const { fromEnvironment, keyState } = replaced.value;
    if (options.json === true) terminal.json({ account: account.id, label: account.label, keyState });
    terminal.say(`${account.label} has its new key. 'winnow resume' continues unfinished cleanings.`);
    if (keyState === "session" && fromEnvironment !== true)
      terminal.say("There is no keychain on this machine: the key is forgotten when this command ends.");
    return ok(null);
  };
}

export function accountRemoveCommand(label: string, options: { json?: boolean }): Command {
  return async ({ session, terminal, begin }) => {
    const found = await findAccount(session, label);
    if (!found.ok) return found;
    const account = found.value;
    begin();
    const removed = await session.call("accounts.remove", { id: account.id });
    if (!removed.ok) return removed;
    if (options.json === true) terminal.json({ account: account.id, label: account.label, removed: true });
    terminal.say(`${account.label} is removed, and its key with it.`);
    return ok(null);
  };
}

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

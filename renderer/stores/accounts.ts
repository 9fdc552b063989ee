import { createStore } from "zustand/vanilla";
import type { Account } from "../../shared/bridge/accounts.ts";
import type { Problem } from "../../shared/problems.ts";
import type { Result } from "../../shared/result.ts";
import type { Bridge } from "../bridge.ts";

export interface NewAccount {
  label: string;
  baseUrl: string | null;
  apiKey: string;
}

export interface AccountsState {
  /** `null` until loaded. */
  accounts: Account[] | null;
  refreshing: string | null;
  /** The reason why an account's balance is being retried, by account id. */
  waiting: Readonly<Record<string, Problem>>;
  load(): Promise<void>;
  put(account: Account): void;
  setWaiting(id: string, why: Problem | null): void;
  refresh(id: string): Promise<void>;
  add(account: NewAccount): Promise<Result<Account>>;
  sandbox(): Promise<Result<Account>>;
  rename(id: string, label: string): Promise<Problem | null>;
  replaceKey(id: string, apiKey: string): Promise<Problem | null>;
  changeAddress(id: string, address: { baseUrl: string; apiKey: string }): Promise<Problem | null>;
  remove(id: string): Promise<Problem | null>;
}

const problemOf = (answer: Result<unknown>): Problem | null => (answer.ok ? null : answer.problem);

/** Creates the store of connected accounts. API keys are never part of it. */
export function createAccountsStore(bridge: Bridge) {
  return createStore<AccountsState>()((set, get) => {
    const put = (account: Account): void => {
      const known = get().accounts ?? [];
      const there = known.some((one) => one.id === account.id);
      set({
        accounts: there ? known.map((one) => (one.id === account.id ? account : one)) : [...known, account],
      });
    };
    const took = (answer: Result<Account>): Result<Account> => {
      if (answer.ok) put(answer.value);
      return answer;
    };
    return {
      accounts: null,
      refreshing: null,
      waiting: {},
      async load() {
        const listed = await bridge.call("accounts.list", {});
        set({ accounts: listed.ok ? listed.value.accounts : (get().accounts ?? []) });
      },
      put,
      setWaiting(id, why) {
        const { [id]: _, ...others } = get().waiting;
        set({ waiting: why === null ? others : { ...others, [id]: why } });
      },
      async refresh(id) {
        set({ refreshing: id });
        took(await bridge.call("accounts.refresh", { id }));
        set({ refreshing: null });
      },
      add: async (account) => took(await bridge.call("accounts.add", account)),
      sandbox: async () => took(await bridge.call("accounts.sandbox", {})),
      rename: async (id, label) => problemOf(took(await bridge.call("accounts.rename", { id, label }))),
      replaceKey: async (id, apiKey) =>
        problemOf(took(await bridge.call("accounts.replaceKey", { id, apiKey }))),
      changeAddress: async (id, address) =>
        problemOf(took(await bridge.call("accounts.changeAddress", { id, ...address }))),
      async remove(id) {
        const answer = await bridge.call("accounts.remove", { id });
        if (!answer.ok) return answer.problem;
        set({ accounts: (get().accounts ?? []).filter((one) => one.id !== id) });
        return null;
      },
    };
  });
}

/**
 * Returns the account for new cleanings: the chosen one, or the only one if none was ever chosen. `null` if the user must
 * choose; a removed account is never replaced without the user's decision.
 */
export function currentAccount(accounts: readonly Account[] | null, chosen: string | null): Account | null {
  if (chosen !== null) return accounts?.find((one) => one.id === chosen) ?? null;
  return accounts?.length === 1 ? (accounts[0] ?? null) : null;
}

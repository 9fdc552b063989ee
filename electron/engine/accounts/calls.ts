import type { EngineCallName } from "../../../shared/bridge.ts";
import { ok } from "../../../shared/result.ts";
import type { Handlers } from "../handlers.ts";
import type { Accounts } from "./accounts.ts";

export type AccountCallName = Extract<EngineCallName, `accounts.${string}`>;

export function createAccountCalls(accounts: Accounts): Handlers<AccountCallName> {
  return {
    "accounts.list": async () => ok({ accounts: await accounts.list() }),
    "accounts.add": (input, { signal }) => accounts.add(input, signal),
    "accounts.sandbox": () => accounts.sandbox(),
    "accounts.rename": ({ id, label }) => accounts.rename(id, label),
    "accounts.replaceKey": ({ id, apiKey }, { signal }) => accounts.replaceKey(id, apiKey, signal),
    "accounts.changeAddress": ({ id, baseUrl, apiKey }, { signal }) =>
      accounts.changeAddress(id, { baseUrl, apiKey }, signal),
    "accounts.remove": ({ id }) => accounts.remove(id),
    "accounts.refresh": ({ id }) => accounts.refresh(id),
  };
}

export { accountLabels } from "./account-table.ts";
export {
  type Accounts,
  type AccountsOptions,
  type AccountUsage,
  createAccountCalls,
  createAccounts,
} from "./accounts.ts";
export { createRunKeys, type RunKeys } from "./api-keys.ts";
export { createKeychain, watchKeychain } from "./keychain.ts";
export { SANDBOX_SCOPE } from "./sandbox-account.ts";
export type {
  AccountDirectory,
  Keychain,
  KeychainState,
  SessionAccount,
} from "./types.ts";

export { type Accounts, type AccountsOptions, type AccountUsage, createAccounts } from "./accounts.ts";
export { createAccountCalls } from "./calls.ts";
export { createKeychain, watchKeychain } from "./keychain.ts";
export { createRunKeys, type RunKeys } from "./keys.ts";
export { SANDBOX_SCOPE } from "./sandbox-account.ts";
export type {
  AccountDirectory,
  Keychain,
  KeychainState,
  SessionAccount,
} from "./types.ts";

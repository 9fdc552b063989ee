import type { KeychainReason } from "../../../shared/problems/accounts.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { Result } from "../../../shared/result.ts";
import type { ServiceClient } from "../service/types.ts";

/** `no_answer`: the keychain timed out. */
export type KeychainState =
  | "available"
  | "locked"
  | "refused"
  | "no_answer"
  | "no_service"
  | "library_missing";

/** The system keychain. Methods never throw; they return failures. */
export interface Keychain {
  probe(): Promise<{ state: KeychainState; why: KeychainReason | null }>;
  /** Reads the account's entry. A locked keychain returns `failed`, even if the system reports it as missing. */
  read(
    accountId: string,
  ): Promise<
    | { kind: "key"; key: string }
    | { kind: "absent" }
    | { kind: "failed"; state: KeychainState; why: KeychainReason }
  >;
  save(
    accountId: string,
    key: string,
  ): Promise<{ kind: "saved" } | { kind: "failed"; state: KeychainState; why: KeychainReason }>;
  remove(
    accountId: string,
  ): Promise<{ kind: "removed" } | { kind: "failed"; state: KeychainState; why: KeychainReason }>;
}

export interface SandboxHandle {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Settles when the sandbox has ended for any reason. */
  readonly ended?: Promise<void>;
  close(): Promise<void>;
}
export type SandboxLauncher = () => Promise<SandboxHandle>;

/** An account from the environment, for this session only; its key is never stored. */
export interface SessionAccount {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface AccountDirectory {
  /**
   * Returns the account's shared client. With `scope`, only if the account still serves jobs sent there. Problems:
   * `account_moved`, `account_unknown`, those of the key.
   */
  client(accountId: string, scope?: string): Promise<Result<ServiceClient>>;
  /** Returns why the account cannot serve jobs sent to `scope`, regardless of its key; `null` if it can. */
  absence(accountId: string, scope: string): Problem | null;
  /** Returns the scope whose verdicts the account may reuse: 'sandbox' or the service's base URL. */
  scope(accountId: string): Result<string>;
  /** Returns the last read balance; `null` if none. */
  credits(accountId: string): number | null;
  /** Reads, stores and announces the balance. */
  refreshCredits(accountId: string, signal?: AbortSignal): Promise<Result<number>>;
  label(accountId: string): string;
  has(accountId: string): boolean;
  isSandbox(accountId: string): boolean;
}

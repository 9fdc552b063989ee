import type { KeychainReason } from "../../../shared/problems/keychain.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { Result } from "../../../shared/result.ts";
import type { ServiceClient } from "../service/types.ts";

/** `no_answer`: there is one, and it was waited for in vain. */
export type KeychainState =
  | "available"
  | "locked"
  | "refused"
  | "no_answer"
  | "no_service"
  | "library_missing";

/** The system's keychain. Never throws; says what is wrong instead. */
export interface Keychain {
  probe(): Promise<{ state: KeychainState; why: KeychainReason | null }>;
  /**
   * The text that was saved for the account (key-entry.ts). `absent`: there is none. A locked keychain is `failed`,
   * although the system itself says the same of both.
   */
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

/** The embedded sandbox, started when first needed. */
export interface SandboxHandle {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Settles when the sandbox has ended, wanted or not. */
  readonly ended?: Promise<void>;
  close(): Promise<void>;
}
export type SandboxLauncher = () => Promise<SandboxHandle>;

/** An account from the environment: for this run only, its key never stored. */
export interface SessionAccount {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** What other rooms need of accounts. */
export interface AccountDirectory {
  /**
   * A client that speaks for the account, with its key, shared per account so that its rate is too. `scope`: it is to
   * ask about a job that was sent there. Problems: `account_moved` where the account is not there any more,
   * `account_unknown`, those of the key.
   */
  client(accountId: string, scope?: string): Promise<Result<ServiceClient>>;
  /** Why nothing can be asked about a job that was sent to `scope`, whatever the key; null: it can. */
  absence(accountId: string, scope: string): Problem | null;
  /** Whose verdicts may be reused for the account: 'sandbox', or the service's origin. */
  scope(accountId: string): Result<string>;
  /** What was last read, or null. */
  credits(accountId: string): number | null;
  /** Asks the service now, stores and announces it. */
  refreshCredits(accountId: string, signal?: AbortSignal): Promise<Result<number>>;
  label(accountId: string): string;
  /** Whether there is such an account, and it was not removed. */
  has(accountId: string): boolean;
  isSandbox(accountId: string): boolean;
}

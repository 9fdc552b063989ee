import type { Result } from "../../../../shared/result.ts";
import type { Flag, Verdict } from "../../../../shared/verdicts.ts";
import type { Accounts } from "../../accounts/index.ts";
import type { Clock } from "../../clock.ts";
import type { UnansweredCheck } from "../../ledger/index.ts";

/** A verdict from the archive. `verifiedAt` is in Unix ms. */
export interface KnownVerdict {
  readonly verdict: Verdict;
  readonly flags: readonly Flag[];
  readonly verifiedAt: number;
}

/** State of an address in the ledger and the archive before it is checked. */
export type AddressState =
  | { readonly kind: "known"; readonly known: KnownVerdict }
  /** Mail to it bounced at `at` (Unix ms), as reported by the source `by`. */
  | { readonly kind: "bounced"; readonly at: number; readonly by: string }
  | { readonly kind: "open"; readonly list: string }
  /** May be paid for, but no verdict arrived. `at`: when a check was sent (Unix ms), if it was a check. */
  | { readonly kind: "lost"; readonly at: number | undefined }
  | { readonly kind: "unknown" };

/** Stored data of an address: its single checks, and the cleanings with a verdict of it. */
export interface StoredTraces {
  readonly checks: number;
  readonly lists: readonly {
    readonly cleaningId: string;
    readonly name: string;
    readonly inBin: boolean;
    readonly sandbox: boolean;
  }[];
  /** `true` if one of these verdicts is fresh in the scope. */
  readonly stillKnown: boolean;
}

export interface CheckOptions {
  readonly accounts: Pick<Accounts, "client" | "scope" | "refreshCredits" | "checks">;
  readonly clock: Clock;
  /** Looks the address up in the scope; a fresh verdict takes precedence. May reject if unreadable. */
  readonly lookUp: (scope: string, address: string) => Promise<Result<AddressState>>;
  /** Returns recently sent checks of the scope without an answer, newest first. */
  readonly unanswered: (scope: string) => readonly UnansweredCheck[];
  /** Claims a check before it is sent. Problems: those of the disk. */
  readonly claim: (scope: string, address: string) => Result<number>;
  readonly endClaim: (claim: number, how: "answered" | "unsent" | "unheard") => void;
  /** May reject. */
  readonly remember: (
    scope: string,
    check: { address: string; verdict: Verdict; flags: readonly Flag[]; at: number },
  ) => Promise<Result<null>>;
  /** Returns where the address is stored. `scope` is `null` if no account is selected. */
  readonly kept: (scope: string | null, address: string) => Promise<Result<StoredTraces>>;
  /** Returns the number of deleted checks. */
  readonly forget: (address: string) => Promise<Result<number>>;
  /** Returns the address that may have been meant, or `null`. */
  readonly suggest: (address: string) => string | null;
  /** Returns why the text cannot be an address, or `null`. Such text is not sent. */
  readonly malformed?: (address: string) => string | null;
  readonly isSuppressed: (address: string) => Promise<Result<boolean>>;
  readonly log?: (line: string) => void;
}

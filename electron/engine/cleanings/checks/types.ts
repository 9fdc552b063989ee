import type { Result } from "../../../../shared/result.ts";
import type { Flag, Verdict } from "../../../../shared/verdicts.ts";
import type { Accounts } from "../../accounts/index.ts";
import type { Clock } from "../../handlers.ts";
import type { UnansweredCheck } from "../../ledger/index.ts";

/** A verdict that is here already. `verifiedAt` in Unix milliseconds. */
export interface KnownVerdict {
  readonly verdict: Verdict;
  readonly flags: readonly Flag[];
  readonly verifiedAt: number;
}

/** What the ledger and the archive know of an address before it is checked. */
export type Standing =
  | { readonly kind: "known"; readonly known: KnownVerdict }
  /** Mail to it bounced at that time (Unix milliseconds), as the source of that name says. */
  | { readonly kind: "bounced"; readonly at: number; readonly by: string }
  /** The list of that name has it verified. */
  | { readonly kind: "open"; readonly list: string }
  /** It may have been paid for, and its verdict never came; `at`: when a check of it was sent (Unix milliseconds), if one was. */
  | { readonly kind: "lost"; readonly at: number | undefined }
  | { readonly kind: "unknown" };

/** What is kept of an address: single checks of it, and cleanings that brought a verdict of it home. */
export interface Kept {
  readonly checks: number;
  readonly lists: readonly {
    readonly cleaningId: string;
    readonly name: string;
    readonly inBin: boolean;
    readonly sandbox: boolean;
  }[];
  /** Whether a verdict of theirs is fresh in the scope. */
  readonly stillKnown: boolean;
}

export interface CheckOptions {
  readonly accounts: Pick<Accounts, "client" | "scope" | "refreshCredits" | "checks">;
  readonly clock: Clock;
  /** What is known of the address in the scope, a fresh verdict before anything else. May reject where that cannot be read. */
  readonly lookUp: (scope: string, address: string) => Promise<Result<Standing>>;
  /** Checks of the scope that were sent not long ago, and whose answers are not here, newest first. */
  readonly unanswered: (scope: string) => readonly UnansweredCheck[];
  /** Claims a check before it is sent, and ends the claim. Problems of the disk. */
  readonly claim: (scope: string, address: string) => Result<number>;
  readonly endClaim: (claim: number, how: "answered" | "unsent" | "unheard") => void;
  /** Keeps a verdict for later. May reject. */
  readonly remember: (
    scope: string,
    check: { address: string; verdict: Verdict; flags: readonly Flag[]; at: number },
  ) => Promise<Result<null>>;
  /** Where the address is kept. `scope` null: nobody is to check it next. */
  readonly kept: (scope: string | null, address: string) => Promise<Result<Kept>>;
  /** Erases every single check of the address; answers how many there were. */
  readonly forget: (address: string) => Promise<Result<number>>;
  /** The address that may have been meant, or null. */
  readonly suggest: (address: string) => string | null;
  /** Why it certainly is no address, or null. Such a thing is not worth a credit. */
  readonly malformed?: (address: string) => string | null;
  /** Whether it is on a suppression list. */
  readonly isSuppressed: (address: string) => Promise<Result<boolean>>;
  /** One line for the developer's log, already redacted. */
  readonly log?: (line: string) => void;
}

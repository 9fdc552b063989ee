import type { Result } from "../../../shared/result.ts";
import type { Flag, Verdict } from "../../../shared/verdicts.ts";
import type { Accounts } from "../accounts/index.ts";
import type { Clock } from "../handlers.ts";

/** A verdict that is here already. `verifiedAt` in Unix milliseconds. */
export interface KnownVerdict {
  readonly verdict: Verdict;
  readonly flags: readonly Flag[];
  readonly verifiedAt: number;
}

/** A check of the address was sent then (Unix milliseconds), and its answer never came. */
export interface UnansweredSince {
  readonly unansweredSince: number;
}

/** A list holds the address, which may be paid for there: it is not over, waits for somebody, or its results did not come. */
export interface HeldIn {
  readonly heldIn: { readonly name: string; readonly why: "under_way" | "waits" | "lost" };
}

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
  /**
   * The newest verdict of the address in the scope that is still fresh, else whether a list or a check of it may have been
   * paid for, or null. May reject where that cannot be read.
   */
  readonly lookUp: (
    scope: string,
    address: string,
  ) => Promise<Result<KnownVerdict | HeldIn | UnansweredSince | null>>;
  /** Checks of the scope that were sent not long ago, and whose answers are not here, newest first. May reject. */
  readonly unanswered: (scope: string) => Promise<Result<readonly { address: string; at: number }[]>>;
  /**
   * Notes that a check is about to be sent. It is on disk then, however Winnow ends. Answers when an earlier one was sent
   * that was never answered, or null. Given up by `signal` only before it is begun, which `onBegun` is told. May reject.
   */
  readonly asking: (
    scope: string,
    check: { address: string; at: number },
    whileWaiting: { signal: AbortSignal; onBegun: () => void },
  ) => Promise<Result<number | null>>;
  /** Takes that note back: the check was answered without a verdict, or not sent. The `earlier` one's stays. May reject. */
  readonly settle: (scope: string, address: string, earlier: number | null) => Promise<Result<null>>;
  /** Keeps a verdict for later, and that the check is answered. May reject. */
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

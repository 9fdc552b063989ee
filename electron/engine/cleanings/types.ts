import type { Settings } from "../../../shared/bridge/app.ts";
import type { CellCounts } from "../../../shared/bridge/cell-counts.ts";
import type { OutputFile } from "../../../shared/bridge/cleanings.ts";
import type { FileStamp } from "../../../shared/bridge/file-stamp.ts";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import type { CallOutput, EngineCallName } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { Result } from "../../../shared/result.ts";
import type { Flag, Verdict } from "../../../shared/verdicts.ts";
import type { AccountDirectory, Accounts } from "../accounts/index.ts";
import type { CleaningRow } from "../catalog/index.ts";
import type { Clock } from "../clock.ts";
import type { Calibrated, Calibration } from "../forecast/index.ts";
import type { Emit } from "../handlers.ts";
import type { Freshness, Ledger, UnansweredCheck } from "../ledger/index.ts";
import type { SuppressionReason } from "../memory/index.ts";
import type { Collected, ResultTotals } from "../results/index.ts";
import type { Journal, Layout, RunOptions } from "../store/index.ts";
import type { Plan, PlanInput } from "./price/plan.ts";
import type { PartRow } from "./records.ts";

export type CleaningCallName = Extract<EngineCallName, `cleanings.${string}`>;

/** Tools of the room. Its parts pick theirs from here. */
export interface CleaningsOptions {
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly layout: Layout;
  readonly accounts: AccountDirectory;
  readonly clock: Clock;
  /** Aborted when Winnow quits or the data folder is replaced. */
  readonly closing: AbortSignal;
  readonly emit: Emit;
  readonly settings: () => Settings;
  readonly limits: UploadLimits;
  /** Seconds that a start may take to show in the status. Default: see `part/job-status.ts`. */
  readonly startSeconds?: number;
  readonly preflight: (listId: string) => Result<Preflight>;
  /** Returns the list's current revision; `null` if it no longer exists. */
  readonly revision: (listId: string) => number | null;
  readonly plan: (input: PlanInput, options?: RunOptions) => Promise<Result<Plan>>;
  readonly deadDomains: () => readonly string[];
  readonly calibration: (signal: AbortSignal) => Promise<Result<Calibrated>>;
  readonly forecast: (
    input: ForecastInput,
    options: RunOptions,
  ) => Promise<Result<CallOutput<"forecast.list">>>;
  readonly team: TeamClaims;
  /** Fills in the verdicts from other cleanings; see results/ingest/collect.ts. */
  readonly collect: (cleaning: CleaningRow) => Promise<Result<Collected>>;
  /** Counts the addresses of these parts that other lists have verified, or are verifying, since the parts failed. */
  readonly countClaimedByOthers: (cleaning: CleaningRow, parts: readonly number[]) => Promise<Result<number>>;
  /** Counts the present verdicts. */
  readonly totals: (cleaning: CleaningRow) => Promise<Result<ResultTotals>>;
  /** Returns whether the part's results are on disk, regardless of its record. */
  readonly isIngested: (part: PartRow) => boolean;
  /** Ingests a downloaded file. Must be idempotent. */
  readonly ingest: (cleaning: CleaningRow, part: PartRow, signal: AbortSignal) => Promise<IngestOutcome>;
  /** Adds missing results of a part from a downloaded file. Returns the number still missing. */
  readonly fillIn: (
    cleaning: CleaningRow,
    part: PartRow,
    download: string,
    signal: AbortSignal,
  ) => Promise<Result<{ missing: number }>>;
  readonly importResults: (imported: ResultsToImport) => Promise<Result<ResultTotals>>;
  /** Checks the output path before anything is paid for. Returns the stamp of a file to replace, or `null`. */
  readonly checkOutputPath: (listId: string, out: OutputFile) => Result<FileStamp | null>;
  /** Writes the file requested with the cleaning. Returns its row count and the number of altered cells. */
  readonly writeOutput: (
    cleaning: CleaningRow,
    out: OutputFile,
  ) => Promise<Result<{ rows: number } & CellCounts>>;
  /** Removes the cleaning's verdicts from the archive. Runs before anything else of it is deleted. */
  readonly forgetVerdicts: (cleaningId: string, listId: string) => Promise<void>;
  /** Deletes a list permanently unless another cleaning uses it. */
  readonly eraseList: (listId: string) => Promise<void>;
  readonly probe: (point: string) => void;
  readonly log: (line: string) => void;
  readonly random?: () => number;
}

/** Claims on the server of the user's team (see team/team.ts). Without a team, everything succeeds at once. */
export interface TeamClaims {
  /** Waits for a recent exchange with the team, for a few seconds at most. */
  refresh(): Promise<void>;
  /** Returns the position in the team's log up to which its facts are known here. */
  position(): number;
  /**
   * Claims the addresses of a cleaning that was planned at a position. Returns `replan` if it must be planned again, with
   * this cleaning as `replaces`. Problem: `team_unasked`.
   */
  claim(
    scope: string,
    cleaningId: string,
    plannedAt: number,
    replaces: string | null,
  ): Promise<Result<"claimed" | "replan">>;
  /** Call when a start has ended, whether the cleaning was committed or not. */
  endStart(cleaningId: string): void;
  /** Returns why a part must not be charged now; `null` if it may be. */
  refusalOf(cleaning: CleaningRow, ordinal: number): Promise<Problem | null>;
  /** Returns the name of the colleague whose claim or batch this is; `null` for own cleanings. */
  memberOf(cleaningId: string): string | null;
}

/** Limits of one upload. The defaults are documented by the service ('Limits') and may change. */
export interface UploadLimits {
  readonly bytes: number;
  readonly addresses: number;
}

export interface ForecastInput {
  readonly dataDir: string;
  readonly listId: string;
  readonly scope: string;
  readonly freshness: Freshness;
  readonly deadDomains: readonly string[];
  readonly calibration: Calibration;
  /** The maximum share of bounces, 0 to 1; `null` if not given. */
  readonly most: number | null;
}

export interface ResultsToImport {
  readonly cleaningId: string;
  readonly listId: string;
  readonly scope: string;
  /** Time assumed for verdicts without one, in Unix ms. */
  readonly assumedAt: number | undefined;
}

export type IngestOutcome =
  | {
      kind: "taken";
      missing: number;
      /** Addresses added to a suppression list after the upload; absent if unknown. */
      suppressed?: number;
    }
  /** Nothing was ingested; the next download may be complete. */
  | { kind: "short"; missing: number }
  | { kind: "unusable"; problem: Problem };

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
  /** Being verified by a list, or by a colleague. */
  | {
      readonly kind: "open";
      readonly by: { readonly kind: "list" | "colleague"; readonly name: string };
    }
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
  readonly findSuppression: (address: string) => Promise<Result<SuppressionReason | null>>;
  readonly log?: (line: string) => void;
}

import type { ProblemCode } from "../problems.ts";
import { VERDICTS } from "../verdicts.ts";

// Constants that the page needs. They are separate from the schemas, whose creation would delay its first paint.

/** Days for which a deleted cleaning can be restored. */
export const BIN_DAYS = 30;

export const CLEANING_ACTIONS = [
  "resume",
  "start",
  "retry",
  "upload_again",
  "fetch_again",
  "cancel",
  "stop_watching",
  "give_up",
  "leave_file",
  "delete_at_service",
  "delete_here",
] as const;
export type CleaningAction = (typeof CLEANING_ACTIONS)[number];

/** `first` rows represent their address; the others were left out for the named reason. */
export const ROW_CLASSES = ["first", "repeated", "malformed", "empty", "suppressed", "beyond_limit"] as const;
export type RowClass = (typeof ROW_CLASSES)[number];

/**
 * Changes of an address between two cleanings: `changed`, another verdict; `gained` or `lost`, a verdict only in the
 * newer or older one; `new` or `left`, the address is only in the newer or older one.
 */
export const COMPARISON_KINDS = ["changed", "gained", "lost", "new", "left"] as const;

export const IMPORT_KINDS = ["suppression", "outcomes", "sent"] as const;

export const SENT_LIST = "sent";

export const MAX_SEARCH_RESULTS = 1000;

/** Reasons for a row to be left out of a file: its class, its verdict, or a choice of the user. */
export const LEFT_OUT_REASONS = [
  "repeated",
  "malformed",
  "empty",
  "suppressed",
  /** The person was erased on request. */
  "erased",
  "beyond_limit",
  /** It was to be verified, but its part failed, was cancelled or is gone. */
  "unverified",
  "unwanted",
  ...VERDICTS,
  "dropped",
  "kept",
  /** Excluded by flags, domains, search or columns. */
  "filtered",
  "unselected",
] as const;

/** Maximum length of an address to check, in characters. No mail server accepts longer ones. */
export const MAX_ADDRESS_LENGTH = 400;

/** Problems of a skipped check that `again` overrides: possibly paid for, or being verified in a list. */
export const RECHECK_OVERRIDES: ReadonlySet<ProblemCode | undefined> = new Set([
  "check_in_list",
  "check_unheard_before",
] as const);

/** Maximum length of text for single checks, in characters; longer text should be a list. */
export const MAX_PASTED_LENGTH = 100_000;

export const REFERENCE_KINDS = ["role", "disposable", "free", "typo"] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** Maximum length of a rendering error report, in characters. */
export const MAX_ERROR_REPORT_LENGTH = 6000;

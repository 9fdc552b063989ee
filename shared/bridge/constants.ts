import type { ProblemCode } from "../problems.ts";
import { VERDICTS } from "../verdicts.ts";

// The page shows these and leaves the schemas to the engine: making those takes longer than its first paint.

/** How long a deleted cleaning can be brought back. */
export const BIN_DAYS = 30;

/** What the user can do about a cleaning as it stands. */
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

/** What became of a row: it stands for its address, or it was left out for a reason. */
export const ROW_CLASSES = ["first", "repeated", "malformed", "empty", "suppressed", "beyond_limit"] as const;
export type RowClass = (typeof ROW_CLASSES)[number];

/**
 * What became of an address between two cleanings: another verdict, a verdict only in the newer one, only in the older
 * one; or the address itself is only in the newer one, only in the older one.
 */
export const COMPARISON_KINDS = ["changed", "gained", "lost", "new", "left"] as const;

/** What a source of facts about addresses says of everybody in it. */
export const IMPORT_KINDS = ["suppression", "outcomes", "sent"] as const;

/** The source that a list is of that was sent. */
export const SENT_LIST = "sent";

/** So many addresses a search names. */
export const MOST_FOUND = 1000;

/** Why a row is not among those written: what it is, its verdict, or the user's own choice of rows. */
export const LEFT_OUT_REASONS = [
  "repeated",
  "malformed",
  "empty",
  "suppressed",
  "beyond_limit",
  /** It was to be verified, and its part failed, was cancelled or is gone. */
  "unverified",
  /** Another service says that it is not to be mailed. */
  "unwanted",
  ...VERDICTS,
  /** Marked drop by hand. */
  "dropped",
  /** Marked keep by hand. */
  "kept",
  /** Flags, domains, search, columns. */
  "filtered",
  /** Others were selected. */
  "unselected",
] as const;

/** Characters that an address to check may have at most: no mail server knows a longer one. */
export const MOST_ADDRESS = 400;

/** Why an address was not sent that `again` sends: it may have been paid for, or comes home with a list. */
export const SENT_BY_AGAIN: ReadonlySet<ProblemCode | undefined> = new Set([
  "check_in_list",
  "check_unheard_before",
] as const);

/** Characters of a text that is read for single checks: more is a list. */
export const MOST_PASTED = 100_000;

export const REFERENCE_KINDS = ["role", "disposable", "free", "typo"] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** The longest report of a fault in drawing, in characters. */
export const MOST_FAULT_TEXT = 6000;

import type { ProblemCode } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import { nextStep } from "../part/machine.ts";
import { jobOf, mayHaveStarted, type PartRecord } from "../part/record.ts";

/** Maximum refused deletions of a list; the service purges it eventually. */
const MAX_REFUSED_REMOVALS = 6;
/** Failures of a deletion after which it is retried every `REMOVE_LATER` ms instead of with backoff. */
const FAILURES_BEFORE_SLOW_RETRY = 6;

const REMOVE_LATER = 3600_000;

export interface ScheduleInput {
  /** Retry-After of the last response, in ms. */
  readonly retryAfter: number | null;
  /** Time between the last two polls, in ms; `null` before the second. */
  readonly interval: number | null;
  /** `true` if the status has changed since the last poll. */
  readonly moved: boolean;
  /** Number of scheduled parts of the account, including this one. */
  readonly parts: number;
  readonly accountFailures: number;
}

export interface ScheduledRequest {
  /** In ms. */
  readonly delay: number;
  readonly kind: "failure" | "poll" | "step" | "wait" | "removal";
  /** Account or host to hold back for the same time because the failure affects it as a whole. */
  readonly holds: "account" | "host" | null;
}

/** Returns when the part needs its next request; `null` if it needs none. */
export function dueOf(record: PartRecord, circumstances: ScheduleInput): ScheduledRequest | null {
  const { retryAfter } = circumstances;
  const step = nextStep(record);
  const failures = Math.max(record.attempts, step === "start" || step === "fetch" ? record.setbacks : 0);
  if (failures > 0 && step !== null)
    return { delay: backoff(failures, retryAfter), kind: "failure", holds: heldBy(record) };
  if (step === "poll") {
    const { interval, moved, parts } = circumstances;
    return { delay: pollDelay(interval, moved, parts), kind: "poll", holds: null };
  }
  if (step !== null) return { delay: 0, kind: "step", holds: null };
  const wait = waitOf(record, circumstances);
  if (wait !== null) return { delay: notBefore(wait, retryAfter), kind: "wait", holds: null };
  if (!wantsRemoval(record)) return null;
  const { attempts } = record;
  const delay =
    attempts === 0 ? 0 : attempts < FAILURES_BEFORE_SLOW_RETRY ? backoff(attempts, retryAfter) : REMOVE_LATER;
  return { delay, kind: "removal", holds: null };
}

function heldBy({ problem }: PartRecord): ScheduledRequest["holds"] {
  if (problem?.code === "service_unreachable") return "host";
  return concernsAccount(problem?.code) ? "account" : null;
}

/** Returns the ms until the part's wait is checked; `null` if there is nothing to check. */
function waitOf(record: PartRecord, { accountFailures }: ScheduleInput): number | null {
  const { state } = record;
  if (state.kind !== "waiting") return null;
  const times = record.wait?.times ?? 1;
  switch (state.for) {
    case "credits":
      return BALANCE_POLL_INTERVAL;
    case "slot":
    case "disk":
      return waitDelay(state.for, times);
    case "account":
      return waitDelay("account", Math.max(times, accountFailures));
    case "user":
      return null;
    default:
      return assertNever(state.for);
  }
}

export function wantsRemoval(record: PartRecord): boolean {
  if (!record.atService || jobOf(record.state) === null || record.refusedRemovals >= MAX_REFUSED_REMOVALS)
    return false;
  // A list that may have been started after all is left to the user.
  if (record.state.kind === "cancelled") return !mayHaveStarted(record);
  return record.state.kind === "done" && record.removal === true;
}

// Poll and backoff delays, in ms.
const MIN_POLL = 150;
const ACTIVE_POLL = 2_000;
const IDLE_POLL = 60_000;
const FIRST_BACKOFF = 1_000;
/** Minimum time between polls of one account, in ms, across all its parts. */
const SPACING = 250;

/** Interval of balance reads while parts wait for credits, in ms. */
export const BALANCE_POLL_INTERVAL = 60_000;
const HOUR = 3600_000;

/**
 * Returns the ms until a parked part is retried after `times` refusals: 1 minute (`account`: 5), then doubling, since
 * each attempt may upload a whole list.
 */
export function waitDelay(reason: "slot" | "disk" | "account", times: number): number {
  const doublings = Math.min(10, Math.max(0, times - 1));
  return reason === "account"
    ? Math.min(5 * BALANCE_POLL_INTERVAL * 2 ** doublings, HOUR)
    : Math.min(BALANCE_POLL_INTERVAL * 2 ** doublings, 10 * BALANCE_POLL_INTERVAL);
}

/**
 * Returns the ms until the next poll: about 2 s while the status changes, otherwise up to 60 s. At most four per second
 * over all `parts` of an account.
 */
export function pollDelay(previous: number | null, moved: boolean, parts = 1): number {
  return Math.max(wanted(previous, moved), Math.min(parts * SPACING, IDLE_POLL));
}

function wanted(previous: number | null, moved: boolean): number {
  if (previous === null) return MIN_POLL;
  if (moved) return Math.min(previous * 2, ACTIVE_POLL);
  return previous < ACTIVE_POLL ? Math.min(previous * 2, ACTIVE_POLL) : Math.min(previous * 1.5, IDLE_POLL);
}

/** Returns the backoff after `attempts` consecutive failures, in ms; at least `retryAfter`. */
export function backoff(attempts: number, retryAfter: number | null): number {
  const grown = Math.min(FIRST_BACKOFF * 2 ** Math.min(10, Math.max(0, attempts - 1)), IDLE_POLL);
  return notBefore(grown, retryAfter);
}

/** Returns the longer of `delay` and the service's Retry-After, which is capped at an hour. */
function notBefore(delay: number, retryAfter: number | null): number {
  return Math.max(delay, Math.min(retryAfter ?? 0, HOUR));
}

/** Varies `delay` by up to 10 % to spread requests. `random` is in 0 to 1. */
export function jitter(delay: number, random: number): number {
  return delay * (0.9 + 0.2 * random);
}

/** Returns whether a failure affects the whole account: the service is slow, failing or rate limiting. */
function concernsAccount(code: ProblemCode | undefined): boolean {
  return code === "rate_limited" || code === "service_broken" || code === "service_timeout";
}

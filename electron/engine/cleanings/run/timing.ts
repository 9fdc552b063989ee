import type { ProblemCode } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import { nextStep } from "../part/machine.ts";
import { jobOf, mayHaveStarted, type PartRecord } from "../part/record.ts";

/** How often the service may refuse to delete a cancelled or fetched list; it purges it by itself in the end. */
const MOST_REMOVALS = 6;
/** Between two tries to delete a list once the service could not be asked so often. */
const REMOVE_LATER = 3600_000;

/** What is known beside a part's record of when it is to go on. */
export interface Circumstances {
  /** What the service asked for with its last answer, in milliseconds. */
  readonly retryAfter: number | null;
  /** How long it was between the last two status requests, in milliseconds; null: this is the first. */
  readonly interval: number | null;
  /** The status has changed since the last one. */
  readonly moved: boolean;
  /** How many of the account's parts wait for their time, this one among them. */
  readonly parts: number;
  /** How often in a row the account was looked at for nothing. */
  readonly accountFailures: number;
}

/** When a part is to go on. */
export interface Due {
  /** In milliseconds. */
  readonly delay: number;
  readonly kind: "failure" | "poll" | "step" | "wait" | "removal";
  /** Who else is left alone as long: the fault is not this part's alone. */
  readonly holds: "account" | "host" | null;
}

/** When the part whose record is `record` needs its next request; null: it needs none. */
export function dueOf(record: PartRecord, circumstances: Circumstances): Due | null {
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
  const delay = attempts === 0 ? 0 : attempts < MOST_REMOVALS ? backoff(attempts, retryAfter) : REMOVE_LATER;
  return { delay, kind: "removal", holds: null };
}

function heldBy({ problem }: PartRecord): Due["holds"] {
  if (problem?.code === "service_unreachable") return "host";
  return concernsAccount(problem?.code) ? "account" : null;
}

/** How long until what the part waits for is looked at; null: it waits for nothing that can be looked at. */
function waitOf(record: PartRecord, { accountFailures }: Circumstances): number | null {
  const { state } = record;
  if (state.kind !== "waiting") return null;
  const times = record.wait?.times ?? 1;
  switch (state.for) {
    case "credits":
      return LOOK_AGAIN;
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

/** Whether the part's list is to be deleted at the service. */
export function wantsRemoval(record: PartRecord): boolean {
  if (!record.atService || jobOf(record.state) === null || record.refusedRemovals >= MOST_REMOVALS)
    return false;
  // A list that may have been started after all is left to the user.
  if (record.state.kind === "cancelled") return !mayHaveStarted(record);
  return record.state.kind === "done" && record.removal === true;
}

/** When the next request of a part is due, in milliseconds. Pure but for the random, which are an argument. */

const FASTEST = 150;
const MOVING = 2_000;
const RESTING = 60_000;
const FIRST_BACKOFF = 1_000;
/** Between two status requests of one account, however many parts it has. */
const SPACING = 250;

/** How often the balance is read while something waits for credits. */
export const LOOK_AGAIN = 60_000;
const HOUR = 3600_000;

/**
 * How long until a wait is tried to be ended, when it was for nothing `times` times in a row: a minute at first for
 * what ends by itself, five for what the user is asked to end; ever longer, for each try may send a whole list.
 */
export function waitDelay(reason: "slot" | "disk" | "account", times: number): number {
  const doublings = Math.min(10, Math.max(0, times - 1));
  return reason === "account"
    ? Math.min(5 * LOOK_AGAIN * 2 ** doublings, HOUR)
    : Math.min(LOOK_AGAIN * 2 ** doublings, 10 * LOOK_AGAIN);
}

/**
 * How long until the next status request: quick at first, about 2 s while things move, up to 60 s when they do not;
 * never more than four a second for all the `parts` of an account together.
 */
export function pollDelay(previous: number | null, moved: boolean, parts = 1): number {
  return Math.max(wanted(previous, moved), Math.min(parts * SPACING, RESTING));
}

function wanted(previous: number | null, moved: boolean): number {
  if (previous === null) return FASTEST;
  if (moved) return Math.min(previous * 2, MOVING);
  return previous < MOVING ? Math.min(previous * 2, MOVING) : Math.min(previous * 1.5, RESTING);
}

/** How long to wait after the `attempts`-th failure in a row; the service's own wish is honoured. */
export function backoff(attempts: number, retryAfter: number | null): number {
  const grown = Math.min(FIRST_BACKOFF * 2 ** Math.min(10, Math.max(0, attempts - 1)), RESTING);
  return notBefore(grown, retryAfter);
}

/** `delay`, or what the service asked for with Retry-After where that is longer: up to an hour. */
function notBefore(delay: number, retryAfter: number | null): number {
  return Math.max(delay, Math.min(retryAfter ?? 0, HOUR));
}

/** Spreads `delay` by up to a tenth either way, so that many parts do not ask in one breath. `random` in 0..1. */
export function jitter(delay: number, random: number): number {
  return delay * (0.9 + 0.2 * random);
}

/** Whether a failure is the account's as a whole (its service is slow, broken or asks for a pause), not one part's. */
function concernsAccount(code: ProblemCode | undefined): boolean {
  return code === "rate_limited" || code === "service_broken" || code === "service_timeout";
}

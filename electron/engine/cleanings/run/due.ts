import { assertNever } from "../../../../shared/result.ts";
import { nextStep } from "../part/machine.ts";
import { jobOf, mayHaveStarted, type PartRecord } from "../part/record.ts";
import { backoff, concernsAccount, LOOK_AGAIN, notBefore, pollDelay, waitDelay } from "./pace.ts";

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

import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { isWriteFailure, type Problem, retryWait } from "../../../shared/problems.ts";
import { STALLED_AFTER_MS, WAIT_REASONS, type WaitReason } from "../../../shared/waits.ts";
import { nextStep } from "./part/machine.ts";
import { isSettled, type PartRecord } from "./part/record.ts";
import { waitDelay } from "./run/delays.ts";

interface VerificationSpeed {
  /** `null` if unknown, or if the count has not risen for a while. */
  readonly addressesPerSecond: number | null;
  /** When the count last rose or was first read, in monotonic ms; `null` if nothing is being verified. */
  readonly movedAt: number | null;
}

type Measured = Pick<Cleaning, "id" | "state" | "verified"> & {
  readonly parts: readonly Pick<Cleaning["parts"][number], "state">[];
};

/** Minimum span of samples for a speed, in ms. */
const MIN_WAIT_MS = 1_000;

/** Measures verified addresses per second over the last half minute, per cleaning. */
export function createSpeedMeter() {
  const samples = new Map<string, { verified: number; at: number }[]>();
  return {
    /** Records a sample at `at` (monotonic ms). Samples are dropped while nothing is being verified. */
    note(cleaning: Measured, at: number) {
      const { id, verified } = cleaning;
      // Time before verification or during a pause does not count.
      if (!isVerifying(cleaning)) return void samples.delete(id);
      const heard = samples.get(id) ?? [];
      const last = heard.at(-1);
      if (last?.verified === verified) return;
      const kept = last !== undefined && verified < last.verified ? [] : heard;
      // If updates are rare, keep the last sample before the window as the baseline.
      const first = kept.findLastIndex((sample) => at - sample.at >= STALLED_AFTER_MS);
      samples.set(id, [...kept.slice(Math.max(0, first)), { verified, at }]);
    },
    of(id: string, now: number): VerificationSpeed {
      const kept = samples.get(id) ?? [];
      const [first] = kept;
      const last = kept.at(-1);
      if (first === undefined || last === undefined) return { addressesPerSecond: null, movedAt: null };
      const took = last.at - first.at;
      const isStill = now - last.at > STALLED_AFTER_MS;
      return {
        addressesPerSecond:
          isStill || took < MIN_WAIT_MS ? null : ((last.verified - first.verified) * 1000) / took,
        movedAt: last.at,
      };
    },
  };
}

function isVerifying({ state, parts }: Measured): boolean {
  return state === "running" && parts.some((part) => part.state === "verifying" || part.state === "checking");
}

export interface WaitContext {
  /** Problem of the cleaning as a whole or of this machine, such as an output file that could not be written. */
  readonly problem: Problem | null;
  /** When this machine went offline, in Unix ms; `null` if online. */
  readonly offlineSince: number | null;
  /** The lists it waits for after its own parts are over; `null` if none. */
  readonly waitsFor: WaitsFor | null;
  /** End of the service's Retry-After pause for the account, in Unix ms; `null` if none. */
  readonly pausedUntil: number | null;
}

/** Names of the lists that a cleaning waits for, and whether one of them needs the user to continue. */
export interface WaitsFor {
  readonly lists: readonly string[];
  readonly standsStill: boolean;
}

/** Failures before a wait is shown: a single one usually passes within a second. */
const SHOW_WAIT_AFTER_FAILURES = 2;

/** Returns whether the part's next request is held back by the service's Retry-After pause. */
export function isPaused(record: PartRecord, pausedUntil: number | null): boolean {
  return pausedUntil !== null && nextStep(record) !== null;
}

/** Returns what a part waits for, parked or between attempts; `null` if it progresses or is over. Pure. */
export function partWait(record: PartRecord, { offlineSince, pausedUntil }: WaitContext): WaitReason | null {
  const { state, problem } = record;
  if (isSettled(state)) return null;
  if (state.kind === "uncertain") return "user";
  if (state.kind === "waiting")
    return state.for === "account" && isWriteFailure(problem?.code) ? "disk" : state.for;
  if (offlineSince !== null) return "network";
  if (problem?.code === "start_unheard") return "service";
  if (isPaused(record, pausedUntil)) return retryWait(problem?.code) ?? "service";
  return Math.max(record.attempts, record.setbacks) >= SHOW_WAIT_AFTER_FAILURES
    ? retryWait(problem?.code)
    : null;
}

/**
 * Returns what a cleaning waits for when no part progresses; reasons that the user can resolve come first. `null` if a
 * part progresses or the results are about to be totalled. Pure.
 */
export function cleaningWait(records: readonly PartRecord[], context: WaitContext): Cleaning["waiting"] {
  const { problem, pausedUntil, offlineSince } = context;
  // A problem of the whole cleaning blocks every part until the user resolves it.
  if (problem !== null) return { for: isWriteFailure(problem.code) ? "disk" : "user", since: null };
  const open = records.filter(({ state }) => !isSettled(state));
  if (open.length === 0) {
    if (context.waitsFor === null) return null;
    const { lists, standsStill } = context.waitsFor;
    return { for: standsStill ? "user" : "list", since: null, lists: [...lists] };
  }
  const waits = open.map((record) => ({ record, reason: partWait(record, context) }));
  if (waits.some(({ reason }) => reason === null)) return null;
  const first = WAIT_REASONS.find((reason) => waits.some((wait) => wait.reason === reason));
  if (first === undefined) return null;
  const since = waits.flatMap(({ record, reason }) => {
    if (reason !== first) return [];
    const start = record.since ?? (reason === "network" ? offlineSince : null);
    return start === null ? [] : [start];
  });
  const isHeld = waits.some(({ record, reason }) => reason === first && isPaused(record, pausedUntil));
  const next = waits.flatMap(({ record, reason }) => (reason === first ? nextTryOf(record) : []));
  return {
    for: first,
    since: since.length === 0 ? null : Math.min(...since),
    ...(next.length === 0 ? {} : { next: Math.min(...next) }),
    ...(isHeld && pausedUntil !== null ? { until: pausedUntil } : {}),
  };
}

/** Returns the approximate time of the next retry of a parked part, in Unix ms; empty if none is scheduled. */
function nextTryOf({ state, wait }: PartRecord): number[] {
  if (state.kind !== "waiting" || wait === null || wait.for !== state.for || wait.times === 0) return [];
  if (state.for !== "slot" && state.for !== "disk" && state.for !== "account") return [];
  return [wait.at + waitDelay(state.for, wait.times)];
}

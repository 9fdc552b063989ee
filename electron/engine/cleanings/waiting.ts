import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { isOfDisk, type Problem, retryWait } from "../../../shared/problems.ts";
import { WAIT_REASONS, type WaitReason } from "../../../shared/waits.ts";
import { nextStep } from "./part/machine.ts";
import { isSettled, type PartRecord } from "./part/record.ts";
import { waitDelay } from "./run/timing.ts";

export interface WaitContext {
  /** A problem of the cleaning as a whole, or of this machine's. */
  readonly problem: Problem | null;
  /** When this machine lost its network, in Unix milliseconds; null: it has one. */
  readonly offlineSince: number | null;
  /** The lists that bring what is left; null: it waits for none. */
  readonly waitsFor: WaitsFor | null;
  /** Until when the service wants nothing to be asked for the account, in Unix milliseconds; null: it did not say. */
  readonly pausedUntil: number | null;
}

/** The lists that a cleaning waits for, by their names, and whether one of them stands still until somebody goes on with it. */
export interface WaitsFor {
  readonly lists: readonly string[];
  readonly standsStill: boolean;
}

/** A single failure passes within a second, and is not worth a word, unless the service asks for a pause. */
const WORTH_SAYING = 2;

/** Whether the part's next request waits until the service wants to be asked again. */
export function isPaused(record: PartRecord, pausedUntil: number | null): boolean {
  return pausedUntil !== null && nextStep(record) !== null;
}

/** What a part waits for, be it parked or between two attempts; null: it moves, or is over. Pure. */
export function partWait(record: PartRecord, { offlineSince, pausedUntil }: WaitContext): WaitReason | null {
  const { state, problem } = record;
  if (isSettled(state)) return null;
  if (state.kind === "uncertain") return "user";
  if (state.kind === "waiting")
    return state.for === "account" && isOfDisk(problem?.code) ? "disk" : state.for;
  if (offlineSince !== null) return "network";
  if (problem?.code === "start_unheard") return "service";
  if (isPaused(record, pausedUntil)) return retryWait(problem?.code) ?? "service";
  return Math.max(record.attempts, record.setbacks) >= WORTH_SAYING ? retryWait(problem?.code) : null;
}

/**
 * What a cleaning waits for when none of its parts moves: what a person can end comes first, for that is what it
 * stands still for in the end. Null: something moves, or it is about to be summed up. Pure.
 */
export function cleaningWait(records: readonly PartRecord[], context: WaitContext): Cleaning["waiting"] {
  const { problem, pausedUntil, offlineSince } = context;
  // What keeps it as a whole from going on keeps every part: nobody but a person ends that.
  if (problem !== null) return { for: isOfDisk(problem.code) ? "disk" : "user", since: null };
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

/** About when a parked part is tried again, or none where nobody tries, or what is waited for is looked at meanwhile. */
function nextTryOf({ state, wait }: PartRecord): number[] {
  if (state.kind !== "waiting" || wait === null || wait.for !== state.for || wait.times === 0) return [];
  if (state.for !== "slot" && state.for !== "disk" && state.for !== "account") return [];
  return [wait.at + waitDelay(state.for, wait.times)];
}

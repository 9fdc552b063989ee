import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../shared/problems.ts";
import { isOfDisk, passingFailure, WAIT_REASONS, type WaitReason } from "../../../shared/waits.ts";
import { isSettled, type PartRecord } from "./part/record.ts";
import type { PartRow } from "./rows.ts";
import { waitDelay } from "./run/pace.ts";
import type { Pause } from "./run/pauses.ts";

export interface WaitContext {
  /** A problem of the cleaning as a whole, or of this machine's. */
  readonly problem: Problem | null;
  /** When this machine lost its network, in Unix milliseconds; null: it has one. */
  readonly offlineSince: number | null;
  /** The pauses that the service asked for, by whose record; absent: none. */
  readonly pauses?: ReadonlyMap<PartRecord, Pause>;
}

/** A single failure passes within a second, and is not worth a word, unless the service asks for a pause. */
const WORTH_SAYING = 2;

/** `pauses`, by ordinal, by the records of their parts. */
export function pausesAmong(
  parts: readonly PartRow[],
  pauses: ReadonlyMap<number, Pause>,
): ReadonlyMap<PartRecord, Pause> {
  return new Map(
    parts.flatMap(({ ordinal, record }) => {
      const pause = pauses.get(ordinal);
      return pause === undefined ? [] : [[record, pause] as const];
    }),
  );
}

/** What a part waits for, be it parked or between two attempts; null: it moves, or is over. Pure. */
export function partWait(record: PartRecord, { offlineSince, pauses }: WaitContext): WaitReason | null {
  const { state, problem } = record;
  if (isSettled(state)) return null;
  if (state.kind === "uncertain") return "user";
  if (state.kind === "waiting")
    return state.for === "account" && isOfDisk(problem?.code) ? "disk" : state.for;
  if (offlineSince !== null) return "network";
  if (problem?.code === "start_unheard") return "service";
  const pause = pauses?.get(record);
  if (pause !== undefined) return passingFailure(pause.problem.code) ?? "service";
  return Math.max(record.attempts, record.setbacks) >= WORTH_SAYING ? passingFailure(problem?.code) : null;
}

/**
 * What a cleaning waits for when none of its parts moves: what a person can end comes first, for that is what it
 * stands still for in the end. Null: something moves, or it is about to be summed up. Pure.
 */
export function cleaningWait(records: readonly PartRecord[], context: WaitContext): Cleaning["waiting"] {
  const { problem, offlineSince, pauses } = context;
  // What keeps it as a whole from going on keeps every part: nobody but a person ends that.
  if (problem !== null) return { for: isOfDisk(problem.code) ? "disk" : "user", since: null };
  const open = records.filter(({ state }) => !isSettled(state));
  if (open.length === 0) return null;
  const waits = open.map((record) => ({ record, reason: partWait(record, context) }));
  if (waits.some(({ reason }) => reason === null)) return null;
  const first = WAIT_REASONS.find((reason) => waits.some((wait) => wait.reason === reason));
  if (first === undefined) return null;
  const since = waits.flatMap(({ record, reason }) => {
    if (reason !== first) return [];
    const start = record.since ?? (reason === "network" ? offlineSince : null);
    return start === null ? [] : [start];
  });
  const until = waits.flatMap(({ record, reason }) => {
    const pause = reason === first ? pauses?.get(record) : undefined;
    return pause === undefined ? [] : [pause.until];
  });
  const next = waits.flatMap(({ record, reason }) => (reason === first ? nextTryOf(record) : []));
  return {
    for: first,
    since: since.length === 0 ? null : Math.min(...since),
    ...(next.length === 0 ? {} : { next: Math.min(...next) }),
    ...(until.length === 0 ? {} : { until: Math.min(...until) }),
  };
}

/** About when a parked part is tried again, or none where nobody tries, or what is waited for is looked at meanwhile. */
function nextTryOf({ state, wait }: PartRecord): number[] {
  if (state.kind !== "waiting" || wait === null || wait.for !== state.for || wait.times === 0) return [];
  if (state.for !== "slot" && state.for !== "disk" && state.for !== "account") return [];
  return [wait.at + waitDelay(state.for, wait.times)];
}

import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import type { JobStatus } from "../../service/index.ts";
import {
  keepState,
  moveTo,
  type PartEvent,
  resetAfterProgress,
  resetAfterSuccess,
  type Transition,
} from "./part-events.ts";
import { mayBePaid, type PartRecord, type PartState, priceOf } from "./record.ts";

type StatusAnswered = Extract<PartEvent, { type: "status.answered" }>;

export function onStatus(record: PartRecord, event: StatusAnswered): Transition | null {
  const { state } = record;
  if (state.kind === "waiting") return startedLate(record, event);
  if (state.kind !== "preparing" && state.kind !== "starting" && state.kind !== "verifying") return null;
  const { status, at, startSeconds = START_VISIBLE_TIMEOUT_S } = event;
  const updated = answered(record, status);
  switch (status.status) {
    case "preparing":
      return keepState(updated, "preparing");
    case "ready":
      return ready(
        {
          ...updated,
          total: status.total ?? updated.total,
          analysis: status.analysis ?? updated.analysis,
        },
        state,
        at,
        startSeconds * 1000,
      );
    case "verifying":
    case "completed": {
      const counted: PartRecord = {
        ...updated,
        total: status.total ?? updated.total,
        verified: Math.max(updated.verified, status.verified ?? 0),
        counts: status.counts ?? updated.counts,
        analysis: status.analysis ?? updated.analysis,
        mayBeCharged: true,
        startedAt: updated.startedAt ?? at,
        ...(state.kind !== "verifying" || (status.verified ?? 0) > updated.verified
          ? resetAfterProgress
          : {}),
      };
      if (status.status === "completed") {
        return moveTo(counted, { kind: "downloading", jobId: state.jobId }, "completed");
      }
      return moveTo(counted, { kind: "verifying", jobId: state.jobId }, "verifying");
    }
    case "failed": {
      const why = problem("job_failed", { text: status.message, started: mayBePaid(record) });
      return failWithoutResults(updated, state.jobId, why, "job.failed");
    }
    case "cancelled": {
      const why = problem("job_cancelled", { started: mayBePaid(record) });
      return failWithoutResults(updated, state.jobId, why, "job.cancelled");
    }
    default:
      return assertNever(status);
  }
}

/** A part that waits for credits after a refused start may have been started by an earlier one. */
function startedLate(record: PartRecord, event: StatusAnswered): Transition | null {
  const { state } = record;
  const { status } = event;
  if (state.kind !== "waiting" || state.jobId === null || state.for !== "credits") return null;
  if (status.status !== "verifying" && status.status !== "completed") return null;
  return onStatus(
    {
      ...record,
      ...resetAfterSuccess,
      ...resetAfterProgress,
      state: { kind: "verifying", jobId: state.jobId },
    },
    event,
  );
}

/** Keeps the backoff of a refused start or fetch if the list is unchanged. */
function answered(record: PartRecord, { status }: JobStatus): PartRecord {
  const asBefore = record.setbacks > 0 && (status === "ready" || status === "completed");
  const trying = record.setbacks > 0 || (record.wait !== null && record.wait.step !== "poll");
  return {
    ...record,
    serviceStatus: status,
    attempts: 0,
    // A status that finds the list does not undo a start that did not.
    notFound:
      status === "ready" && (record.unheardStart !== null || record.setbacks > 0) ? record.notFound : 0,
    problem: asBefore ? record.problem : null,
    ...(trying ? {} : { wait: null, since: null }),
  };
}

/** Seconds until a start that does not show in the status counts as lost; the service refuses a duplicate. */
const START_VISIBLE_TIMEOUT_S = 30;

/** A `ready` this long after a start means that it did not arrive. Sending it again is free if it did. */
function ready(
  record: PartRecord,
  state: Extract<PartState, { jobId: string }>,
  at: number,
  within: number,
): Transition | null {
  const { startSentAt, startedAt } = record;
  if (state.kind !== "preparing" && startSentAt !== null && at - startSentAt < within) {
    if (startedAt !== null) return keepState(record, "start.not_begun");
    const unheardStart = record.unheardStart ?? at;
    return keepState({ ...record, unheardStart, problem: problem("start_unheard") }, "start.unheard");
  }
  const ruledOut: PartRecord = {
    ...record,
    mayBeCharged: startedAt !== null,
    problem: record.problem?.code === "start_unheard" ? null : record.problem,
  };
  const total = priceOf(record);
  if (total > record.agreed) {
    return moveTo(
      { ...ruledOut, ...resetAfterProgress, since: at, problem: askedPrice(record, total) },
      { kind: "waiting", for: "user", step: "start", jobId: state.jobId },
      record.agreed > 0 ? "price.higher" : "price.again",
    );
  }
  return state.kind === "preparing"
    ? moveTo(record, { kind: "ready", jobId: state.jobId }, "ready")
    : moveTo(ruledOut, { kind: "starting", jobId: state.jobId, sent: false }, "start.repeated");
}

/** Returns the problem that asks for consent: a changed price, or the price of a list that was sent again. */
function askedPrice({ agreed, earlier }: PartRecord, now: number): Problem {
  return agreed === 0
    ? problem("price_again", { now, spent: earlier.spent })
    : problem("price_changed", { shown: agreed, now });
}

function failWithoutResults(
  heard: PartRecord,
  jobId: string,
  why: Problem,
  reason: "job.failed" | "job.cancelled",
): Transition {
  return moveTo(
    { ...heard, mayBeCharged: mayBePaid(heard), problem: why },
    { kind: "failed", jobId },
    reason,
  );
}

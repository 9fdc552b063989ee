import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import type { JobStatus } from "../../service/index.ts";
import {
  askedAnew,
  gotOn,
  type PartEvent,
  type StartedBefore,
  smooth,
  stay,
  type Transition,
  to,
} from "./events.ts";
import { gone, heldBack } from "./failures.ts";
import { isSettled, mayBePaid, mayShowLate, type PartRecord, type PartState, priceOf } from "./record.ts";
import { notOfThisKey, unsure } from "./recovery.ts";
import { isByAnotherKey, likenessOf } from "./same-list.ts";

type StatusAnswered = Extract<PartEvent, { type: "status.answered" }>;

/** What the service says of the list moves the part on, or back. */
export function onStatus(record: PartRecord, event: StatusAnswered): Transition | null {
  const { state } = record;
  if (state.kind === "waiting") return startedAfterAll(record, event);
  if (isSettled(state)) return startedAfterEnd(record, event);
  if (state.kind !== "preparing" && state.kind !== "starting" && state.kind !== "verifying") return null;
  const { by = null, status } = event;
  if (isByAnotherKey(record, by) && likenessOf(record, status) !== "same")
    return ofAnotherKey(record, state, event);
  const createdAt = record.createdAt ?? status.createdAt;
  return move({ ...record, createdAt, knownBy: by ?? record.knownBy }, state, event);
}

/** What the service says of a list that is the part's. */
function move(
  record: PartRecord,
  state: Extract<PartState, { jobId: string }>,
  event: StatusAnswered,
): Transition | null {
  const { status, at, passed = 0, startSeconds = START_SHOWS_WITHIN } = event;
  const heard = answered(record, status);
  switch (status.status) {
    case "preparing":
      return stay(heard, "preparing");
    case "ready":
      return ready(
        {
          ...heard,
          total: status.total ?? heard.total,
          analysis: status.analysis ?? heard.analysis,
          unshownFor: mayHaveBegun(state) ? heard.unshownFor + passed : heard.unshownFor,
        },
        state,
        at,
        startSeconds * 1000,
        heard.total,
      );
    case "verifying":
    case "completed": {
      const counted: PartRecord = {
        ...heard,
        total: status.total ?? heard.total,
        verified: Math.max(heard.verified, status.verified ?? 0),
        counts: status.counts ?? heard.counts,
        analysis: status.analysis ?? heard.analysis,
        mayBeCharged: true,
        startedAt: heard.startedAt ?? at,
        unshownFor: 0,
        startAgain: false,
        ...(state.kind !== "verifying" || (status.verified ?? 0) > heard.verified ? gotOn : {}),
        restored: false,
      };
      if (status.status === "completed") {
        return to(counted, { kind: "downloading", jobId: state.jobId }, "completed");
      }
      return to(counted, { kind: "verifying", jobId: state.jobId }, "verifying");
    }
    case "failed": {
      const why = problem("job_failed", { text: status.message, started: mayBePaid(record) });
      return saidOver(record, heard, state, why, "job.failed");
    }
    case "cancelled": {
      const why = problem("job_cancelled", { started: mayBePaid(record) });
      return saidOver(record, heard, state, why, "job.cancelled");
    }
    default:
      return assertNever(status);
  }
}

/**
 * A list that cannot be recognised with the account's key is never started with it. To go on asking about one that may be
 * paid for costs nothing, and its results show by their addresses whose they are; what is counted of it is not believed.
 */
function ofAnotherKey(
  record: PartRecord,
  state: Extract<PartState, { jobId: string }>,
  event: StatusAnswered,
): Transition | null {
  const { status } = event;
  if (!mayBePaid(record)) return notOfThisKey(record);
  if (status.status === "ready")
    return gone(
      { ...record, attempts: record.attempts + 1, problem: problem("list_unrecognised") },
      state.jobId,
    );
  const silent = { total: null, verified: null, pending: null, analysis: null, counts: null };
  const believed =
    status.status === "verifying" || status.status === "completed" ? { ...status, ...silent } : status;
  return move(record, state, { ...event, status: believed });
}

/** A part that waits for credits because a start was refused, or for a yes to another one, may have been started by an earlier one. */
function startedAfterAll(record: PartRecord, event: StatusAnswered): Transition | null {
  const { state } = record;
  const { status } = event;
  if (state.kind !== "waiting" || state.jobId === null) return null;
  if (state.for !== "credits" && !mayShowLate(record)) return null;
  if (status.status !== "verifying" && status.status !== "completed") return null;
  return onStatus(
    { ...record, ...smooth, ...gotOn, state: { kind: "verifying", jobId: state.jobId } },
    event,
  );
}

/** A part that is over, and was never started as far as is known, is brought home where the service has begun with it all the same. */
function startedAfterEnd(record: PartRecord, event: StatusAnswered): Transition | null {
  const { state, atService } = record;
  const { status } = event;
  const isUnpaid = state.kind === "cancelled" || (state.kind === "failed" && !mayBePaid(record));
  if (!isUnpaid || state.jobId === null || !atService) return null;
  if (status.status !== "verifying" && status.status !== "completed") return null;
  if (isByAnotherKey(record, event.by ?? null) && likenessOf(record, status) !== "same") return null;
  const back: PartRecord = { ...record, ...smooth, ...gotOn, ...askedAnew, refusedRemovals: 0 };
  const next = onStatus({ ...back, state: { kind: "verifying", jobId: state.jobId } }, event);
  return next === null ? null : { ...next, why: "started.after_all" };
}

/**
 * A list that was given up before a start of it was heard of, and that the service has begun with all the same, takes the
 * place of the one that was sent after it, which costs nothing as long as it is not started. Null: that one is paid for, too.
 */
export function startedBefore(
  record: PartRecord,
  { jobId, status, at, by }: StartedBefore,
): Transition | null {
  const { state, givenUpJobs, addresses } = record;
  const isUnpaid =
    state.kind === "ready" ||
    (state.kind === "starting" && !state.sent) ||
    state.kind === "cancelled" ||
    state.kind === "failed";
  if (!isUnpaid || mayBePaid(record) || !givenUpJobs.some((one) => one.jobId === jobId)) return null;
  const others = givenUpJobs.filter((one) => one.jobId !== jobId);
  const back: PartRecord = {
    ...record,
    ...smooth,
    ...gotOn,
    ...askedAnew,
    state: { kind: "verifying", jobId },
    // The other one is deleted at the service once this one is home.
    givenUpJobs:
      state.jobId !== null && record.atService ? [...others, { jobId: state.jobId, addresses }] : others,
    givenUpLooks: 0,
    refusedRemovals: 0,
    atService: true,
    createdAt: status.createdAt,
    total: null,
    analysis: null,
  };
  const next = onStatus(back, { type: "status.answered", status, at, by });
  return next === null ? null : { ...next, why: "started.after_all" };
}

/** How often in a row the service must say that a started list is over without results before that is believed. */
const SAID_OVER = 4;

/** A list that may be paid for is asked about more than once before it is given up: one wrong answer is not the end. */
function saidOver(
  before: PartRecord,
  heard: PartRecord,
  state: Extract<PartState, { jobId: string }>,
  why: Problem,
  reason: "job.failed" | "job.cancelled",
): Transition {
  const times = before.saidOver + 1;
  const paid = mayBePaid(before);
  return paid && times < SAID_OVER
    ? stay({ ...heard, saidOver: times, attempts: times }, `${reason}_asking`)
    : to({ ...heard, mayBeCharged: paid, problem: why }, { kind: "failed", jobId: state.jobId }, reason);
}

/**
 * The record after the service said how the list is. A start or fetch that it turned away is not forgotten because
 * the list still is as it was before.
 */
function answered(record: PartRecord, { status }: JobStatus): PartRecord {
  const asBefore = record.setbacks > 0 && (status === "ready" || status === "completed");
  const trying = record.setbacks > 0 || (record.wait !== null && record.wait.step !== "poll");
  return {
    ...record,
    serviceStatus: status,
    attempts: 0,
    // That the list is there does not unsay that a start did not find it.
    notFound:
      status === "ready" && (record.unheardStart !== null || record.setbacks > 0) ? record.notFound : 0,
    saidOver: 0,
    problem: asBefore ? record.problem : null,
    ...(trying ? {} : { wait: null, since: null }),
  };
}

/** Seconds that a start may take to show before it counts as lost: the service attempts it 'shortly' (service-spec). */
const START_SHOWS_WITHIN = 10 * 60;

/** Whether a start of the list was sent, or may have been. */
function mayHaveBegun({ kind }: PartState): boolean {
  return kind === "starting" || kind === "verifying";
}

/**
 * `ready` for so long after a start without an answer means that it did not arrive: it is sent again. One that was
 * accepted may have been charged, and the service may charge another: the user is asked.
 */
function ready(
  record: PartRecord,
  state: Extract<PartState, { jobId: string }>,
  at: number,
  within: number,
  counted: number | null,
): Transition | null {
  if (record.restored) return unsure({ ...record, mayBeCharged: false }, state.jobId);
  if (state.kind === "verifying" && record.startedAt !== null) {
    if (record.startAgain && priceOf(record) <= record.agreed)
      return to(record, { kind: "starting", jobId: state.jobId, sent: false }, "user.started_again");
    if (record.unshownFor < within) return stay(record, "start.not_begun");
    return to(
      { ...record, ...gotOn, since: at, problem: problem("start_lost", { credits: priceOf(record) }) },
      { kind: "waiting", for: "user", step: "start", jobId: state.jobId },
      "start.lost",
    );
  }
  if (state.kind !== "preparing" && record.unshownFor < within) {
    const unheard: PartRecord = { ...record, unheardStart: record.unheardStart ?? at };
    return heldBack(unheard, at) ?? stay({ ...unheard, problem: problem("start_unheard") }, "start.unheard");
  }
  const ruledOut: PartRecord = {
    ...record,
    mayBeCharged: record.startedAt !== null,
    problem: record.problem?.code === "start_unheard" ? null : record.problem,
  };
  const total = priceOf(record);
  // Another count than before is another list's, or of a list that was changed.
  if (total > record.agreed || (counted !== null && total !== counted)) {
    return to(
      {
        ...ruledOut,
        ...gotOn,
        since: at,
        problem: askedPrice(record, total, counted),
      },
      { kind: "waiting", for: "user", step: "start", jobId: state.jobId },
      total <= record.agreed ? "price.other" : record.agreed > 0 ? "price.higher" : "price.again",
    );
  }
  return state.kind === "preparing"
    ? to(record, { kind: "ready", jobId: state.jobId }, "ready")
    : to(ruledOut, { kind: "starting", jobId: state.jobId, sent: false }, "start.repeated");
}

/** What is said of a price that is not agreed to: another than before, or that of a list that was sent again. */
function askedPrice({ agreed, earlier }: PartRecord, now: number, counted: number | null): Problem {
  if (now <= agreed) return problem("price_changed", { shown: counted ?? agreed, now });
  return agreed === 0 && earlier.spent > 0
    ? problem("price_again", { now, spent: earlier.spent })
    : problem("price_changed", { shown: agreed, now });
}

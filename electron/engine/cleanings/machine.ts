import { type Problem, problem } from "../../../shared/problems.ts";
import { assertNever } from "../../../shared/result.ts";
import { noVerdicts } from "../../../shared/verdicts.ts";
import type { JobStatus, ServiceError } from "../service/index.ts";
import { onCheckFailure, onFailure, type RequestFailed, shortOfCredits, uncertainCheck } from "./failures.ts";
import {
  agreedFor,
  isSettled,
  jobOf,
  mayHaveStarted,
  mayShowLate,
  type PartRecord,
  type PartState,
  priceOf,
  type SingleAnswer,
  type Step,
  spentOn,
} from "./part.ts";
import { DOUBTED, GIVEN_UP, REKEYED, RESTORED, START_LOST } from "./reasons.ts";

/** Everything that can happen to a part. Times are Unix milliseconds. */
export type PartEvent =
  | { type: "upload.begun" }
  | { type: "upload.answered"; jobId: string; at: number }
  | ({ type: "upload.failed" } & RequestFailed)
  | { type: "check.begun" }
  | { type: "check.answered"; answer: SingleAnswer }
  | ({ type: "check.failed" } & RequestFailed)
  /** It was given up before it was its turn. */
  | { type: "check.unsent" }
  /** `startSeconds`: how long a start may take to show, where it is not the usual time. */
  | { type: "status.answered"; status: JobStatus; at: number; startSeconds?: number }
  | ({ type: "status.failed" } & RequestFailed)
  | { type: "start.begun" }
  /** Other parts of the account wait for credits already: asking would only be refused again. */
  | { type: "start.unaffordable"; available: number; at: number }
  /** The account's credits, as they were last read when a part was refused for want of them, or read since. */
  | { type: "credits.read"; balance: number }
  | { type: "start.answered"; at: number }
  | ({ type: "start.failed" } & RequestFailed)
  /** `remove`: the user wants the list deleted at the service once all of it is home. */
  | { type: "results.taken"; missing: number; remove: boolean }
  | { type: "results.short"; missing: number }
  | ({ type: "fetch.failed" } & RequestFailed)
  | { type: "fetch.unusable"; problem: Problem }
  /** Winnow was started anew and found the part like this. */
  | { type: "recovered" }
  /** The part came back from a backup, or with a copy of the data: what has been done since is not known here. */
  | { type: "restored" }
  /** The balance fell by more than was spent here: the part may have been sent and paid for already, see doubts.ts. */
  | { type: "doubted" }
  /** The account gets a key that may be another account's at the service. */
  | { type: "rekeyed" }
  /** What the part waited for may be there: credits, a free place, the account. */
  | { type: "released" }
  | { type: "user.resumed" }
  /** The user agrees to the price that the service asks for now. */
  | { type: "user.agreed" }
  | { type: "user.sent_again" }
  | { type: "user.cancelled" }
  /** What may have been paid for is not waited for any longer; the rest is cancelled. */
  | { type: "user.gave_up" }
  | { type: "removed" }
  | { type: "removal.failed"; error: ServiceError };

/** What a part does next: the record to commit, and what to say of it in the timeline. */
export interface Transition {
  readonly record: PartRecord;
  readonly why: string;
}

/** The request that the part needs now, or null when it waits for something else. Pure. */
export function nextStep({ state, single }: Pick<PartRecord, "state" | "single">): Step | null {
  switch (state.kind) {
    case "queued":
      return single ? "check" : "upload";
    case "uploading":
      return "upload";
    case "checking":
      return "check";
    case "checked":
      return "fetch";
    case "preparing":
    case "verifying":
      return "poll";
    case "ready":
      return "start";
    case "starting":
      return state.sent ? "poll" : "start";
    case "downloading":
      return "fetch";
    case "uncertain":
    case "waiting":
    case "done":
    case "failed":
    case "cancelled":
    case "gone":
      return null;
    default:
      return assertNever(state);
  }
}

/**
 * What becomes of a part when something happens to it; null when that changes nothing. Pure: no clock, no I/O.
 * The executor commits the answer before any request that follows from it.
 */
export function transition(record: PartRecord, event: PartEvent): Transition | null {
  const { state } = record;
  switch (event.type) {
    case "upload.begun":
      return nextStep(record) === "upload" && state.kind === "queued"
        ? to(record, { kind: "uploading" }, "Uploading the addresses")
        : null;
    case "upload.answered":
      return uploaded(record, event.jobId, event.at);
    case "upload.failed":
      return state.kind === "uploading" ? onFailure(record, "upload", event) : null;
    case "check.begun":
      return nextStep(record) === "check" && state.kind === "queued"
        ? to({ ...record, mayBeCharged: true }, { kind: "checking" }, "Checking the address")
        : null;
    case "check.answered":
      if (isGivenUpCheck(record)) return stay(told(record, event.answer), GIVEN_UP.answered);
      // An answer that was given up for lost and comes after all has been paid for like any other.
      return state.kind === "checking" || (state.kind === "uncertain" && record.single)
        ? checked(record, event.answer)
        : null;
    case "check.failed":
      return state.kind === "checking" ? onCheckFailure(record, event) : null;
    case "check.unsent":
      return state.kind === "checking"
        ? to({ ...record, mayBeCharged: false }, { kind: "queued" }, "The check was not sent")
        : null;
    case "status.answered":
      return onStatus(record, event);
    case "status.failed":
      return nextStep(record) === "poll" ? onFailure(record, "poll", event) : null;
    case "start.begun":
      return state.kind === "ready" || (state.kind === "starting" && !state.sent)
        ? to(
            { ...record, mayBeCharged: true },
            { kind: "starting", jobId: state.jobId, sent: true },
            "Starting the verification",
          )
        : null;
    case "start.unaffordable":
      return nextStep(record) === "start" || (state.kind === "queued" && record.single)
        ? to(
            {
              ...record,
              problem: shortOfCredits(record, event.available),
              since: record.since ?? event.at,
              wait: { for: "credits", step: "start", times: 0, at: event.at, balance: event.available },
            },
            {
              kind: "waiting",
              for: "credits",
              step: record.single ? "check" : "start",
              jobId: jobOf(state),
            },
            "Waiting for credits, like the parts before it",
          )
        : null;
    case "credits.read":
      return creditsRead(record, event.balance);
    case "start.answered":
      return state.kind === "starting"
        ? verifying(
            record.startAgain
              ? { ...record, earlier: { ...record.earlier, spent: spentOn(record) } }
              : record,
            state.jobId,
            event.at,
          )
        : null;
    case "start.failed":
      if (state.kind !== "starting") return null;
      return event.error.problem.code === "job_started"
        ? verifying(record, state.jobId, event.at)
        : onFailure(record, "start", event);
    case "results.taken":
      // They may be found here whatever was to be asked next.
      return nextStep(record) !== null
        ? to(
            {
              ...record,
              missing: event.missing,
              verified: record.total ?? record.addresses,
              removal: event.remove && event.missing === 0,
              ...smooth,
              ...gotOn,
            },
            { kind: "done", jobId: jobOf(state) },
            event.missing === 0 ? "The results are here" : "The results are here; some addresses are missing",
          )
        : null;
    case "results.short":
      return state.kind === "downloading"
        ? stay(
            { ...record, shortFetches: record.shortFetches + 1, notFound: 0 },
            "Some results are missing; fetching them again",
          )
        : null;
    case "fetch.failed":
      return state.kind === "downloading" ? onFailure(record, "fetch", event) : null;
    case "fetch.unusable":
      // What was paid for and is stored here is taken in as soon as this machine lets it.
      if (state.kind === "checked")
        return stay(
          { ...record, attempts: record.attempts + 1, problem: event.problem },
          event.problem.title,
        );
      return state.kind === "downloading" ? unusable(record, state.jobId, event.problem) : null;
    case "recovered":
      return recovered(record);
    case "restored":
      return restored(record);
    case "doubted":
      return state.kind === "queued" ? doubted(record) : null;
    case "rekeyed":
      return rekeyed(record);
    case "released":
      return state.kind === "waiting" && state.for !== "user" ? release(record) : null;
    case "user.resumed":
      return resumed(record);
    case "user.agreed":
      return state.kind === "waiting" && state.for === "user"
        ? release({
            ...record,
            since: null,
            agreed: Math.max(record.agreed, priceOf(record)),
            // Beside what was agreed to before, for what may have been paid for already.
            earlier:
              record.restored || mayShowLate(record)
                ? { ...record.earlier, agreed: record.earlier.agreed + record.agreed }
                : record.earlier,
            startAgain: mayShowLate(record) && record.restored !== true,
            restored: false,
          })
        : null;
    case "user.sent_again":
      return sentAgain(record);
    case "user.cancelled":
      return cancelled(record);
    case "user.gave_up":
      return gaveUp(record);
    case "removed":
      return record.atService
        ? stay({ ...record, atService: false, attempts: 0 }, "Deleted at the service")
        : null;
    case "removal.failed":
      return isSettled(state) && record.atService
        ? stay(
            {
              ...record,
              attempts: record.attempts + 1,
              // A service that cannot be reached or has a fault has not said no.
              refusedRemovals: record.refusedRemovals + (event.error.effect === "refused" ? 1 : 0),
            },
            event.error.problem.title,
          )
        : null;
    default:
      return assertNever(event);
  }
}

/** Fields that a step which went well sets back. */
const smooth = { attempts: 0, problem: null } as const;
/** Fields that set back once the part has got further than it ever was. */
const gotOn = { setbacks: 0, wait: null, since: null, startAgain: false } as const;
/** What was counted about the results before the user had them asked for once more. */
const askedAnew = { shortFetches: 0, unusableFetches: 0, notFound: 0, saidOver: 0 } as const;

function to(record: PartRecord, state: PartState, why: string): Transition {
  return { record: { ...record, state }, why };
}

function stay(record: PartRecord, why: string): Transition {
  return { record, why };
}

/** The lowest balance counts: where it falls and is filled up again, there is more than there was. */
function creditsRead(record: PartRecord, balance: number): Transition | null {
  const { state, wait } = record;
  if (state.kind !== "waiting" || state.for !== "credits" || wait === null) return null;
  const lowest = Math.min(wait.balance ?? balance, balance);
  return lowest === wait.balance
    ? null
    : stay(
        { ...record, problem: shortOfCredits(record, balance), wait: { ...wait, balance: lowest } },
        "The balance was read",
      );
}

/** An answer that comes after the user cancelled names the job that is to be cleaned up. */
function uploaded(record: PartRecord, jobId: string, at: number): Transition | null {
  const { state } = record;
  const there: PartRecord = { ...record, uploadedAt: at, atService: true, ...smooth, ...gotOn };
  if (state.kind === "uploading") {
    return to(there, { kind: "preparing", jobId }, "Uploaded; the service prepares the list");
  }
  return state.kind === "cancelled" && state.jobId === null
    ? to(there, { kind: "cancelled", jobId }, "It had arrived at the service")
    : null;
}

function checked(record: PartRecord, answer: SingleAnswer): Transition {
  return to({ ...told(record, answer), ...smooth }, { kind: "checked" }, "The service answered");
}

function told(record: PartRecord, answer: SingleAnswer): PartRecord {
  const counts = { ...noVerdicts(), [answer.verdict]: 1 };
  return { ...record, answer, counts, verified: 1, startedAt: answer.at };
}

/** A single check that was given up while its answer, which is paid for, was on its way. */
function isGivenUpCheck({ state, single, mayBeCharged, answer }: PartRecord): boolean {
  return state.kind === "failed" && single && mayBeCharged && answer === null;
}

function verifying(record: PartRecord, jobId: string, at: number): Transition {
  return to(
    { ...record, mayBeCharged: true, startedAt: at, ...smooth, ...gotOn },
    { kind: "verifying", jobId },
    "The service verifies the addresses",
  );
}

type StatusAnswered = Extract<PartEvent, { type: "status.answered" }>;

function onStatus(record: PartRecord, event: StatusAnswered): Transition | null {
  const { state } = record;
  const { status, at, startSeconds = START_SHOWS_WITHIN } = event;
  if (state.kind === "waiting") return startedAfterAll(record, event);
  if (state.kind !== "preparing" && state.kind !== "starting" && state.kind !== "verifying") return null;
  const heard = answered(record, status);
  switch (status.status) {
    case "preparing":
      return stay(heard, "The service prepares the list");
    case "ready":
      return ready(
        { ...heard, total: status.total ?? heard.total, analysis: status.analysis ?? heard.analysis },
        state,
        at,
        startSeconds * 1000,
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
        startAgain: false,
        ...(state.kind !== "verifying" || (status.verified ?? 0) > heard.verified ? gotOn : {}),
        restored: false,
      };
      if (status.status === "completed") {
        return to(counted, { kind: "downloading", jobId: state.jobId }, "Verified; fetching the results");
      }
      return to(counted, { kind: "verifying", jobId: state.jobId }, "The service verifies the addresses");
    }
    case "failed": {
      const why = problem("job_failed", { text: status.message, started: mayBePaid(record) });
      return saidOver(record, heard, state, why, "The service could not process the list");
    }
    case "cancelled": {
      const why = problem("job_cancelled", { started: mayBePaid(record) });
      return saidOver(record, heard, state, why, "The service cancelled the list");
    }
    default:
      return assertNever(status);
  }
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

/** How often in a row the service must say that a started list is over without results before that is believed. */
const SAID_OVER = 4;

/** A list that may be paid for is asked about more than once before it is given up: one wrong answer is not the end. */
function saidOver(
  before: PartRecord,
  heard: PartRecord,
  state: Extract<PartState, { jobId: string }>,
  why: Problem,
  words: string,
): Transition {
  const times = before.saidOver + 1;
  const paid = mayBePaid(before);
  return paid && times < SAID_OVER
    ? stay({ ...heard, saidOver: times, attempts: times }, `${words}; asking again`)
    : to({ ...heard, mayBeCharged: paid, problem: why }, { kind: "failed", jobId: state.jobId }, words);
}

/** Whether the list may be paid for, now or by a start that nobody heard of. */
function mayBePaid(record: PartRecord): boolean {
  return record.mayBeCharged || mayHaveStarted(record);
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
    notFound: status === "ready" && record.unheardStart !== null ? record.notFound : 0,
    saidOver: 0,
    problem: asBefore ? record.problem : null,
    ...(trying ? {} : { wait: null, since: null }),
  };
}

/** Seconds that a start may take to show before it counts as lost: the service attempts it 'shortly' (service-spec). */
const START_SHOWS_WITHIN = 10 * 60;

/**
 * `ready` for so long after a start without an answer means that it did not arrive: it is sent again. One that was
 * accepted may have been charged, and the service may charge another: the user is asked.
 */
function ready(
  record: PartRecord,
  state: Extract<PartState, { jobId: string }>,
  at: number,
  within: number,
): Transition | null {
  if (record.restored) return unsure({ ...record, mayBeCharged: false }, state.jobId);
  if (state.kind === "verifying" && record.startedAt !== null) {
    // The machine's clock may have been set back.
    const startedAt = Math.min(record.startedAt, at);
    if (record.startAgain && priceOf(record) <= record.agreed)
      return to(record, { kind: "starting", jobId: state.jobId, sent: false }, "You asked to start it again");
    if (at - startedAt < within) return stay({ ...record, startedAt }, "The service has not begun yet");
    return to(
      { ...record, ...gotOn, since: at, problem: problem("start_lost", { credits: priceOf(record) }) },
      { kind: "waiting", for: "user", step: "start", jobId: state.jobId },
      START_LOST,
    );
  }
  if (state.kind !== "preparing") {
    // The machine's clock may have been set back; without an answer it counts from when that was found out.
    const since = Math.min(record.unheardStart ?? at, at);
    if (at - since < within)
      return stay(
        { ...record, unheardStart: since, problem: problem("start_unheard") },
        "The service does not show the start yet",
      );
  }
  const ruledOut: PartRecord = {
    ...record,
    mayBeCharged: record.startedAt !== null,
    problem: record.problem?.code === "start_unheard" ? null : record.problem,
  };
  const total = priceOf(record);
  if (total > record.agreed) {
    return to(
      {
        ...ruledOut,
        ...gotOn,
        since: at,
        problem: askedPrice(record, total),
      },
      { kind: "waiting", for: "user", step: "start", jobId: state.jobId },
      record.agreed > 0
        ? "The service counts more addresses than you agreed to"
        : "Sent again; verifying it has its price",
    );
  }
  return state.kind === "preparing"
    ? to(record, { kind: "ready", jobId: state.jobId }, "Ready to be verified")
    : to(
        ruledOut,
        { kind: "starting", jobId: state.jobId, sent: false },
        "The start did not arrive; sending it again",
      );
}

/** What is said of a price that is not agreed to: another than before, or that of a list that was sent again. */
function askedPrice({ agreed, earlier }: PartRecord, now: number): Problem {
  return agreed === 0 && earlier.spent > 0
    ? problem("price_again", { now, spent: earlier.spent })
    : problem("price_changed", { shown: agreed, now });
}

function recovered(record: PartRecord): Transition | null {
  const { state } = record;
  if (state.kind === "checking") return uncertainCheck(record);
  if (state.kind !== "uploading") return null;
  const lost: PartRecord = { ...record, lostUploads: record.lostUploads + 1 };
  return record.autoVerify
    ? to(
        { ...lost, problem: problem("upload_uncertain") },
        { kind: "uncertain" },
        "The upload may have arrived",
      )
    : to(lost, { kind: "queued" }, "The upload was interrupted; sending it again costs nothing");
}

/**
 * What may have gone on elsewhere asks the service first where there is a job, and the user where there is none: before
 * anything is uploaded or started. What the service holds stays there.
 */
function restored(record: PartRecord): Transition | null {
  const { state } = record;
  const jobId = jobOf(state);
  const back: PartRecord = { ...record, ...gotOn, ...askedAnew, attempts: 0, removal: false, restored: true };
  if (isSettled(state)) {
    const acts = record.atService && (state.kind === "cancelled" || record.removal === true);
    return acts || state.kind === "failed" || state.kind === "gone" ? stay(back, RESTORED.settled) : null;
  }
  // What is stored here needs nobody's answer.
  if (state.kind === "checked") return null;
  // What is uncertain asks already; sent again, it may have been paid for.
  if (state.kind === "uncertain") return stay(back, RESTORED.settled);
  if (state.kind === "checking") return uncertainCheck(back);
  if (jobId === null) return unsure(back, null);
  return to(
    { ...back, mayBeCharged: true, problem: problem("restored_paused") },
    { kind: "verifying", jobId },
    RESTORED.paused,
  );
}

/** The user decides whether what may have been paid for already is verified at its price. */
function unsure(record: PartRecord, jobId: string | null): Transition {
  return to(
    { ...record, problem: problem("restored_unsure", { credits: priceOf(record) }) },
    { kind: "waiting", for: "user", step: unsureStep(record, jobId), jobId },
    RESTORED.unsure,
  );
}

function doubted(record: PartRecord): Transition {
  return to(
    {
      ...record,
      ...gotOn,
      attempts: 0,
      restored: true,
      problem: problem("balance_fell", { credits: priceOf(record) }),
    },
    { kind: "waiting", for: "user", step: unsureStep(record, null), jobId: null },
    DOUBTED,
  );
}

/** The price of what was not sent yet was agreed to for the account of the key before. What waits for a yes says so already. */
function rekeyed(record: PartRecord): Transition | null {
  const { state } = record;
  const isUnsent =
    state.kind === "queued" ||
    // Where it charges by itself, it is heard to its end.
    (state.kind === "uploading" && !record.autoVerify) ||
    (state.kind === "waiting" && state.for !== "user" && state.jobId === null);
  if (!isUnsent) return null;
  return to(
    { ...record, ...gotOn, attempts: 0, problem: problem("key_changed", { credits: priceOf(record) }) },
    { kind: "waiting", for: "user", step: unsureStep(record, null), jobId: null },
    REKEYED,
  );
}

function unsureStep({ single }: PartRecord, jobId: string | null): Step {
  if (jobId !== null) return "start";
  return single ? "check" : "upload";
}

function release(record: PartRecord): Transition {
  const { state } = record;
  if (state.kind !== "waiting") return stay(record, "");
  const eased: PartRecord = { ...record, ...smooth };
  const { jobId } = state;
  if (jobId === null) return to(eased, { kind: "queued" }, "Going on");
  switch (state.step) {
    case "upload":
    case "check":
      return to(eased, { kind: "queued" }, "Going on");
    case "start":
      // The status is read before a start is sent again: much may have happened in the meantime.
      return to(eased, { kind: record.mayBeCharged ? "verifying" : "preparing", jobId }, "Going on");
    case "fetch":
      return to(eased, { kind: "downloading", jobId }, "Going on");
    case "poll":
      return to(eased, { kind: record.mayBeCharged ? "verifying" : "preparing", jobId }, "Going on");
    default:
      return assertNever(state.step);
  }
}

function resumed(record: PartRecord): Transition | null {
  const { state } = record;
  // What waits for the user's word is asked for on its own.
  if (state.kind === "waiting") return state.for === "user" ? null : release({ ...record, setbacks: 0 });
  if (state.kind === "failed") {
    if (!canBeTriedAgain(record)) return null;
    if (record.answer !== null) return to({ ...record, ...smooth }, { kind: "checked" }, "Trying again");
    if (mayBePaid(record) && state.jobId !== null) {
      return to(
        { ...record, ...smooth, ...gotOn, ...askedAnew },
        { kind: "verifying", jobId: state.jobId },
        "Trying again",
      );
    }
    return record.restored
      ? unsure(afresh(record), null)
      : to(afresh(record), { kind: "queued" }, "Trying again");
  }
  if (state.kind === "gone") {
    // Asking costs nothing, and the service may have been wrong.
    return to(
      { ...record, ...smooth, ...gotOn, ...askedAnew, atService: true },
      { kind: "verifying", jobId: state.jobId },
      "Asking the service for the list once more",
    );
  }
  // Whether a list whose upload is uncertain is sent again is asked for on its own.
  if (state.kind === "uncertain") return null;
  const tried = record.attempts > 0 || record.setbacks > 0;
  return !isSettled(state) && tried ? stay({ ...record, ...smooth, setbacks: 0 }, "Trying again") : null;
}

/**
 * The user has the list sent again. Where it may have been paid for already, the new price is agreed to before it is
 * started; where its results can still be had for nothing, it is not sent again.
 */
function sentAgain(record: PartRecord): Transition | null {
  if (!canBeSentAgain(record)) return null;
  const again = afresh(record);
  // A single check has no price to be shown again: whoever has it sent again agrees to its one credit.
  if (record.single)
    return to(
      { ...again, agreed: record.addresses },
      { kind: "queued" },
      "You asked to check the address again",
    );
  return to(
    isPricedAnew(record)
      ? { ...again, agreed: 0, earlier: { ...again.earlier, agreed: agreedFor(record) } }
      : again,
    { kind: "queued" },
    "You asked to send the list again",
  );
}

/** Whether the list, once it is sent again, is started only with a yes to its price: it may have been paid for. */
function isPricedAnew({ mayBeCharged, restored, autoVerify }: PartRecord): boolean {
  return mayBeCharged || (restored === true && !autoVerify);
}

/** Credits that sending the part again spends without another question: what was agreed to and not spent yet. */
export function spentUnasked(record: PartRecord): number {
  const charges = record.single || record.autoVerify;
  return charges || !canBeSentAgain(record) || isPricedAnew(record) ? 0 : record.agreed;
}

/** Whether the only way on is to send the list again, which is the user's to decide. */
export function canBeSentAgain({ state, problem: why, mayBeCharged, single, answer }: PartRecord): boolean {
  if (state.kind === "uncertain" || state.kind === "gone") return true;
  if (state.kind !== "failed" || !mayBeCharged || answer !== null) return false;
  if (single || state.jobId === null) return true;
  return why?.code === "job_failed" || why?.code === "job_cancelled" || why?.code === "job_unusable";
}

/** Whether it can be tried once more for nothing: sent anew where it was not paid for, asked about where it may have been. */
export function canBeTriedAgain({ state, mayBeCharged, single, answer }: PartRecord): boolean {
  if (state.kind === "gone") return true;
  if (state.kind !== "failed") return false;
  return !mayBeCharged || answer !== null || (!single && state.jobId !== null);
}

function cancelled(record: PartRecord): Transition | null {
  const { state } = record;
  // Whoever does not want to pay once more for a check whose answer was lost ends it.
  if (state.kind === "uncertain")
    return to({ ...record, ...smooth }, { kind: "cancelled", jobId: null }, "You did not have it sent again");
  const isCheck = state.kind === "checking" || state.kind === "checked";
  if (isSettled(state) || isCheck || record.mayBeCharged) return null;
  return to(
    { ...record, ...smooth, ...gotOn },
    { kind: "cancelled", jobId: jobOf(state) },
    "You cancelled it before it was started",
  );
}

/** What was started is over for the user: it counts as spent, and can be asked for once more. */
function gaveUp(record: PartRecord): Transition | null {
  const { state } = record;
  if (isSettled(state)) return null;
  if (!isStarted(record)) return cancelled(record);
  const { addresses } = record;
  const why = problem("given_up", { addresses, spent: spentOn(record) });
  return to(
    { ...record, ...smooth, ...gotOn, problem: why },
    { kind: "failed", jobId: jobOf(state) },
    GIVEN_UP.part,
  );
}

/** Whether the service has begun with the part, or may have: it cannot be cancelled any more. */
export function isStarted({ state, mayBeCharged }: PartRecord): boolean {
  const isCheck = state.kind === "checking" || state.kind === "checked";
  return isCheck || (mayBeCharged && state.kind !== "uncertain");
}

/** How often unusable results are fetched before that is the end of it. */
const MOST_UNUSABLE = 5;

function unusable(record: PartRecord, jobId: string, what: Problem): Transition {
  const unusableFetches = record.unusableFetches + 1;
  const told: PartRecord = { ...record, unusableFetches, notFound: 0, problem: what };
  return unusableFetches < MOST_UNUSABLE
    ? stay({ ...told, attempts: record.attempts + 1 }, "The results were not usable; fetching them again")
    : to(told, { kind: "failed", jobId }, "The results could not be read");
}

/** The part as before it was sent, but for what that cost. */
function afresh(record: PartRecord): PartRecord {
  const { earlier, mayBeCharged, agreed } = record;
  return {
    ...record,
    earlier: mayBeCharged ? { agreed: earlier.agreed + agreed, spent: spentOn(record) } : earlier,
    ...smooth,
    ...gotOn,
    serviceStatus: null,
    answer: null,
    total: null,
    verified: 0,
    counts: null,
    analysis: null,
    uploadedAt: null,
    startedAt: null,
    lostUploads: 0,
    mayBeCharged: false,
    unheardStart: null,
    atService: false,
    ...askedAnew,
    vanished: 0,
    refusedRemovals: 0,
    missing: 0,
    removal: false,
  };
}

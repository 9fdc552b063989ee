import { isWriteFailure, type Problem, type ProblemCode, problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import type { ServiceError } from "../../service/index.ts";
import { moveTo, type RequestFailed, type Transition } from "./part-events.ts";
import { jobOf, mayHaveStarted, type ParkedFor, type PartRecord, priceOf, type Step } from "./record.ts";

/** Refusals which show that the service has the list. */
const LIST_IS_KNOWN: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "job_not_ready",
  "job_not_verified",
  "job_not_started",
  "job_preparing",
  "download_restricted",
]);

/** Returns the transition for a failed request: by problem code first, then by consequence. Pure. */
export function onFailure(
  record: PartRecord,
  step: Step,
  { error, at, balance = null }: RequestFailed,
): Transition {
  const failed: PartRecord = {
    ...record,
    attempts: record.attempts + 1,
    since: record.since ?? at,
    problem: error.problem,
    notFound: LIST_IS_KNOWN.has(error.problem.code) ? 0 : record.notFound,
    unheardStart: step === "start" && error.effect === "unknown" ? at : record.unheardStart,
  };
  const jobId = jobOf(record.state);
  switch (error.problem.code) {
    case "job_gone":
    case "job_invalid":
      // A start refused because the job is gone cost nothing, unless an earlier start was sent.
      return handleMissingJob(step === "start" && !mayHaveStarted(failed) ? unspent(failed) : failed, jobId);
    case "job_not_ready":
      if (jobId !== null && step === "start")
        return moveTo(countSetback(unspent(failed)), { kind: "preparing", jobId }, "start.too_early");
      break;
    case "job_not_verified":
    case "job_not_started":
    case "job_preparing":
      if (jobId !== null && step === "fetch")
        return moveTo(countSetback(failed), { kind: "verifying", jobId }, "fetch.too_early");
      break;
    default:
  }
  if (step === "start" && error.effect === "unknown" && record.state.kind === "starting")
    return moveTo(countSetback(failed), record.state, { code: "problem", problem: error.problem });
  switch (error.consequence) {
    case "retry":
      return retry(failed, step, error);
    case "user":
      return park(
        step === "start" ? unspent(failed) : failed,
        isWriteFailure(error.problem.code) ? "disk" : "account",
        step,
        at,
      );
    case "credits": {
      const updated = { ...failed, problem: shortOfCredits(record, balance) };
      return park(step === "start" ? unspent(updated) : updated, "credits", step, at, balance);
    }
    case "slot":
      return park(step === "start" ? unspent(failed) : failed, "slot", step, at);
    case "stop":
      return moveTo(failed, { kind: "failed", jobId }, { code: "problem", problem: error.problem });
    default:
      return assertNever(error.consequence);
  }
}

/** A check is charged when answered, so it is not retried if the answer may have been lost. Pure. */
export function onCheckFailure(record: PartRecord, failure: RequestFailed): Transition {
  const { error, at } = failure;
  if (error.effect === "unknown") return uncertainCheck({ ...record, attempts: record.attempts + 1 });
  const free = unspent(record);
  return error.consequence === "retry"
    ? moveTo(
        {
          ...free,
          attempts: record.attempts + 1,
          since: record.since ?? at,
          problem: error.problem,
        },
        { kind: "queued" },
        { code: "problem", problem: error.problem },
      )
    : onFailure(free, "check", failure);
}

/** Marks a check that may be paid for but whose answer was lost: only the user may send it again. */
export function uncertainCheck(record: PartRecord): Transition {
  return moveTo({ ...record, problem: problem("check_uncertain") }, { kind: "uncertain" }, "check.lost");
}

function retry(record: PartRecord, step: Step, error: ServiceError): Transition {
  const { state } = record;
  if (step === "upload") {
    if (error.effect !== "unknown")
      return moveTo(record, { kind: "queued" }, { code: "problem", problem: error.problem });
    const lost = { ...record, lostUploads: record.lostUploads + 1 };
    return lost.lostUploads > MAX_LOST_UPLOADS
      ? moveTo({ ...lost, problem: problem("upload_uncertain") }, { kind: "uncertain" }, "upload.uncertain")
      : moveTo(lost, { kind: "queued" }, { code: "upload.again", problem: error.problem });
  }
  if (step === "start" && state.kind === "starting") {
    // Poll first unless the start never left: this one or an earlier one may still show in the status.
    const kind = error.effect === "no" && !mayHaveStarted(record) ? "ready" : "preparing";
    return moveTo(
      countSetback(unspent(record)),
      { kind, jobId: state.jobId },
      { code: "problem", problem: error.problem },
    );
  }
  return moveTo(step === "fetch" ? countSetback(record) : record, state, {
    code: "problem",
    problem: error.problem,
  });
}

/** Counts a setback, so that a successful poll in between does not reset the backoff of the next start or fetch. */
function countSetback(record: PartRecord): PartRecord {
  return { ...record, setbacks: record.setbacks + 1 };
}

/** A refused start costs nothing, and the status ruled out earlier ones. An accepted start stays charged. */
function unspent(record: PartRecord): PartRecord {
  return { ...record, mayBeCharged: record.startedAt !== null };
}

function park(
  record: PartRecord,
  reason: ParkedFor,
  step: Step,
  at: number,
  balance: number | null = null,
): Transition {
  const last = record.wait;
  const times = last?.for === reason && last.step === step ? last.times + 1 : 1;
  return moveTo(
    { ...record, wait: { for: reason, step, times, at, balance } },
    { kind: "waiting", for: reason, step, jobId: jobOf(record.state) },
    record.problem === null ? "waiting" : { code: "problem", problem: record.problem },
  );
}

/** Returns the problem of a part that waits for credits. `available`: the account's balance, `null` if unknown. */
export function shortOfCredits(record: PartRecord, available: number | null): Problem {
  const needed = priceOf(record);
  return available !== null && available >= needed
    ? problem("credits_refused", { needed, available })
    : problem("credits_insufficient", { needed, available, parked: true });
}

/** Lost uploads (possible unpaid copies at the service) before the user is asked whether to send another. */
const MAX_LOST_UPLOADS = 12;
/** Consecutive "not found" responses before the job counts as gone: about two minutes. */
const MAX_NOT_FOUND = 7;
/** Uploads of an unpaid list that never appears at the service: each may leave a copy there. */
const MAX_VANISHED_UPLOADS = 3;

/** A job missing before any start cost nothing: its list is uploaded again after a few polls. */
function handleMissingJob(record: PartRecord, jobId: string | null): Transition {
  if ((record.mayBeCharged || mayHaveStarted(record)) && jobId !== null) {
    const recounted: PartRecord = { ...record, notFound: record.notFound + 1 };
    if (recounted.notFound <= MAX_NOT_FOUND) return moveTo(recounted, recounted.state, "job.not_found");
    const paid: PartRecord = { ...recounted, atService: false, mayBeCharged: true };
    return moveTo(
      { ...paid, problem: problem("job_gone", { paid: priceOf(record) }) },
      { kind: "gone", jobId },
      "job.gone",
    );
  }
  const notFound = record.notFound + 1;
  if (jobId !== null && notFound <= MAX_NOT_FOUND) {
    const unseen: PartRecord = { ...record, notFound, problem: problem("job_unseen") };
    // Keep the setback: a status that finds the job does not undo a start that did not.
    return moveTo(
      record.state.kind === "preparing" ? unseen : countSetback(unseen),
      { kind: "preparing", jobId },
      "job.unseen",
    );
  }
  const lost: PartRecord = {
    ...record,
    atService: false,
    notFound: 0,
    vanished: record.vanished + 1,
    serviceStatus: null,
    total: null,
    analysis: null,
  };
  if (lost.vanished >= MAX_VANISHED_UPLOADS) {
    const why = problem("job_unseen", { sent: lost.vanished });
    return moveTo({ ...lost, problem: why }, { kind: "failed", jobId }, "job.vanishing");
  }
  return moveTo(lost, { kind: "queued" }, "job.gone_unpaid");
}

import { problem } from "../../../shared/problems.ts";
import { assertNever } from "../../../shared/result.ts";
import type { ServiceError } from "../service/index.ts";
import type { Transition } from "./machine.ts";
import { jobOf, type PartRecord, type PartState, type Step, type WaitReason } from "./part.ts";

/** What a failed request means for a part, by what the service said first and by its consequence otherwise. Pure. */
export function onFailure(record: PartRecord, step: Step, error: ServiceError): Transition {
  const failed: PartRecord = { ...record, attempts: record.attempts + 1, problem: error.problem };
  const jobId = jobOf(record.state);
  switch (error.problem.code) {
    case "job_gone":
    case "job_invalid":
      return gone(failed, jobId);
    case "job_not_ready":
      if (jobId !== null)
        return move(unspent(failed), { kind: "preparing", jobId }, "The list is still being prepared");
      break;
    case "job_not_verified":
    case "job_not_started":
    case "job_preparing":
      if (jobId !== null) return move(failed, { kind: "verifying", jobId }, "Not verified yet after all");
      break;
    default:
  }
  switch (error.consequence) {
    case "retry":
      return retry(failed, step, error);
    case "user":
      return wait(step === "start" ? afterRefusal(failed, error) : failed, "account", step);
    case "credits": {
      const short = problem("credits_insufficient", { needed: record.addresses, available: null });
      return wait(unspent({ ...failed, problem: short }), "credits", "start");
    }
    case "slot":
      return wait(step === "start" ? unspent(failed) : failed, "slot", step);
    case "stop":
      return move(failed, { kind: "failed", jobId }, error.problem.title);
    default:
      return assertNever(error.consequence);
  }
}

function retry(record: PartRecord, step: Step, error: ServiceError): Transition {
  const { state } = record;
  if (step === "upload") {
    if (error.effect !== "unknown") return move(record, { kind: "queued" }, error.problem.title);
    const lost = { ...record, lostUploads: record.lostUploads + 1 };
    return record.autoVerify
      ? move(lost, { kind: "uncertain" }, "The upload may have arrived")
      : move(lost, { kind: "queued" }, `${error.problem.title}; sending it again costs nothing`);
  }
  if (step === "start" && state.kind === "starting" && error.effect !== "unknown") {
    return move(unspent(record), { ...state, sent: false }, error.problem.title);
  }
  return move(record, state, error.problem.title);
}

/** The service said no, so this start spent nothing; an earlier one was ruled out by the status before it. */
function unspent(record: PartRecord): PartRecord {
  return { ...record, mayBeCharged: false };
}

function afterRefusal(record: PartRecord, error: ServiceError): PartRecord {
  return error.effect === "unknown" ? record : unspent(record);
}

function wait(record: PartRecord, reason: WaitReason, step: Step): Transition {
  return move(
    record,
    { kind: "waiting", for: reason, step, jobId: jobOf(record.state) },
    record.problem?.title ?? "Waiting",
  );
}

/** A job that vanished before it was started cost nothing: its list is sent again, once. */
function gone(record: PartRecord, jobId: string | null): Transition {
  const lost = { ...record, atService: false };
  if (record.mayBeCharged && jobId !== null) {
    return move(lost, { kind: "gone", jobId }, "The service no longer has the list");
  }
  if (record.attempts > 3) return move(lost, { kind: "failed", jobId }, "The service no longer has the list");
  return move(
    { ...lost, serviceStatus: null, total: null, analysis: null },
    { kind: "queued" },
    "The service no longer has the list; it was not started, so sending it again costs nothing",
  );
}

function move(record: PartRecord, state: PartState, why: string): Transition {
  return { record: { ...record, state }, why };
}

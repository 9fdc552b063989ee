import { assertNever } from "../../../shared/result.ts";
import { type Call, hasVerificationSlot, startJob } from "../context.ts";
import { type Job, stateAt } from "../job.ts";
import { errorReply, jsonReply, limitReply, type Reply } from "../messages.ts";

const JOB_ID = /^[0-9a-f]{24}$/;

/** Returns the account's job named in `parameter`. Otherwise returns the refusal for a malformed id, or `notFound`. */
export function findJob(
  { context, parameters, account }: Call,
  parameter: "job_id" | "jobId",
  notFound: string,
): { found: true; job: Job } | { found: false; reply: Reply } {
  const id = parameters.get(parameter);
  if (id === undefined || !JOB_ID.test(id)) {
    return { found: false, reply: errorReply(400, "Job not found. Invalid jobId") };
  }
  const job = context.jobs.find(id);
  if (job === null || job.account !== account.label)
    return { found: false, reply: errorReply(400, notFound) };
  return { found: true, job };
}

/** Start verification (service-spec, 'Start verification: PATCH /v1/bulk'). Charges the whole list, exactly once. */
export function start(call: Call): Reply {
  const found = findJob(call, "job_id", "Job not found.");
  if (!found.found) return found.reply;
  const { job } = found;
  const { context, account, parameters } = call;
  // RAW_BODY is required, but may omit the action, whose default is to start.
  if (parameters.bodiless) return errorReply(400, "Invalid action");
  if ((parameters.get("action") ?? "start") !== "start") return errorReply(400, "Invalid action");
  const restricted = errorReply(400, "Verify restricted");
  if (account.state !== "active") return restricted;
  const started = errorReply(400, "Verification has already started.");
  const now = context.clock.now();
  const state = stateAt(job, now);
  switch (state) {
    case "verifying":
    case "completed":
      return started;
    case "preparing":
    case "failed":
    case "cancelled":
      return errorReply(
        400,
        "Job is not ready for verification. Please call the status endpoint and start once the status is ready.",
      );
    case "ready":
      break;
    default:
      return assertNever(state);
  }
  const noCredits = errorReply(402, "Insufficient verification credits. Please order a plan.");
  if (!hasVerificationSlot(context, account.label)) {
    return limitReply("The maximum number of active verification lists has been reached.");
  }
  const outcome = startJob(context, job, now);
  switch (outcome) {
    case "started":
      return jsonReply({
        job_id: job.id,
        success: true,
        message: "Verification will be attempted shortly. Call the status endpoint to see its progress.",
      });
    case "already":
      return started;
    case "credits":
      return noCredits;
    case "not_allowed":
      return restricted;
    default:
      return assertNever(outcome);
  }
}

/** Delete a list (service-spec, 'Delete a list: DELETE /v1/bulk'). Refused during preparation and verification. */
export function deleteList(call: Call): Reply {
  const found = findJob(call, "job_id", "List not found, may be already deleted.");
  if (!found.found) return found.reply;
  const { job } = found;
  const { clock, jobs } = call.context;
  const state = stateAt(job, clock.now());
  if (state === "preparing" || state === "verifying") {
    return errorReply(400, "List is being processed, and cannot be deleted.");
  }
  jobs.remove(job, clock.now());
  return jsonReply({ job_id: job.id, success: true, message: "The list will be deleted." });
}

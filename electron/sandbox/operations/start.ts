import { assertNever } from "../../../shared/result.ts";
import { type Answer, errorResponse, jsonResponse, limitResponse } from "../answer.ts";
import type { Call } from "../context.ts";
import { stateAt } from "../job.ts";
import { hasVerificationSlot, startJob } from "../verification.ts";
import { findJob } from "./find-job.ts";

/** Start verification (service-spec, 'Start verification: PATCH /v1/bulk'). Charges the whole list, exactly once. */
export function start(call: Call): Answer {
  const found = findJob(call, "job_id", "Job not found.");
  if (!found.found) return found.answer;
  const { job } = found;
  const { context, account, request, faults } = call;
  // RAW_BODY is required, but may omit the action, whose default is to start.
  if (request.bodiless && !faults.has("start-without-body")) return errorResponse(400, "Invalid action");
  if ((request.parameter("action") ?? "start") !== "start") return errorResponse(400, "Invalid action");
  const restricted = errorResponse(400, "Verify restricted");
  if (account.state !== "active" || faults.has("restricted")) return restricted;
  const started = errorResponse(400, "Verification has already started.");
  const now = context.clock.now();
  const state = stateAt(job, now);
  switch (state) {
    case "verifying":
    case "completed":
      return started;
    case "preparing":
    case "failed":
    case "cancelled":
      return errorResponse(
        400,
        "Job is not ready for verification. Please call the status endpoint and start once the status is ready.",
      );
    case "ready":
      break;
    default:
      return assertNever(state);
  }
  const noCredits = errorResponse(402, "Insufficient verification credits. Please order a plan.");
  if (faults.has("no-credits")) return noCredits;
  if (faults.has("active-full") || !hasVerificationSlot(context, account.label)) {
    return limitResponse("The maximum number of active verification lists has been reached.");
  }
  const outcome = startJob(context, job, now);
  switch (outcome) {
    case "started":
      return jsonResponse({
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

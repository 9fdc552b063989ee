import { assertNever } from "../../../shared/result.ts";
import { type Answer, answer, limitReached, refusal } from "../answer.ts";
import type { Call } from "../context.ts";
import { stateAt } from "../job.ts";
import { hasActivePlace, startJob } from "../verification.ts";
import { findJob } from "./find-job.ts";

/** Start verification (service-spec, 'Start verification: PATCH /v1/bulk'). Charges the whole list, exactly once. */
export function start(call: Call): Answer {
  const found = findJob(call, "job_id", "Job not found.");
  if (!found.found) return found.answer;
  const { job } = found;
  const { context, account, request, faults } = call;
  // RAW_BODY is required, but may omit the action, whose default is to start.
  if (request.bodiless && !faults.has("start-without-body")) return refusal(400, "Invalid action");
  if ((request.parameter("action") ?? "start") !== "start") return refusal(400, "Invalid action");
  const restricted = refusal(400, "Verify restricted");
  if (account.state !== "active" || faults.has("restricted")) return restricted;
  const started = refusal(400, "Verification has already started.");
  const now = context.clock.now();
  const state = stateAt(job, now);
  switch (state) {
    case "verifying":
    case "completed":
      return started;
    case "preparing":
    case "failed":
    case "cancelled":
      return refusal(
        400,
        "Job is not ready for verification. Please call the status endpoint and start once the status is ready.",
      );
    case "ready":
      break;
    default:
      return assertNever(state);
  }
  const noCredits = refusal(402, "Insufficient verification credits. Please order a plan.");
  if (faults.has("no-credits")) return noCredits;
  if (faults.has("active-full") || !hasActivePlace(context, account.label)) {
    return limitReached("The maximum number of active verification lists has been reached.");
  }
  const outcome = startJob(context, job, now);
  switch (outcome) {
    case "started":
      return answer({
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

import { type Answer, errorResponse, jsonResponse } from "../answer.ts";
import type { Call } from "../context.ts";
import { stateAt } from "../job.ts";
import { findJob } from "./find-job.ts";

/** Delete a list (service-spec, 'Delete a list: DELETE /v1/bulk'). Refused during preparation and verification. */
export function deleteList(call: Call): Answer {
  const found = findJob(call, "job_id", "List not found, may be already deleted.");
  if (!found.found) return found.answer;
  const { job } = found;
  const { clock, jobs } = call.context;
  const state = stateAt(job, clock.now());
  if (state === "preparing" || state === "verifying") {
    return errorResponse(400, "List is being processed, and cannot be deleted.");
  }
  jobs.remove(job, clock.now());
  return jsonResponse({ job_id: job.id, success: true, message: "The list will be deleted." });
}

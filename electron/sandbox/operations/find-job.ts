import { type Answer, errorResponse } from "../answer.ts";
import type { Call } from "../context.ts";
import type { Job } from "../job.ts";

const JOB_ID = /^([0-9a-f]{24}|list .+)$/;

export type FoundJob = { found: true; job: Job } | { found: false; answer: Answer };

/** Returns the account's job named in `parameter`. Otherwise returns the refusal for a malformed id, or `notFound`. */
export function findJob(call: Call, parameter: "job_id" | "jobId", notFound: string): FoundJob {
  const { context, request, account, faults } = call;
  const id = request.parameter(parameter);
  if (id === undefined || !JOB_ID.test(id)) {
    return { found: false, answer: errorResponse(400, "Job not found. Invalid jobId") };
  }
  const job = context.jobs.find(id);
  if (job === null || job.account !== account.label)
    return { found: false, answer: errorResponse(400, notFound) };
  if (faults.has("vanish")) context.jobs.remove(job, context.clock.now());
  if (faults.has("vanish") || faults.has("not-found"))
    return { found: false, answer: errorResponse(400, notFound) };
  if (!faults.has("cancel")) return { found: true, job };
  context.jobs.cancel(job, context.clock.now());
  return { found: true, job: context.jobs.find(id) ?? job };
}

import { assertNever } from "../../../shared/result.ts";
import type { Verdict } from "../../../shared/verdicts.ts";
import type { Call, Context } from "../context.ts";
import { type Job, stateAt, verifiedCount } from "../job.ts";
import { verdictOfCode } from "../list.ts";
import { type JsonObject, jsonReply, type Reply } from "../messages.ts";
import { findJob } from "./jobs.ts";

/** Job status (service-spec, 'Job status: GET /v1/bulk' and 'Status payload by state'). */
export function status(call: Call): Reply {
  const found = findJob(call, "job_id", "Job not found");
  if (!found.found) return found.reply;
  const { job } = found;
  const { context } = call;
  const now = context.clock.now();
  const state = stateAt(job, now);
  const base: JsonObject = {
    job_id: job.id,
    status: state,
    created_at: createdAt(job.createdAt),
  };
  switch (state) {
    case "preparing":
      return jsonReply({
        ...base,
        success: true,
        message: "The list is being prepared for verification.",
      });
    case "ready": {
      const short = (context.accounts.byLabel(job.account)?.credits ?? 0) < job.total;
      const ready = { ...base, total: job.total, analysis: { ...job.analysis } };
      if (job.autoVerify && job.isAutoStartDecided && short) {
        const sentence =
          "Insufficient verification credits. Please add credits to proceed with verification.";
        return jsonReply({
          ...ready,
          success: false,
          credit_error: sentence,
          message: "The list is ready for verification.",
        });
      }
      return jsonReply({ ...ready, success: true, message: "The list is ready for verification." });
    }
    case "verifying":
    case "completed": {
      const verified = verifiedCount(job, now);
      return jsonReply({
        ...base,
        total: job.total,
        verified,
        pending: job.total - verified,
        analysis: { ...job.analysis },
        results: countResults(context, job, verified),
        success: true,
        message: state === "completed" ? "Verification is complete." : "The list is being verified.",
      });
    }
    case "failed":
      return jsonReply({
        ...base,
        total: 0,
        success: true,
        message: "The list could not be processed. It contains invalid data.",
      });
    case "cancelled":
      return jsonReply({ ...base, total: job.total, success: true, message: "The list was cancelled." });
    default:
      return assertNever(state);
  }
}

function countResults(context: Context, job: Job, verified: number): Record<Verdict, number> {
  const counts = { deliverable: 0, undeliverable: 0, accept_all: 0, unknown: 0 };
  let left = verified;
  for (const codes of context.jobs.codes(job)) {
    if (left <= 0) break;
    const tally = new Uint32Array(256);
    for (const code of codes.subarray(0, left)) tally[code] = (tally[code] ?? 0) + 1;
    tally.forEach((count, code) => {
      if (count > 0) counts[verdictOfCode(code)] += count;
    });
    left -= codes.length;
  }
  return counts;
}

/** Formats a time as `MM/DD/YYYY, h:mm:ss AM/PM`, in UTC. */
function createdAt(time: number): string {
  return new Date(time)
    .toLocaleString("en-US", {
      timeZone: "UTC",
      month: "2-digit",
      day: "2-digit",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      second: "2-digit",
    })
    .replaceAll("\u202f", " ");
}

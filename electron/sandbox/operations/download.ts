import { z } from "zod";
import { assertNever } from "../../../shared/result.ts";
import { VERDICTS, type Verdict } from "../../../shared/verdicts.ts";
import { type Answer, errorResponse } from "../answer.ts";
import type { Call } from "../context.ts";
import { stateAt } from "../job.ts";
import { writeResults } from "../results-file.ts";
import { findJob } from "./find-job.ts";

const options = z.looseObject({ filterResult: z.array(z.enum(VERDICTS)).min(1).optional() });

/** Download results (service-spec, 'Download results: POST /v1/download'). */
export function download(call: Call): Answer {
  const { context, account, request, faults } = call;
  const found = findJob(call, "jobId", "Job not found.");
  if (!found.found) return found.answer;
  const { job } = found;
  if (account.state !== "active" || faults.has("restricted"))
    return errorResponse(400, "DOWNLOAD-RESTRICTED");
  const wanted =
    request.json === undefined ? { success: true as const, data: {} } : options.safeParse(request.json);
  if (!wanted.success || request.unreadable) {
    return errorResponse(400, "Invalid filterResult. Please provide correct filterResult options");
  }
  const verdicts: readonly Verdict[] = options.parse(wanted.data).filterResult ?? VERDICTS;
  const state = stateAt(job, context.clock.now());
  switch (state) {
    case "verifying":
      return errorResponse(400, "Job is being verified, please wait until it completes.");
    case "ready":
      return errorResponse(
        400,
        "Job is ready for verification, please start verification and download once verified.",
      );
    case "preparing":
      return errorResponse(400, "Job is being prepared for verification, please start verifying it first.");
    case "failed":
      return errorResponse(400, "List cannot be downloaded, The uploaded list contains invalid data.");
    case "cancelled":
      return errorResponse(400, "Job not found.");
    case "completed":
      return {
        kind: "text",
        status: 200,
        text: writeResults(job, context.jobs.chunks(job), new Set(verdicts), faults),
      };
    default:
      return assertNever(state);
  }
}

import { z } from "zod";
import { assertNever } from "../../../shared/result.ts";
import { FLAG_BIT, VERDICTS, type Verdict } from "../../../shared/verdicts.ts";
import type { Call } from "../context.ts";
import { type Job, stateAt, verifiedAt } from "../job.ts";
import { type Chunk, flagsOfCode, verdictOfCode } from "../list.ts";
import { errorReply, type Reply } from "../messages.ts";
import { findJob } from "./jobs.ts";

const options = z.looseObject({ filterResult: z.array(z.enum(VERDICTS)).min(1).optional() });

const COLUMNS = [
  "Email",
  "Verification Result",
  "Syntax Error",
  "ISP",
  "Role",
  "Disposable",
  "Trap",
  "Verified At",
];
const FLAG_COLUMNS = [
  FLAG_BIT.syntax_error,
  FLAG_BIT.free,
  FLAG_BIT.role,
  FLAG_BIT.disposable,
  FLAG_BIT.trap,
];

/** Download results (service-spec, 'Download results: POST /v1/download'). */
export function download(call: Call): Reply {
  const { context, account, parameters } = call;
  const found = findJob(call, "jobId", "Job not found.");
  if (!found.found) return found.reply;
  const { job } = found;
  if (account.state !== "active") return errorReply(400, "DOWNLOAD-RESTRICTED");
  const wanted =
    parameters.json === undefined ? { success: true as const, data: {} } : options.safeParse(parameters.json);
  if (!wanted.success || parameters.unreadable) {
    return errorReply(400, "Invalid filterResult. Please provide correct filterResult options");
  }
  const verdicts: readonly Verdict[] = options.parse(wanted.data).filterResult ?? VERDICTS;
  const state = stateAt(job, context.clock.now());
  switch (state) {
    case "verifying":
      return errorReply(400, "Job is being verified, please wait until it completes.");
    case "ready":
      return errorReply(
        400,
        "Job is ready for verification, please start verification and download once verified.",
      );
    case "preparing":
      return errorReply(400, "Job is being prepared for verification, please start verifying it first.");
    case "failed":
      return errorReply(400, "List cannot be downloaded, The uploaded list contains invalid data.");
    case "cancelled":
      return errorReply(400, "Job not found.");
    case "completed":
      return {
        status: 200,
        headers: { "content-type": "text/plain; charset=utf-8" },
        body: writeResults(job, context.jobs.chunks(job), new Set(verdicts)),
      };
    default:
      return assertNever(state);
  }
}

/** Yields the results file chunk by chunk (service-spec, 'Download file'), with the uploaded columns at the end. */
function* writeResults(job: Job, chunks: Iterable<Chunk>, wanted: ReadonlySet<Verdict>): Generator<string> {
  yield line([...COLUMNS, ...job.extraHeaders]);
  for (const chunk of chunks) {
    let lines = "";
    chunk.addresses.forEach((address, i) => {
      const code = chunk.codes[i] ?? 0;
      const verdict = verdictOfCode(code);
      if (!wanted.has(verdict)) return;
      const flags = FLAG_COLUMNS.map((flag) => ((flagsOfCode(code) & flag) === 0 ? "N" : "Y"));
      const time = new Date(verifiedAt(job, chunk.first + i)).toISOString();
      const spelled = verdict === "accept_all" ? "accept-all" : verdict;
      lines += line([address, spelled, ...flags, time, ...(chunk.extras?.[i] ?? [])]);
    });
    yield lines;
  }
}

const SPECIAL = /[",\r\n]|^\s|\s$/;

function line(cells: readonly string[]): string {
  return `${cells.map((cell) => (SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\n`;
}

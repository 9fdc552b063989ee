import { readFile } from "node:fs/promises";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import type { CleaningRow } from "../../catalog/index.ts";
import { parseSingleAddress } from "../../lists/index.ts";
import type { ServiceError } from "../../service/index.ts";
import { jobOf, priceOf, type Step } from "../part/record.ts";
import type { PartRow } from "../records.ts";
import {
  createReplies,
  localError,
  type RequestContext,
  type RequestsOptions,
  type RetryAfter,
  removeList,
} from "./commit-responses.ts";
import { createDownloads } from "./ingest-results.ts";

/** Sends a part's next request. Commits the intent before sending and the answer before returning. */
export function createRequests(options: RequestsOptions) {
  const { layout, accounts, clock, credits, probe } = options;
  const { commit } = options.moves;
  const replies = createReplies(options);
  const { said, failed } = replies;
  const downloads = createDownloads(options, replies);
  async function upload({ cleaning, part, client, signal }: RequestContext): Promise<RetryAfter> {
    if (commit(part, { type: "upload.begun" }) === null) return null;
    probe("before:upload");
    const path = layout.cleaning(part.cleaningId).upload(part.ordinal);
    const name = `part-${part.ordinal}.csv`;
    const sent = await client.uploadFile(path, { signal, name });
    probe("after:upload");
    if (!sent.ok) {
      if (signal.aborted) return null;
      return failed(cleaning, part, { type: "upload.failed", error: sent.error, at: clock.now() });
    }
    const { jobId } = sent.value;
    const after = commit(part, { type: "upload.answered", jobId, at: clock.now() });
    // The part was changed during the upload: delete the orphaned job.
    if (after === null) await removeList(client, jobId);
    return null;
  }

  async function check({ cleaning, part, client, signal, insisted }: RequestContext): Promise<RetryAfter> {
    const available = insisted ? null : credits.shortOf(cleaning.account_id, priceOf(part.record));
    if (available !== null) return said(part, { type: "start.unaffordable", available, at: clock.now() });
    const refusal = await options.team.refusalOf(cleaning, part.ordinal);
    if (signal.aborted) return null;
    if (refusal !== null) return replies.refused(cleaning, part, "check", claimError(refusal));
    const path = layout.cleaning(part.cleaningId).upload(part.ordinal);
    const address = await onlyAddressIn(path);
    if (commit(part, { type: "check.begun" }) === null) return null;
    if (address === null) {
      const error: ServiceError = {
        problem: problem("file_missing", { path }),
        consequence: "stop",
        effect: "no",
        retryAfter: null,
      };
      return failed(cleaning, part, { type: "check.failed", error, at: clock.now() });
    }
    probe("before:check");
    const response = await client.verify(address, { lane: part.cleaningId, signal });
    probe("after:check");
    if (!response.ok) {
      const unsent = signal.aborted && response.error.effect === "no";
      return unsent
        ? said(part, { type: "check.unsent" })
        : failed(cleaning, part, { type: "check.failed", error: response.error, at: clock.now() });
    }
    const { verdict, flags } = response.value;
    commit(part, { type: "check.answered", answer: { verdict, flags, at: clock.now() } });
    if (!signal.aborted) await accounts.refreshCredits(cleaning.account_id);
    return null;
  }

  async function poll({ cleaning, part, client, signal }: RequestContext): Promise<RetryAfter> {
    const jobId = jobOf(part.record.state);
    if (jobId === null) return null;
    probe("before:status");
    const heard = await client.status(jobId, { signal });
    probe("after:status");
    if (signal.aborted) return null;
    const isLost = heard.ok
      ? heard.value.status === "failed" || heard.value.status === "cancelled"
      : heard.error.problem.code === "job_gone" || heard.error.problem.code === "job_invalid";
    if (isLost && options.isIngested(part)) return downloads.takeWhatIsHome(cleaning, part, signal);
    return heard.ok
      ? said(part, {
          type: "status.answered",
          status: heard.value,
          at: clock.now(),
          startSeconds: options.startSeconds,
        })
      : failed(cleaning, part, { type: "status.failed", error: heard.error, at: clock.now() });
  }

  async function start({ cleaning, part, client, signal, insisted }: RequestContext): Promise<RetryAfter> {
    const available = insisted ? null : credits.shortOf(cleaning.account_id, priceOf(part.record));
    if (available !== null) return said(part, { type: "start.unaffordable", available, at: clock.now() });
    const refusal = await options.team.refusalOf(cleaning, part.ordinal);
    if (signal.aborted) return null;
    if (refusal !== null) return replies.refused(cleaning, part, "start", claimError(refusal));
    const begun = commit(part, { type: "start.begun", at: clock.now() });
    const jobId = begun === null ? null : jobOf(begun.state);
    if (jobId === null) return null;
    probe("before:start");
    const started = await client.start(jobId, { signal });
    probe("after:start");
    if (signal.aborted) return null;
    const pause = started.ok
      ? said(part, { type: "start.answered", at: clock.now() })
      : await failed(cleaning, part, { type: "start.failed", error: started.error, at: clock.now() });
    if (started.ok || started.error.problem.code === "job_started")
      await accounts.refreshCredits(cleaning.account_id);
    return pause;
  }

  async function fetchResults(asking: RequestContext): Promise<RetryAfter> {
    const jobId = jobOf(asking.part.record.state);
    if (jobId === null) return null;
    return downloads.fetchResults(asking, jobId);
  }

  async function remove({ cleaning, part, client, signal }: RequestContext): Promise<RetryAfter> {
    const jobId = jobOf(part.record.state);
    if (jobId === null) return null;
    const error = await removeList(client, jobId, signal);
    if (signal.aborted) return null;
    return error === null
      ? said(part, { type: "removed" })
      : failed(cleaning, part, { type: "removal.failed", error });
  }

  return {
    async make(
      cleaning: CleaningRow,
      part: PartRow,
      step: Step | "remove",
      signal: AbortSignal,
      insisted: boolean,
    ): Promise<RetryAfter> {
      if (part.record.state.kind === "checked") return downloads.takeAnswer(cleaning, part, signal);
      // Never fetch or pay again for results that are already on disk.
      if (step !== "poll" && step !== "remove" && options.isIngested(part))
        return downloads.takeWhatIsHome(cleaning, part, signal);
      const client = await accounts.client(cleaning.account_id, cleaning.scope);
      if (signal.aborted) return null;
      if (!client.ok) return replies.refused(cleaning, part, step, localError(client.problem));
      const asking: RequestContext = { cleaning, part, client: client.value, signal, insisted };
      switch (step) {
        case "upload":
          return upload(asking);
        case "check":
          return check(asking);
        case "poll":
          return poll(asking);
        case "start":
          return start(asking);
        case "fetch":
          return fetchResults(asking);
        case "remove":
          return remove(asking);
        default:
          return assertNever(step);
      }
    },
  };
}

/** Returns the error of a charge that the team's claim does not allow: final if a colleague has taken it over. */
function claimError(refusal: Problem): ServiceError {
  return { ...localError(refusal), consequence: refusal.code === "team_taken_over" ? "stop" : "retry" };
}

/** Returns the only address in the file at `path`; `null` if the file is missing. */
async function onlyAddressIn(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  return text === null ? null : parseSingleAddress(text);
}

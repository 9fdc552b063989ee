import type { Problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import type { CleaningRow } from "../../catalog/index.ts";
import type { ServiceClient, ServiceError } from "../../service/index.ts";
import type { PartEvent } from "../part/part-events.ts";
import type { Step } from "../part/record.ts";
import type { PartRow } from "../records.ts";
import type { CleaningsOptions } from "../types.ts";
import type { Credits } from "./balance-checks.ts";
import type { TransitionCommitter } from "./commit-transitions.ts";

/** Tools of the requests of parts. */
export interface RequestsOptions
  extends Pick<
    CleaningsOptions,
    "layout" | "accounts" | "clock" | "startSeconds" | "isIngested" | "ingest" | "team" | "probe"
  > {
  readonly credits: Credits;
  readonly moves: TransitionCommitter;
  readonly deleteAfterFetch: () => boolean;
}

export interface RequestContext {
  readonly cleaning: CleaningRow;
  readonly part: PartRow;
  readonly client: ServiceClient;
  readonly signal: AbortSignal;
  /** `true` if the user wants it sent regardless of the known balance. */
  readonly insisted: boolean;
}

/** Retry-After of the service, in ms; `null` if it sent none. */
export type RetryAfter = number | null;

export type OutcomeCommitter = ReturnType<typeof createReplies>;

export function createReplies({
  accounts,
  clock,
  credits,
  moves: { commit },
}: Pick<RequestsOptions, "accounts" | "clock" | "credits" | "moves">) {
  function retryAfterOf(part: PartRow, event: PartEvent): RetryAfter {
    commit(part, event);
    return null;
  }

  /** Commits a failure. After a refusal for lack of credits, also reads and commits the current balance. */
  async function failed(
    { account_id }: CleaningRow,
    part: PartRow,
    event: Extract<PartEvent, { error: ServiceError }>,
  ): Promise<RetryAfter> {
    const isShort = event.error.consequence === "credits" && event.type !== "removal.failed";
    const after = commit(part, isShort ? { ...event, balance: accounts.credits(account_id) } : event);
    if (after?.state.kind === "waiting" && after.state.for === "credits") {
      const balance = await credits.readNow(account_id);
      if (balance !== null) commit(part, { type: "credits.read", balance });
    }
    return event.error.retryAfter;
  }

  /** Commits a step that cannot be sent: the account's key is missing, or the team's claim has been lost. */
  function refused(
    cleaning: CleaningRow,
    part: PartRow,
    step: Step | "remove",
    error: ServiceError,
  ): Promise<RetryAfter> {
    const at = clock.now();
    switch (step) {
      case "upload":
        // Commit the step first, so that it ends as failed and not as possibly sent.
        commit(part, { type: "upload.begun" });
        return failed(cleaning, part, { type: "upload.failed", error, at });
      case "check":
        commit(part, { type: "check.begun" });
        return failed(cleaning, part, { type: "check.failed", error, at });
      case "poll":
        return failed(cleaning, part, { type: "status.failed", error, at });
      case "start":
        commit(part, { type: "start.begun", at });
        return failed(cleaning, part, { type: "start.failed", error, at });
      case "fetch":
        return failed(cleaning, part, { type: "fetch.failed", error, at });
      case "remove":
        return failed(cleaning, part, { type: "removal.failed", error });
      default:
        return assertNever(step);
    }
  }

  return { said: retryAfterOf, failed, refused };
}

/** Returns the error of a request that was not sent, or whose answer could not be stored. */
export function localError(why: Problem): ServiceError {
  return { problem: why, consequence: "user", effect: "no", retryAfter: null };
}

/** Thrown when stored data blocks a part; it is reported and retried. */
export class LocalDataError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Deletes a list at the service. Returns the error, or `null`; a missing list counts as deleted. */
export async function removeList(
  client: ServiceClient,
  jobId: string,
  signal?: AbortSignal,
): Promise<ServiceError | null> {
  const removed = await client.remove(jobId, { signal });
  return removed.ok || isAbsent(removed.error) ? null : removed.error;
}

function isAbsent({ problem: { code } }: ServiceError): boolean {
  return code === "job_deleted" || code === "job_invalid" || code === "job_gone";
}

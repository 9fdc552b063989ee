import type { Problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import type { AccountDirectory } from "../../accounts/index.ts";
import type { Clock } from "../../handlers.ts";
import type { ServiceClient, ServiceError } from "../../service/index.ts";
import type { PartEvent } from "../part/events.ts";
import type { Step } from "../part/record.ts";
import type { CleaningRow, PartRow } from "../records.ts";
import type { Credits } from "./credits.ts";
import type { Moves } from "./moves.ts";

/** A part's request under way: whose, which, until when, and with what. */
export interface Asking {
  readonly cleaning: CleaningRow;
  readonly part: PartRow;
  readonly client: ServiceClient;
  readonly signal: AbortSignal;
  /** The user wants it tried, whatever the balance promises. */
  readonly insisted: boolean;
}

/** How long the service wants to be left alone, in milliseconds; null: it did not say. */
export type RetryAfter = number | null;

export interface OutcomesOptions {
  readonly accounts: AccountDirectory;
  readonly clock: Clock;
  readonly credits: Credits;
  readonly commit: Moves["commit"];
}

/** Stores what became of a part's request; answers how long the service wants to be left alone. */
export type Replies = ReturnType<typeof createReplies>;

export function createReplies({ accounts, clock, credits, commit }: OutcomesOptions) {
  function said(part: PartRow, event: PartEvent): RetryAfter {
    commit(part, event);
    return null;
  }

  /** A refusal for want of credits is committed with what the balance was known to be, then what it is. */
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

  /** There is nobody to ask: the account's key is missing, or its keychain is locked. */
  function refused(
    cleaning: CleaningRow,
    part: PartRow,
    step: Step | "remove",
    why: Problem,
  ): Promise<RetryAfter> {
    const error = unmade(why);
    const at = clock.now();
    switch (step) {
      case "upload":
        // What was under way is settled first: it left nothing at the service.
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

  return { said, failed, refused };
}

/** The error of a request that was not made, or whose answer could not be kept here. */
export function unmade(why: Problem): ServiceError {
  return { problem: why, consequence: "user", effect: "no", retryAfter: null };
}

/** What is stored here keeps a part from going on: it is said, and tried again. */
export class Stuck extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/**
 * Deletes a list at the service, for good; answers why it could not be. One that the service does not have is as good as
 * deleted.
 */
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

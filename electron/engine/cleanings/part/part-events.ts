import type { Problem } from "../../../../shared/problems.ts";
import type { JobStatus, ServiceError } from "../../service/index.ts";
import type { Reason } from "../reasons.ts";
import type { PartRecord, PartState, SingleAnswer } from "./record.ts";

/** A failed request; `at` is in Unix ms. */
export interface RequestFailed {
  readonly error: ServiceError;
  readonly at: number;
  /** The account's last known balance if the request was refused for lack of credits. */
  readonly balance?: number | null;
}

/** All events of a part. Times are in Unix ms. */
export type PartEvent =
  | { type: "upload.begun" }
  | { type: "upload.answered"; jobId: string; at: number }
  | ({ type: "upload.failed" } & RequestFailed)
  | { type: "check.begun" }
  | { type: "check.answered"; answer: SingleAnswer }
  | ({ type: "check.failed" } & RequestFailed)
  | { type: "check.unsent" }
  /** `startSeconds`: overrides how long a start may take to show in the status. */
  | { type: "status.answered"; status: JobStatus; at: number; startSeconds?: number }
  | ({ type: "status.failed" } & RequestFailed)
  | { type: "start.begun"; at: number }
  /** Other parts of the account already wait for credits, so a request would be refused too. */
  | { type: "start.unaffordable"; available: number; at: number }
  | { type: "credits.read"; balance: number }
  | { type: "start.answered"; at: number }
  | ({ type: "start.failed" } & RequestFailed)
  /** `remove`: the user wants the list deleted at the service once all results have arrived. */
  | { type: "results.taken"; missing: number; remove: boolean }
  | { type: "results.short"; missing: number; at: number }
  /** The user fetched the results again after they were ingested with addresses missing. */
  | { type: "results.filled_in"; missing: number }
  | ({ type: "fetch.failed" } & RequestFailed)
  | { type: "fetch.unusable"; problem: Problem }
  /** Winnow was restarted and found the part in this state. */
  | { type: "recovered" }
  /** Credits, a free slot or the account may be available again. */
  | { type: "released" }
  | { type: "user.resumed" }
  | { type: "user.agreed" }
  | { type: "user.sent_again" }
  | { type: "user.cancelled" }
  /** Gives up parts that may have been paid for and cancels the rest. */
  | { type: "user.gave_up" }
  | { type: "removed" }
  | { type: "removal.failed"; error: ServiceError };

export interface Transition {
  readonly record: PartRecord;
  readonly why: Reason;
}

export function moveTo(record: PartRecord, state: PartState, why: Reason): Transition {
  return { record: { ...record, state }, why };
}

export function keepState(record: PartRecord, why: Reason): Transition {
  return { record, why };
}

/** Fields reset after a successful step. */
export const resetAfterSuccess = { attempts: 0, problem: null } as const;

/** Fields reset when the part makes progress. */
export const resetAfterProgress = { setbacks: 0, wait: null, since: null } as const;

/** Result counters reset when the user requests the results again. */
export const resetResultCounters = { shortFetches: 0, unusableFetches: 0, notFound: 0 } as const;

import type { Problem } from "../../../../shared/problems.ts";
import type { JobStatus, ServiceError } from "../../service/index.ts";
import type { Reason } from "../reasons.ts";
import type { PartRecord, PartState, SingleAnswer } from "./record.ts";

/** A request that came to nothing, at a moment in Unix milliseconds. */
export interface RequestFailed {
  readonly error: ServiceError;
  readonly at: number;
  /** The account's credits as last read, where it was refused for want of them. */
  readonly balance?: number | null;
}

/** Everything that can happen to a part. Times are Unix milliseconds. */
export type PartEvent =
  | { type: "upload.begun" }
  | { type: "upload.answered"; jobId: string; at: number }
  | ({ type: "upload.failed" } & RequestFailed)
  | { type: "check.begun" }
  | { type: "check.answered"; answer: SingleAnswer }
  | ({ type: "check.failed" } & RequestFailed)
  /** It was given up before it was its turn. */
  | { type: "check.unsent" }
  /** `startSeconds`: how long a start may take to show, where it is not the usual time. */
  | { type: "status.answered"; status: JobStatus; at: number; startSeconds?: number }
  | ({ type: "status.failed" } & RequestFailed)
  | { type: "start.begun"; at: number }
  /** Other parts of the account wait for credits already: asking would only be refused again. */
  | { type: "start.unaffordable"; available: number; at: number }
  /** The account's credits, as they were last read when a part was refused for want of them, or read since. */
  | { type: "credits.read"; balance: number }
  | { type: "start.answered"; at: number }
  | ({ type: "start.failed" } & RequestFailed)
  /** `remove`: the user wants the list deleted at the service once all of it is home. */
  | { type: "results.taken"; missing: number; remove: boolean }
  | { type: "results.short"; missing: number; at: number }
  /** The user had the results fetched once more after they were taken in without all of its addresses. */
  | { type: "results.filled_in"; missing: number }
  | ({ type: "fetch.failed" } & RequestFailed)
  | { type: "fetch.unusable"; problem: Problem }
  /** Winnow was started anew and found the part like this. */
  | { type: "recovered" }
  /** What the part waited for may be there: credits, a free place, the account. */
  | { type: "released" }
  | { type: "user.resumed" }
  /** The user agrees to the price that the service asks for now. */
  | { type: "user.agreed" }
  | { type: "user.sent_again" }
  | { type: "user.cancelled" }
  /** What may have been paid for is not waited for any longer; the rest is cancelled. */
  | { type: "user.gave_up" }
  | { type: "removed" }
  | { type: "removal.failed"; error: ServiceError };

/** What a part does next: the record to commit, and what to say of it in the timeline. */
export interface Transition {
  readonly record: PartRecord;
  readonly why: Reason;
}

/** The part moves to another state. */
export function to(record: PartRecord, state: PartState, why: Reason): Transition {
  return { record: { ...record, state }, why };
}

/** The part stays in its state; what is known of it changes. */
export function stay(record: PartRecord, why: Reason): Transition {
  return { record, why };
}

/** Fields that a step which went well sets back. */
export const smooth = { attempts: 0, problem: null } as const;

/** Fields that set back once the part has got further than it ever was. */
export const gotOn = { setbacks: 0, wait: null, since: null } as const;

/** What was counted about the results before the user had them asked for once more. */
export const askedAnew = { shortFetches: 0, unusableFetches: 0, notFound: 0 } as const;

import type { Analysis } from "../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { Flag, Verdict, VerdictCounts } from "../../../shared/verdicts.ts";

/** What the service said of a job (service-spec, 'Status payload by state'). */
export type JobStatus =
  | { status: "preparing"; jobId: string; createdAt: string | null }
  | {
      status: "ready";
      jobId: string;
      createdAt: string | null;
      total: number | null;
      analysis: Analysis | null;
      /** Set for an `auto_verify` list that waits for credits. */
      creditError: string | null;
    }
  | {
      status: "verifying" | "completed";
      jobId: string;
      createdAt: string | null;
      total: number | null;
      verified: number | null;
      pending: number | null;
      analysis: Analysis | null;
      counts: VerdictCounts | null;
    }
  | { status: "failed" | "cancelled"; jobId: string; createdAt: string | null; message: string };

/**
 * What a failed request means for whoever made it:
 * `retry` ask again later by itself; `user` the user must do something (key, account) first; `credits` wait for
 * credits; `slot` wait for a free place at the service; `stop` asking again will not help.
 */
export type Consequence = "retry" | "user" | "credits" | "slot" | "stop";

/** Whether the request can have had an effect: `no` it never left, `unknown` the answer was lost, `refused` the service said no. */
export type Effect = "no" | "unknown" | "refused";

export interface ServiceError {
  readonly problem: Problem;
  readonly consequence: Consequence;
  readonly effect: Effect;
  /** What the service asked for with Retry-After, in milliseconds. */
  readonly retryAfter: number | null;
}

export type ServiceAnswer<T> = { ok: true; value: T } | { ok: false; error: ServiceError };

/** One checked address (service-spec, 'Single verification result'). */
export interface SingleVerification {
  readonly email: string;
  readonly verdict: Verdict;
  /** False: the service's word is no verdict that Winnow has heard of, and `verdict` is 'unknown' for want of one. */
  readonly isKnown: boolean;
  /** The service's own spelling. */
  readonly rawVerdict: string;
  readonly flags: Flag[];
  readonly message: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * One typed function per operation of the service (service-spec, 'Endpoints'). None of them repeats a request by
 * itself, and none rejects. Sizes are bytes, times milliseconds, credits one per verified address. Beside its own
 * errors each may answer `key_invalid`, `rate_limited`, `service_refused` (with the service's own text),
 * `service_broken`, `service_nonsense`, `service_absent`, `service_redirect`,
 * `service_timeout`, `service_untrusted`, `proxy_password`, `service_unreachable` and `cancelled`.
 */
export interface ServiceClient {
  /**
   * 'Upload a list': the CSV file at `path`, at most 10 MB and 500,000 addresses, sent as `name`. `onBytes`: how much
   * of the file has gone. Nothing is charged: the list waits for its start. Errors: `invalid_file_data`, `lists_full`,
   * `active_full`; before anything is sent `upload_too_large`, `file_missing`, `file_unreadable`.
   */
  uploadFile(
    path: string,
    options?: CallOptions & { name?: string; onBytes?: (sent: number) => void },
  ): Promise<ServiceAnswer<{ jobId: string; message: string }>>;
  /**
   * 'Job status', shaped by state ('Status payload by state'). A ready list that waits for credits is an answer,
   * not an error, although it says `success: false`. Errors: `job_invalid`, `job_gone`.
   */
  status(jobId: string, options?: CallOptions): Promise<ServiceAnswer<JobStatus>>;
  /**
   * 'Start verification': charges one credit per address and cannot be undone. Errors: `job_started` (it worked
   * before), `job_not_ready`, `job_invalid`, `job_gone`, `account_restricted`, `active_full`, `credits_short`.
   */
  start(jobId: string, options?: CallOptions): Promise<ServiceAnswer<{ message: string }>>;
  /**
   * 'Download results', with `verdicts` as `filterResult` (all four when absent): streams them into the file at
   * `path`, which is on disk afterwards; bytes written. Nothing is left there when it fails. Errors: `job_not_verified`,
   * `job_not_started`, `job_preparing`, `job_unusable`, `job_invalid`, `job_gone`, `download_restricted`,
   * `filter_invalid`, `download_cut`; of the disk `disk_full`, `store_failing`.
   */
  download(
    jobId: string,
    path: string,
    options?: CallOptions & {
      verdicts?: readonly Verdict[];
      onBytes?: (received: number) => void;
      /** Bytes after which it cannot be the job's results any more; the general limit when absent. */
      most?: number;
    },
  ): Promise<ServiceAnswer<{ bytes: number }>>;
  /** 'Delete a list': list and results, for good. Errors: `job_processing`, `job_invalid`, `job_deleted` (it was gone). */
  remove(jobId: string, options?: CallOptions): Promise<ServiceAnswer<{ message: string }>>;
  /** 'Credit balance'. */
  balance(options?: CallOptions): Promise<ServiceAnswer<{ credits: number }>>;
  /**
   * 'Single verification' of one address for one credit, within `timeout` (30,000 to 180,000). Waits for its turn, at
   * most 120 a minute; lanes take turns. `hearOut`: once it is sent, `signal` does not cut it off any more, for it is paid
   * for. Errors: `address_required`, `credits_used_up`.
   */
  verify(
    email: string,
    options?: CallOptions & {
      timeout?: number;
      lane?: string;
      hearOut?: boolean;
      /** Done when its turn has come and it is about to be sent; where it comes to a problem, nothing is sent. */
      sending?: () => Promise<Problem | null>;
    },
  ): Promise<ServiceAnswer<SingleVerification>>;
}

/** The options of a {@link Fetch}. */
export interface FetchInit extends RequestInit {
  /**
   * Called as a streamed body leaves: how many of its bytes the system's network has taken so far. A fetch that cannot
   * tell never calls it.
   */
  onSent?: (bytes: number) => void;
}

/** The web's `fetch`, by whichever network stack the host has. */
export type Fetch = (input: string | URL, init?: FetchInit) => Promise<Response>;

/** What the client allows a request to cost. Times in milliseconds, sizes in bytes. */
export interface ServiceLimits {
  /** From asking until the answer begins; for an upload, from its last byte. */
  readonly answer: number;
  /** Without a byte either way while a body is under way; for the whole of an answer other than results. */
  readonly idle: number;
  /** Bytes a second below which an upload or a download is given up, once it has had the time of `answer`. */
  readonly slowest: number;
  /** service-spec, 'Limits': CSV file size. */
  readonly uploadBytes: number;
  readonly downloadBytes: number;
  /** Of an answer other than results. */
  readonly answerBytes: number;
  /** service-spec, 'Limits': request rate for single verification, per key. */
  readonly checksPerMinute: number;
}

export const DEFAULT_LIMITS: ServiceLimits = {
  answer: 60_000,
  idle: 30_000,
  slowest: 8 * 1024,
  uploadBytes: 10 * 1024 * 1024,
  downloadBytes: 512 * 1024 * 1024,
  answerBytes: 1024 * 1024,
  checksPerMinute: 120,
};

/** Bytes of a body that the system may hold when all of it seems sent, and how many a second then leave at least. */
const HELD_BACK = { most: 4 * 1024 * 1024, perSecond: 64 * 1024 } as const;

/** Milliseconds until a body of `size` bytes has really left, once the system's network has taken the last of it. */
export function timeToLeave(size: number): number {
  return (Math.min(size, HELD_BACK.most) / HELD_BACK.perSecond) * 1000;
}

/** service-spec, 'Single verification': the range and default of `timeout`, in milliseconds. */
export const CHECK_TIMEOUT = { least: 30_000, most: 180_000 } as const;

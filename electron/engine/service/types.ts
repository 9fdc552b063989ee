import type { Analysis } from "../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { Flag, Verdict, VerdictCounts } from "../../../shared/verdicts.ts";

/** A job's status (service-spec, 'Status payload by state'). */
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
 * Required reaction to a failed request: `retry` later automatically; `user` must act first (key, account); `credits`
 * wait for credits; `slot` wait for a free slot at the service; `stop` a retry would not help.
 */
export type Consequence = "retry" | "user" | "credits" | "slot" | "stop";

/** `no`: the request never left. `unknown`: the response was lost. `refused`: the service declined. */
export type Effect = "no" | "unknown" | "refused";

export interface ServiceError {
  readonly problem: Problem;
  readonly consequence: Consequence;
  readonly effect: Effect;
  /** Retry-After of the service, in ms. */
  readonly retryAfter: number | null;
}

export type ServiceAnswer<T> = { ok: true; value: T } | { ok: false; error: ServiceError };

/** Result of a single check (service-spec, 'Single verification result'). */
export interface SingleVerification {
  readonly email: string;
  readonly verdict: Verdict;
  /** `false` if the service's verdict is not known to Winnow; `verdict` is then `unknown`. */
  readonly isKnown: boolean;
  /** Verdict as spelled by the service. */
  readonly rawVerdict: string;
  readonly flags: Flag[];
  readonly message: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * Typed client of the service (service-spec, 'Endpoints'). Methods never retry and never reject. Sizes are in bytes,
 * times in ms; one credit per verified address. All may return `key_invalid`, `rate_limited`, `service_refused` (with
 * the service's text), `service_broken`, `service_nonsense`, `service_absent`, `service_redirect`, `service_timeout`,
 * `service_untrusted`, `proxy_password`, `service_unreachable` and `cancelled`.
 */
export interface ServiceClient {
  /**
   * Uploads the CSV file at `path` under `name` ('Upload a list'): at most 10 MB and 500,000 addresses. Free until the
   * list is started. Errors: `invalid_file_data`, `lists_full`, `active_full`; before sending `upload_too_large`,
   * `file_missing`, `file_unreadable`.
   */
  uploadFile(
    path: string,
    options?: CallOptions & { name?: string; onBytes?: (sent: number) => void },
  ): Promise<ServiceAnswer<{ jobId: string; message: string }>>;
  /**
   * Reads a job's status ('Job status', 'Status payload by state'). A ready list that waits for credits is not an error
   * despite `success: false`. Errors: `job_invalid`, `job_gone`.
   */
  status(jobId: string, options?: CallOptions): Promise<ServiceAnswer<JobStatus>>;
  /**
   * Starts the verification: charges one credit per address, irreversibly ('Start verification'). Errors: `job_started`
   * (an earlier start succeeded), `job_not_ready`, `job_invalid`, `job_gone`, `account_restricted`, `active_full`,
   * `credits_short`.
   */
  start(jobId: string, options?: CallOptions): Promise<ServiceAnswer<{ message: string }>>;
  /**
   * Downloads results into the file at `path` and syncs it ('Download results'); deletes it on failure. `verdicts` is
   * sent as `filterResult` (default: all). Errors: `job_not_verified`, `job_not_started`, `job_preparing`,
   * `job_unusable`, `job_invalid`, `job_gone`, `download_restricted`, `filter_invalid`, `download_cut`; of the disk
   * `disk_full`, `store_failing`.
   */
  download(
    jobId: string,
    path: string,
    options?: CallOptions & {
      verdicts?: readonly Verdict[];
      onBytes?: (received: number) => void;
      /** Maximum size of the job's results, in bytes. Default: the general limit. */
      most?: number;
    },
  ): Promise<ServiceAnswer<{ bytes: number }>>;
  /** 'Delete a list' and its results. Errors: `job_processing`, `job_invalid`, `job_deleted` (already gone). */
  remove(jobId: string, options?: CallOptions): Promise<ServiceAnswer<{ message: string }>>;
  balance(options?: CallOptions): Promise<ServiceAnswer<{ credits: number }>>;
  /**
   * Checks one address for one credit ('Single verification'). `timeout`: 30,000 to 180,000. Queued at 120 per minute;
   * lanes take turns. `ignoreAbortOnceSent`: ignore `signal` once sent, since the check is paid for. Errors: `address_required`,
   * `credits_used_up`.
   */
  verify(
    email: string,
    options?: CallOptions & {
      timeout?: number;
      lane?: string;
      ignoreAbortOnceSent?: boolean;
      /** Called right before sending; if it returns a problem, nothing is sent. */
      sending?: () => Promise<Problem | null>;
    },
  ): Promise<ServiceAnswer<SingleVerification>>;
}

export interface FetchInit extends RequestInit {
  /** Reports the bytes of a streamed body that the network has accepted; not every fetch can. */
  onSent?: (bytes: number) => void;
  /** Rejects with an error of connecting if the system says that it is offline; not every fetch can ask it. */
  mustBeOnline?: boolean;
}

/** The web's `fetch`, provided by the host's network stack. */
export type Fetch = (input: string | URL, init?: FetchInit) => Promise<Response>;

/** Limits of requests. Times are in ms, sizes in bytes. */
export interface ServiceLimits {
  /** From the request (an upload's last byte) until the response begins. */
  readonly answer: number;
  /** Without any bytes while a body is transferred; total for responses other than results. */
  readonly idle: number;
  /** Minimum transfer rate in bytes per second, after the time of `answer`. */
  readonly slowest: number;
  /** service-spec, 'Limits': CSV file size. */
  readonly uploadBytes: number;
  readonly downloadBytes: number;
  /** Size of responses other than results. */
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

/** Bytes that the system may buffer when a body seems sent, and the minimum rate at which they leave. */
const HELD_BACK = { most: 4 * 1024 * 1024, perSecond: 64 * 1024 } as const;

/** Returns the ms until a body of `size` bytes has left the system's buffers. */
export function timeToLeave(size: number): number {
  return (Math.min(size, HELD_BACK.most) / HELD_BACK.perSecond) * 1000;
}

/** service-spec, 'Single verification': range of `timeout`, in ms. */
export const CHECK_TIMEOUT = { least: 30_000, most: 180_000 } as const;

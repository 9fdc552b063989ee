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
  /** The service's own spelling. */
  readonly rawVerdict: string;
  readonly flags: Flag[];
  readonly message: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** One typed function per operation of the service. None of them repeats a request by itself. */
export interface ServiceClient {
  /** Uploads the file at `path` (CSV). */
  uploadFile(
    path: string,
    options?: CallOptions & { autoVerify?: boolean; name?: string; onBytes?: (sent: number) => void },
  ): Promise<ServiceAnswer<{ jobId: string; message: string }>>;
  uploadAddresses(
    emails: readonly ({ email: string } & Record<string, string>)[],
    options?: CallOptions & { autoVerify?: boolean },
  ): Promise<ServiceAnswer<{ jobId: string; message: string }>>;
  status(jobId: string, options?: CallOptions): Promise<ServiceAnswer<JobStatus>>;
  start(jobId: string, options?: CallOptions): Promise<ServiceAnswer<{ message: string }>>;
  /** Streams the results into a new file at `path`; bytes written. Nothing is left there when it fails. */
  download(
    jobId: string,
    path: string,
    options?: CallOptions & { verdicts?: readonly Verdict[]; onBytes?: (received: number) => void },
  ): Promise<ServiceAnswer<{ bytes: number }>>;
  remove(jobId: string, options?: CallOptions): Promise<ServiceAnswer<{ message: string }>>;
  balance(options?: CallOptions): Promise<ServiceAnswer<{ credits: number }>>;
  /** `timeout` in milliseconds, 30,000 to 180,000. Waits for its turn; lanes take turns. */
  verify(
    email: string,
    options?: CallOptions & { timeout?: number; lane?: string },
  ): Promise<ServiceAnswer<SingleVerification>>;
}

export type Fetch = typeof globalThis.fetch;

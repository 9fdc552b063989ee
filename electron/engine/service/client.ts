import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { z } from "zod";
import { systemCodeOf } from "../../../shared/problems/define-problem.ts";
import { type ProblemCode, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock } from "../clock.ts";
import { checkBaseUrl, redact } from "./base-url.ts";
import { createRate, type Rate } from "./check-rate.ts";
import { type AnswerContext, failed, type Operation } from "./error-responses.ts";
import { createRequestSlots, type RequestSlots } from "./request-slots.ts";
import {
  balanceAnswerSchema,
  isJobStatus,
  messageAnswerSchema,
  openEnvelope,
  statusAnswerSchema,
  uploadAnswerSchema,
  verifyAnswerSchema,
} from "./response-schemas.ts";
import { type Exception, readJson, readText, refused } from "./responses.ts";
import { saveResults } from "./save-results.ts";
import { createTransport, type RequestBody, type ServiceRequest } from "./transport.ts";
import {
  CHECK_TIMEOUT,
  DEFAULT_LIMITS,
  type Fetch,
  type JobStatus,
  type ServiceAnswer,
  type ServiceClient,
  type ServiceLimits,
} from "./types.ts";

/**
 * Builds the multipart body of an upload, streamed from the file at `path` as field `local_file` (service-spec, 'Upload
 * a list' and 'Limits'). `limit` is in bytes. Not FormData, because its length, needed for Content-Length, is unknown
 * beforehand. Problems: `file_missing`, `file_unreadable`, `upload_too_large`.
 */
async function uploadBody(
  path: string,
  name: string | undefined,
  limit: number,
  onBytes: ((sent: number) => void) | undefined,
): Promise<Result<RequestBody>> {
  const file = await openFile(path);
  if (!file.ok) return file;
  if (file.value.size > limit) {
    return fail(problem("upload_too_large", { bytes: file.value.size, limit }));
  }
  const boundary = `winnow-${randomUUID()}`;
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="local_file"; filename="${fileName(name ?? basename(path))}"` +
    "\r\nContent-Type: text/csv\r\n\r\n";
  const body = new Blob([head, file.value, `\r\n--${boundary}--\r\n`]);
  const headBytes = Buffer.byteLength(head);
  const fileBytes = file.value.size;
  return ok({
    kind: "stream",
    type: `multipart/form-data; boundary=${boundary}`,
    size: body.size,
    open: () => body.stream(),
    onSent: (sent) => onBytes?.(Math.min(fileBytes, Math.max(0, sent - headBytes))),
  });
}

async function openFile(path: string): Promise<Result<Blob>> {
  try {
    // openAsBlob does not report what is wrong with a path.
    const found = await stat(path);
    if (!found.isFile())
      return fail(problem("file_unreadable", { path, why: found.isDirectory() ? "folder" : "device" }));
    return ok(await openAsBlob(path));
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === "ENOENT") return fail(problem("file_missing", { path }));
    return fail(problem("file_unreadable", { path, code }));
  }
}

/** Escapes a file name as the HTML standard requires; the service accepts only `.csv`. */
function fileName(name: string): string {
  const csv = /\.csv$/i.test(name) ? name : `${name}.csv`;
  return csv.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

export interface ServiceClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly limits?: Partial<ServiceLimits>;
  readonly account?: string;
  /** Rate limit, shared by all clients that use the key. */
  readonly rate?: Rate;
  /** Returns the limit on requests to a host, shared by all clients of the host. */
  readonly slots?: (host: string) => RequestSlots;
  /** Aborted when every request must end at once. */
  readonly closing?: AbortSignal;
}

/** Added to the service's own timeout of a check, in ms, so that its response still arrives. */
const CHECK_GRACE = 15_000;

/** Creates a client (service-spec, 'Endpoints'). Problems: `base_url_invalid`, `base_url_insecure`. */
export function createServiceClient(options: ServiceClientOptions): Result<ServiceClient> {
  const { apiKey, fetch, clock } = options;
  const base = checkBaseUrl(options.baseUrl);
  if (!base.ok) return base;
  const limits: ServiceLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const rate = options.rate ?? createRate({ perMinute: limits.checksPerMinute, clock });
  const transport = createTransport({
    base: base.value,
    apiKey,
    fetch,
    clock,
    limits,
    slots: options.slots?.(base.value.host) ?? createRequestSlots(),
    closing: options.closing,
  });
  const { host } = base.value;
  const jobs = createJobUrlForm();

  function context(operation: Operation, address = ""): AnswerContext {
    return {
      operation,
      host,
      account: options.account ?? host,
      address,
      now: clock.now(),
      redact: (text) => redact(text, [apiKey]),
    };
  }

  function ask<T>(
    request: ServiceRequest,
    schema: z.ZodType<T>,
    extra: { address?: string; exception?: Exception } = {},
  ): Promise<ServiceAnswer<T>> {
    return transport.send(request, async (response, alive) => {
      const text = await readText(response, limits.answerBytes, alive);
      return readJson(response, text, schema, context(request.operation, extra.address), extra.exception);
    });
  }

  const askStatus = (jobId: string, signal: AbortSignal | undefined) => (address: JobUrl) =>
    ask({ operation: "status", method: "GET", ...address, signal }, statusAnswerSchema(jobId), {
      exception: isJobStatus,
    });

  return ok({
    async uploadFile(path, { name, onBytes, signal } = {}) {
      const body = await uploadBody(path, name, limits.uploadBytes, onBytes);
      if (!body.ok) return failed(body.problem, "stop", "no");
      return ask(
        { operation: "upload", method: "POST", path: "/v1/bulk", params: {}, body: body.value, signal },
        uploadAnswerSchema,
      );
    },

    status: (jobId, { signal } = {}) => jobs.status(jobId, askStatus(jobId, signal)),

    start(jobId, { signal } = {}) {
      const body = { kind: "json", text: JSON.stringify({ action: "start" }) } as const;
      return jobs.send(jobId, askStatus(jobId, signal), (address) =>
        ask({ operation: "start", method: "PATCH", ...address, body, signal }, messageAnswerSchema),
      );
    },

    download(jobId, path, { verdicts, onBytes, signal, most = limits.downloadBytes } = {}) {
      const filter = verdicts === undefined ? {} : { filterResult: verdicts };
      const request: ServiceRequest = {
        operation: "download",
        method: "POST",
        path: "/v1/download",
        params: { jobId },
        body: { kind: "json", text: JSON.stringify(filter) },
        accept: "text/plain",
        long: true,
        signal,
      };
      return transport.send(request, async (response, alive) => {
        const about = context("download");
        if (response.status >= 200 && response.status < 300) {
          const limit = Math.min(most, limits.downloadBytes);
          return saveResults(response, { path, limit, context: about, alive, onBytes });
        }
        const text = await readText(response, limits.answerBytes, alive);
        return refused(response, text === null ? null : openEnvelope(text), text, about);
      });
    },

    remove: (jobId, { signal } = {}) =>
      jobs.send(jobId, askStatus(jobId, signal), (address) =>
        ask({ operation: "delete", method: "DELETE", ...address, signal }, messageAnswerSchema),
      ),

    balance: ({ signal } = {}) =>
      ask({ operation: "balance", method: "GET", path: "/v1/info", params: {}, signal }, balanceAnswerSchema),

    async verify(
      email,
      { timeout = CHECK_TIMEOUT.most, lane, ignoreAbortOnceSent = false, sending, signal } = {},
    ) {
      const bounded = Math.round(Math.min(CHECK_TIMEOUT.most, Math.max(CHECK_TIMEOUT.least, timeout)));
      const request: ServiceRequest = {
        operation: "verify",
        method: "GET",
        path: "/v1/verify",
        params: { email, timeout: String(bounded) },
        answer: bounded + CHECK_GRACE,
        sending: async () => (await sending?.()) ?? (signal?.aborted ? problem("cancelled") : null),
        signal: ignoreAbortOnceSent ? undefined : signal,
      };
      const turn = await rate.run(
        async () => {
          const answer = await ask(request, verifyAnswerSchema(email), { address: email });
          if (!answer.ok && answer.error.problem.code === "rate_limited")
            rate.slowDown(answer.error.retryAfter);
          return answer;
        },
        { lane, signal },
      );
      return turn.kind === "ran" ? turn.value : failed(problem("cancelled"), "stop", "no");
    },
  });
}

export interface JobUrl {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

type AskStatus = (address: JobUrl) => Promise<ServiceAnswer<JobStatus>>;

/** Responses showing that no such endpoint exists. */
const NO_ENDPOINT: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "service_absent",
  "service_nonsense",
  "service_refused",
]);
/** Responses of a service that has not seen the job's id. */
const UNKNOWN_JOB: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "job_deleted",
  "job_gone",
  "job_invalid",
]);

/**
 * Detects where the job id goes: the query, as documented (`/v1/bulk?job_id=…`), or the path, as most clients of the
 * live service do (`/v1/bulk/…`). Only status requests are tried: they change nothing. The form is detected again when
 * its endpoint disappears, since an updated service would otherwise refuse every request until the next restart.
 */
function createJobUrlForm() {
  let addressOf: ((jobId: string) => JobUrl) | null = null;

  async function status(jobId: string, ask: AskStatus): Promise<ServiceAnswer<JobStatus>> {
    if (addressOf !== null) {
      const answer = await ask(addressOf(jobId));
      if (!isAbsent(answer)) return answer;
    }
    const first = await ask(inQuery(jobId));
    if (first.ok) addressOf = inQuery;
    if (first.ok || !fitsPath(jobId)) return first;
    const { code } = first.error.problem;
    if (!NO_ENDPOINT.has(code) && !UNKNOWN_JOB.has(code)) return first;
    const second = await ask(inPath(jobId));
    const says = second.ok ? null : second.error.problem.code;
    // A "job is gone" response proves the path form if the query form is unknown there.
    if (says === null || (NO_ENDPOINT.has(code) && UNKNOWN_JOB.has(says))) addressOf = inPath;
    return says === null || !NO_ENDPOINT.has(says) ? second : first;
  }

  return {
    status,
    /** Sends another request about the job; polls its status first if the form is unknown. */
    async send<T>(
      jobId: string,
      askStatus: AskStatus,
      ask: (address: JobUrl) => Promise<ServiceAnswer<T>>,
    ): Promise<ServiceAnswer<T>> {
      if (addressOf === null) await status(jobId, askStatus);
      const answer = await ask((addressOf ?? inQuery)(jobId));
      if (isAbsent(answer)) addressOf = null;
      return answer;
    },
  };
}

const isAbsent = (answer: ServiceAnswer<unknown>) => !answer.ok && NO_ENDPOINT.has(answer.error.problem.code);

const inQuery = (jobId: string): JobUrl => ({ path: "/v1/bulk", params: { job_id: jobId } });
const inPath = (jobId: string): JobUrl => ({ path: `/v1/bulk/${encodeURIComponent(jobId)}`, params: {} });

/** URLs drop dot segments, even encoded ones; lone surrogates cannot be encoded. */
function fitsPath(jobId: string): boolean {
  return jobId !== "." && jobId !== ".." && jobId.isWellFormed();
}

import { type Problem, problem } from "../../../shared/problems.ts";
import { assertNever } from "../../../shared/result.ts";
import type { Clock } from "../clock.ts";
import { isLoopback } from "./base-url.ts";
import { failed, MAY_COST, MISDIRECTED, type Operation } from "./error-responses.ts";
import { type NetworkFailure, networkFailure } from "./node-network.ts";
import type { RequestSlots } from "./request-slots.ts";
import { type Fetch, type FetchInit, type ServiceAnswer, type ServiceLimits, timeToLeave } from "./types.ts";

export interface ServiceRequest {
  readonly operation: Operation;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path relative to the base URL, with a leading slash. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** Timeout until the response begins, in ms. Default: the general limit. */
  readonly answer?: number;
  /** Called right before the request leaves; if it returns a problem, nothing is sent. */
  readonly sending?: () => Promise<Problem | null>;
  readonly accept?: string;
  /** `true` if the response may be as large as results; its timeout grows with its size. */
  readonly long?: boolean;
  readonly signal?: AbortSignal;
}

export type RequestBody =
  | { readonly kind: "json"; readonly text: string }
  | {
      readonly kind: "stream";
      readonly type: string;
      readonly size: number;
      readonly open: () => ReadableStream<Uint8Array>;
      readonly onSent?: (sent: number) => void;
    };

/** Reads a response; calls `alive` for every chunk with the bytes received so far. */
export type ReadAnswer<T> = (
  response: Response,
  alive: (received: number) => void,
) => Promise<ServiceAnswer<T>>;

interface Sending {
  readonly request: ServiceRequest;
  readonly signal: AbortSignal;
  readonly timer: RequestTimer;
  answered: boolean;
}

const MAX_REDIRECTS = 3;
const PROXY_ASKS = 407;
/**
 * Creates the transport for requests below `base` with the key in the query string (service-spec, 'Authentication').
 * Redirects are followed only on the same origin and for reads, so that key and list never go elsewhere and nothing is
 * paid for twice. Requests time out when idle, or when slower than their size allows.
 */
export function createTransport(deps: {
  base: URL;
  apiKey: string;
  fetch: Fetch;
  clock: Clock;
  limits: ServiceLimits;
  slots: RequestSlots;
  /** Aborted when every request must end at once. */
  closing?: AbortSignal;
}) {
  const { base, apiKey, clock, limits } = deps;
  const host = base.host;
  const answerTime = (request: ServiceRequest) => request.answer ?? limits.answer;
  /** Returns the ms that `bytes` may take, in addition to the base timeout. */
  const timeFor = (bytes: number) => limits.answer + (bytes / limits.slowest) * 1000;

  return {
    async send<T>(request: ServiceRequest, read: ReadAnswer<T>): Promise<ServiceAnswer<T>> {
      const stops = [request.signal, deps.closing].filter((one) => one !== undefined);
      const isStopped = () => stops.some((one) => one.aborted);
      if (isStopped()) return failed(problem("cancelled"), "stop", "no");
      const control = new AbortController();
      const timer = createRequestTimer(clock, () => control.abort());
      const cancel = () => control.abort();
      for (const stop of stops) stop.addEventListener("abort", cancel, { once: true });
      const sending: Sending = { request, signal: control.signal, timer, answered: false };
      const send = async (): Promise<ServiceAnswer<T>> => {
        const obstacle = (await request.sending?.()) ?? null;
        if (obstacle !== null) return failed(obstacle, "stop", "no");
        timer.arm(answerTime(request));
        const response = await follow(sending);
        if ("code" in response) {
          // The server may have acted before it redirected.
          const effect = MAY_COST[request.operation] ? "unknown" : "refused";
          return failed(problem(response.code, { host }), "user", effect);
        }
        if (response.status === PROXY_ASKS) {
          await discard(response);
          const effect = MAY_COST[request.operation] ? "unknown" : "refused";
          return failed(problem("proxy_password", { host }), "user", effect);
        }
        sending.answered = true;
        const answer = await read(response, watchAnswer(sending));
        await discard(response);
        return answer;
      };
      try {
        const unsent = failed(problem("cancelled"), "stop", "no");
        return await deps.slots.run(request.operation === "verify", send, unsent, control.signal);
      } catch (error) {
        if (isStopped()) return failed(problem("cancelled"), "stop", "unknown");
        if (timer.fired()) return failed(problem("service_timeout", { host }), "retry", "unknown");
        return broken(networkFailure(error), sending);
      } finally {
        timer.stop();
        for (const stop of stops) stop.removeEventListener("abort", cancel);
        control.abort();
      }
    },
  };

  /** Extends the timeout while the body is being sent; afterwards the response's timeout applies. */
  function watchBody(sending: Sending, size: number): (sent: number) => void {
    const { request, timer } = sending;
    const began = timer.now();
    return (sent) => {
      if (sending.answered) return;
      if (sent < size) {
        timer.endBy(timeFor(sent), began);
        timer.arm(limits.idle);
      } else {
        const last = timeToLeave(size) + answerTime(request);
        timer.endBy(last);
        timer.arm(last);
      }
    };
  }

  function watchAnswer({ request, timer }: Sending): (received: number) => void {
    const began = timer.now();
    const heard = (received: number) => {
      timer.endBy(request.long === true ? timeFor(received) : limits.idle, began);
      timer.arm(limits.idle);
    };
    heard(0);
    return heard;
  }

  function broken(
    { failure, isUnsent }: NetworkFailure,
    { request, answered }: Sending,
  ): ServiceAnswer<never> {
    const effect = isUnsent && !answered ? "no" : "unknown";
    switch (failure) {
      case "source":
        return failed(problem("file_changed", {}), "user", "unknown");
      case "not_safe":
        return failed(problem("service_untrusted", { host }), "user", effect);
      case "repeated":
        return failed(problem("service_broken", { status: MISDIRECTED }), "retry", "unknown");
      case "lost": {
        const isCut = answered && request.operation === "download";
        return failed(problem(isCut ? "download_cut" : "service_unreachable", { host }), "retry", effect);
      }
      default:
        return assertNever(failure);
    }
  }

  /** Sends the request and follows allowed redirects; returns `service_redirect` for others. */
  async function follow(sending: Sending): Promise<Response | { readonly code: "service_redirect" }> {
    const { request } = sending;
    const follows = request.method === "GET" && !MAY_COST[request.operation];
    let url = requestUrl(request);
    for (let hops = 0; ; hops++) {
      const response = await deps.fetch(url, init(sending));
      if (response.type !== "opaqueredirect" && !isRedirect(response.status)) return response;
      await discard(response);
      const next = URL.parse(response.headers.get("location") ?? "", url.href);
      if (next?.origin !== base.origin) return { code: "service_redirect" };
      if (!follows || hops === MAX_REDIRECTS) return { code: "service_redirect" };
      url = next;
    }
  }

  function requestUrl(request: ServiceRequest): URL {
    const url = new URL(base);
    url.pathname = `${base.pathname.replace(/(?<!\/)\/+$/, "")}${request.path}`;
    for (const [name, value] of Object.entries(request.params)) url.searchParams.set(name, value);
    url.searchParams.set("apikey", apiKey);
    // Encode spaces as %20: some servers read + as a plus.
    url.search = url.search.replaceAll("+", "%20");
    return url;
  }

  function init(sending: Sending): FetchInit {
    const { request, signal } = sending;
    const common: FetchInit = {
      method: request.method,
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      // Once offline, Chromium's errors do not tell whether the request was sent before.
      mustBeOnline: MAY_COST[request.operation] && !isLoopback(base.hostname),
      signal,
    };
    const accept = request.accept ?? "application/json";
    const { body } = request;
    if (body === undefined) return { ...common, headers: { accept } };
    if (body.kind === "json") {
      return { ...common, headers: { accept, "content-type": "application/json" }, body: body.text };
    }
    const watch = watchBody(sending, body.size);
    const streamed = {
      ...common,
      headers: { accept, "content-type": body.type, "content-length": String(body.size) },
      body: body.open(),
      duplex: "half" as const,
      onSent(sent: number) {
        watch(sent);
        body.onSent?.(sent);
      },
    };
    return streamed;
  }
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** Cancels an unread body to free its connection. */
async function discard(response: Response): Promise<void> {
  if (response.body !== null && !response.bodyUsed) await response.body.cancel().catch(() => {});
}

/** Timeout of a request: idle and total. Times are in ms. */
export type RequestTimer = ReturnType<typeof createRequestTimer>;

function createRequestTimer(clock: Pick<Clock, "monotonic" | "after">, act: () => void) {
  let forget = () => {};
  let due = Number.POSITIVE_INFINITY;
  let end = Number.POSITIVE_INFINITY;
  let fired = false;
  let stopped = false;

  function wait(): void {
    forget();
    // A body may still report bytes after its request has ended.
    if (stopped) return;
    const at = Math.min(due, end);
    if (at === Number.POSITIVE_INFINITY) return;
    forget = clock.after(Math.max(0, at - clock.monotonic()), () => {
      fired = true;
      act();
    });
  }

  return {
    arm(milliseconds: number) {
      due = clock.monotonic() + milliseconds;
      wait();
    },
    endBy(milliseconds: number, since: number = clock.monotonic()) {
      end = since + milliseconds;
      wait();
    },
    now: () => clock.monotonic(),
    fired: () => fired,
    stop() {
      stopped = true;
      forget();
    },
  };
}

import { problem } from "../../../shared/problems.ts";
import { assertNever } from "../../../shared/result.ts";
import type { Clock } from "../handlers.ts";
import { failed, MAY_COST, MISDIRECTED, type Operation } from "./failures.ts";
import { type NetworkFailure, networkFailure } from "./network.ts";
import { type Fetch, type FetchInit, type ServiceAnswer, type ServiceLimits, timeToLeave } from "./types.ts";

/** One request to the service. */
export interface ServiceRequest {
  readonly operation: Operation;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the base address, with a slash before it. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** Milliseconds until the answer must begin, where the limit is not the usual one. */
  readonly answer?: number;
  readonly accept?: string;
  /** The answer may be as long as results are: it has the time that its bytes need. */
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
      /** How many of its bytes have left. */
      readonly onSent?: (sent: number) => void;
    };

/** Reads an answer; calls `alive` for every piece of the body, with the bytes that have arrived so far. */
export type ReadAnswer<T> = (
  response: Response,
  alive: (received: number) => void,
) => Promise<ServiceAnswer<T>>;

export interface Transport {
  send<T>(request: ServiceRequest, read: ReadAnswer<T>): Promise<ServiceAnswer<T>>;
}

/** A request that is under way. */
interface Sending {
  readonly request: ServiceRequest;
  readonly signal: AbortSignal;
  readonly timer: RequestTimer;
  /** Its answer has begun. */
  answered: boolean;
}

const MOST_REDIRECTS = 3;
/** The HTTP status of a proxy that asks for a name and a password. */
const PROXY_ASKS = 407;
/**
 * Sends requests below `base` with the key in the query string (service-spec, 'Authentication'). Redirects are
 * followed on the same origin and for questions alone, so that neither key nor list travels anywhere else, and nothing is
 * paid for twice. A request ends when
 * nothing moves for too long, and when it takes longer than its bytes can need: a service that drips cannot hold it.
 */
export function createTransport(deps: {
  base: URL;
  apiKey: string;
  fetch: Fetch;
  clock: Clock;
  limits: ServiceLimits;
  /** Aborted when every request is to end at once. */
  closing?: AbortSignal;
}): Transport {
  const { base, apiKey, clock, limits } = deps;
  const host = base.host;
  const answerTime = (request: ServiceRequest) => request.answer ?? limits.answer;
  /** What `bytes` may take, beside the time that every body has. */
  const timeFor = (bytes: number) => limits.answer + (bytes / limits.slowest) * 1000;

  return {
    async send(request, read) {
      const stops = [request.signal, deps.closing].filter((one) => one !== undefined);
      const isStopped = () => stops.some((one) => one.aborted);
      if (isStopped()) return failed(problem("cancelled"), "stop", "no");
      const control = new AbortController();
      const timer = createRequestTimer(clock, () => control.abort());
      const cancel = () => control.abort();
      for (const stop of stops) stop.addEventListener("abort", cancel, { once: true });
      const sending: Sending = { request, signal: control.signal, timer, answered: false };
      try {
        timer.arm(answerTime(request));
        const response = await follow(sending);
        if ("code" in response) {
          // Whatever points elsewhere may have acted before it did.
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

  /** The body has begun to leave: it goes on while it moves, fast enough; then the answer's time begins. */
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

  function broken(failure: NetworkFailure, { request, answered }: Sending): ServiceAnswer<never> {
    switch (failure) {
      case "source":
        return failed(problem("file_changed", {}), "user", "unknown");
      case "not_safe":
        return failed(problem("service_untrusted", { host }), "user", "no");
      case "repeated":
        return failed(problem("service_broken", { status: MISDIRECTED }), "retry", "unknown");
      case "refused":
      case "lost": {
        const effect = failure === "refused" && !answered ? "no" : "unknown";
        const isCut = answered && request.operation === "download";
        return failed(problem(isCut ? "download_cut" : "service_unreachable", { host }), "retry", effect);
      }
      default:
        return assertNever(failure);
    }
  }

  /** The answer, or how it points where the request does not follow: off the origin, or on it in place of an answer. */
  async function follow(sending: Sending): Promise<Response | { readonly code: "service_redirect" }> {
    const { request } = sending;
    const follows = request.method === "GET" && !MAY_COST[request.operation];
    let url = address(request);
    for (let hops = 0; ; hops++) {
      const response = await deps.fetch(url, init(sending));
      if (response.type !== "opaqueredirect" && !isRedirect(response.status)) return response;
      await discard(response);
      const next = URL.parse(response.headers.get("location") ?? "", url);
      if (next?.origin !== base.origin) return { code: "service_redirect" };
      if (!follows || hops === MOST_REDIRECTS) return { code: "service_redirect" };
      url = next;
    }
  }

  function address(request: ServiceRequest): URL {
    const url = new URL(base);
    url.pathname = `${base.pathname.replace(/(?<!\/)\/+$/, "")}${request.path}`;
    for (const [name, value] of Object.entries(request.params)) url.searchParams.set(name, value);
    url.searchParams.set("apikey", apiKey);
    // A blank is written as %20, which every server reads as one; of a + some make a plus.
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
      duplex: "half",
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

/** Lets go of a body that nobody reads, so that its connection is free again. */
async function discard(response: Response): Promise<void> {
  if (response.body !== null && !response.bodyUsed) await response.body.cancel().catch(() => {});
}

/** When a request is given up: nothing heard for too long, or too long in all. Times in milliseconds. */
export interface RequestTimer {
  /** Gives up `milliseconds` from now, instead of when it would have; never later than the end. */
  arm(milliseconds: number): void;
  /** The end: `milliseconds` after `since`, whatever is heard. */
  endBy(milliseconds: number, since?: number): void;
  /** Now, for `since`. */
  now(): number;
  fired(): boolean;
  stop(): void;
}

/** A timer that does `act` once, when the request is to be given up. It is at rest until it is armed. */
function createRequestTimer(clock: Pick<Clock, "monotonic" | "after">, act: () => void): RequestTimer {
  let forget = () => {};
  let due = Number.POSITIVE_INFINITY;
  let end = Number.POSITIVE_INFINITY;
  let fired = false;
  let stopped = false;

  function wait(): void {
    forget();
    // A body may still tell of bytes that left after its request ended.
    if (stopped) return;
    const at = Math.min(due, end);
    if (at === Number.POSITIVE_INFINITY) return;
    forget = clock.after(Math.max(0, at - clock.monotonic()), () => {
      fired = true;
      act();
    });
  }

  return {
    arm(milliseconds) {
      due = clock.monotonic() + milliseconds;
      wait();
    },
    endBy(milliseconds, since = clock.monotonic()) {
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

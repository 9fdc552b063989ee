import { problem } from "../../../shared/problems.ts";
import { assertNever } from "../../../shared/result.ts";
import type { Clock } from "../handlers.ts";
import { failed } from "./failures.ts";
import type { ServiceLimits } from "./limits.ts";
import { type NetworkFailure, networkFailure } from "./network.ts";
import type { Operation } from "./refusals.ts";
import type { Fetch, ServiceAnswer } from "./types.ts";

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
  readonly signal?: AbortSignal;
}

export type RequestBody =
  | { readonly kind: "json"; readonly text: string }
  | {
      readonly kind: "stream";
      readonly type: string;
      readonly size: number;
      readonly open: (onBytes: (sent: number) => void) => ReadableStream<Uint8Array>;
    };

/** Reads an answer; calls `alive` for every piece of the body that arrives. */
export type ReadAnswer<T> = (response: Response, alive: () => void) => Promise<ServiceAnswer<T>>;

export interface Transport {
  send<T>(request: ServiceRequest, read: ReadAnswer<T>): Promise<ServiceAnswer<T>>;
}

const MOST_REDIRECTS = 3;

/**
 * Sends requests below `base` with the key in the query string (service-spec, 'Authentication'). Redirects are
 * followed on the same origin and for GET alone, so that neither key nor list travels anywhere else.
 */
export function createTransport(deps: {
  base: URL;
  apiKey: string;
  fetch: Fetch;
  clock: Clock;
  limits: ServiceLimits;
}): Transport {
  const { base, apiKey, clock, limits } = deps;
  const host = base.host;

  return {
    async send(request, read) {
      if (request.signal?.aborted) return failed(problem("cancelled"), "stop", "no");
      const control = new AbortController();
      const timer = createTimer(clock, () => control.abort());
      const cancel = () => control.abort();
      request.signal?.addEventListener("abort", cancel, { once: true });
      let answered = false;
      try {
        timer.arm(request.answer ?? limits.answer);
        const response = await follow(request, control.signal, timer);
        if (response === null) {
          return failed(problem("service_redirect", { host }), "user", "refused");
        }
        answered = true;
        timer.arm(limits.idle);
        const answer = await read(response, () => timer.arm(limits.idle));
        await discard(response);
        return answer;
      } catch (error) {
        if (request.signal?.aborted) return failed(problem("cancelled"), "stop", "unknown");
        if (timer.fired()) return failed(problem("service_timeout", { host }), "retry", "unknown");
        return broken(networkFailure(error), answered);
      } finally {
        timer.stop();
        request.signal?.removeEventListener("abort", cancel);
        control.abort();
      }
    },
  };

  function broken(failure: NetworkFailure, answered: boolean): ServiceAnswer<never> {
    switch (failure) {
      case "source":
        return failed(problem("file_changed", { name: "the list" }), "user", "unknown");
      case "not_safe":
        return failed(problem("service_untrusted", { host }), "user", "no");
      case "refused":
      case "lost": {
        const effect = failure === "refused" && !answered ? "no" : "unknown";
        return failed(problem("service_unreachable", { host }), "retry", effect);
      }
      default:
        return assertNever(failure);
    }
  }

  /** The answer, or null when it points where the key must not go. */
  async function follow(
    request: ServiceRequest,
    signal: AbortSignal,
    timer: Timer,
  ): Promise<Response | null> {
    let url = address(request);
    for (let hops = 0; ; hops++) {
      const response = await deps.fetch(url, init(request, signal, timer));
      if (response.type !== "opaqueredirect" && !isRedirect(response.status)) return response;
      await discard(response);
      const next = URL.parse(response.headers.get("location") ?? "", url);
      const allowed = request.method === "GET" && hops < MOST_REDIRECTS && next?.origin === base.origin;
      if (!allowed || next === null) return null;
      url = next;
    }
  }

  function address(request: ServiceRequest): URL {
    const url = new URL(base);
    url.pathname = `${base.pathname.replace(/\/+$/, "")}${request.path}`;
    for (const [name, value] of Object.entries(request.params)) url.searchParams.set(name, value);
    url.searchParams.set("apikey", apiKey);
    return url;
  }

  function init(request: ServiceRequest, signal: AbortSignal, timer: Timer): RequestInit {
    const common: RequestInit = {
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
    const streamed = {
      ...common,
      headers: { accept, "content-type": body.type, "content-length": String(body.size) },
      body: body.open((sent) =>
        timer.arm(sent < body.size ? limits.idle : (request.answer ?? limits.answer)),
      ),
      duplex: "half",
    };
    return streamed;
  }
}

interface Timer {
  /** Fires `milliseconds` from now, instead of when it would have. */
  arm(milliseconds: number): void;
  fired(): boolean;
  stop(): void;
}

function createTimer(clock: Clock, act: () => void): Timer {
  let forget = () => {};
  let fired = false;
  return {
    arm(milliseconds) {
      forget();
      forget = clock.after(milliseconds, () => {
        fired = true;
        act();
      });
    },
    fired: () => fired,
    stop: () => forget(),
  };
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** Lets go of a body that nobody reads, so that its connection is free again. */
async function discard(response: Response): Promise<void> {
  if (response.body !== null && !response.bodyUsed) await response.body.cancel().catch(() => {});
}

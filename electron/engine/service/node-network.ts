import type { Agent, Dispatcher } from "undici";
import { z } from "zod";
import type { Fetch, FetchInit } from "./types.ts";

/** Errors of connections that were never made: nothing reached the service. */
const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "EAI_NODATA",
  "ENETUNREACH",
  "ENETDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** TLS errors: nothing was sent. */
const NOT_SAFE = new Set([
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_UNSUPPORTED_PROTOCOL",
  "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
  "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "HOSTNAME_MISMATCH",
]);
const NEVER_CONNECTED_TEXT =
  /net::ERR_(CONNECTION_REFUSED|NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|CONNECTION_TIMED_OUT|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED)|^bad port$/;
const NOT_SAFE_TEXT = /net::ERR_(CERT_|SSL_)/;

const errorSchema = z.looseObject({
  code: z.string().optional().catch(undefined),
  syscall: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
  errors: z.array(z.unknown()).optional().catch(undefined),
});

/**
 * `refused`: never connected, nothing was sent. `not_safe`: TLS failed, nothing was sent. `source`: the file changed
 * while it was sent. `repeated`: a 421 response, whose automatic retry was blocked. `lost`: anything else.
 */
export type NetworkFailure = "refused" | "not_safe" | "source" | "repeated" | "lost";

/** Classifies a rejection of fetch. Its texts are never shown: they may contain URLs with the key. */
export function networkFailure(error: unknown): NetworkFailure {
  const parsed = errorSchema.safeParse(error);
  if (!parsed.success) return "lost";
  const { code = "", syscall, name, message = "", cause, errors = [] } = parsed.data;
  if (name === "NotReadableError") return "source";
  if (code === REPEATED) return "repeated";
  if (NOT_SAFE.has(code) || NOT_SAFE_TEXT.test(message)) return "not_safe";
  if (syscall === "connect" || NEVER_CONNECTED.has(code) || NEVER_CONNECTED_TEXT.test(message))
    return "refused";
  // Both IPv4 and IPv6 failed.
  if (errors.length > 0 && errors.every((one) => networkFailure(one) === "refused")) return "refused";
  return cause === undefined || cause === null ? "lost" : networkFailure(cause);
}

/** Timeout of connecting, including TLS, in ms. */
const CONNECT_WITHIN = 10_000;

export interface NodeFetch {
  readonly fetch: Fetch;
  warmUp(): Promise<void>;
}

/**
 * Creates a fetch with a connect timeout of `connect` ms and TLS 1.2 or later (service-spec, 'Authentication', 5). Idle
 * connections don't keep the process alive. Never sends a request twice. undici is loaded on first use.
 */
export function createNodeFetch({ connect = CONNECT_WITHIN }: { connect?: number } = {}): NodeFetch {
  let loading: Promise<Agent> | undefined;
  const agent = () => {
    loading ??= import("undici").then(
      ({ Agent }) =>
        new Agent({
          // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable it.
          connect: { timeout: connect, minVersion: "TLSv1.2", rejectUnauthorized: true },
          // Over HTTP/2, requests that a closing connection rejected are retried automatically.
          allowH2: false,
        }),
    );
    return loading;
  };
  return {
    async fetch(input, init) {
      const dispatcher = (await agent()).compose(oneRequest());
      init?.signal?.throwIfAborted();
      // Node-specific option, missing in the DOM types.
      const sent: RequestInit & { dispatcher: Dispatcher } = { ...init, body: counted(init), dispatcher };
      return await globalThis.fetch(input, sent);
    },
    async warmUp() {
      await agent();
    },
  };
}

function counted({ body, onSent }: FetchInit = {}): FetchInit["body"] {
  if (!(body instanceof ReadableStream) || onSent === undefined) return body;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        onSent(sent);
        const { done, value } = await reader.read();
        if (done) return controller.close();
        sent += value.length;
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

const REPEATED = "ERR_WINNOW_REQUEST_REPEATED";

/** Blocks fetch's retry after a 421: a repeated start may be paid for twice. Create one per fetch. */
function oneRequest(): Dispatcher.DispatcherComposeInterceptor {
  let isSent = false;
  return (dispatch) => (options, handler) => {
    if (isSent) throw Object.assign(new Error("fetch was about to repeat the request"), { code: REPEATED });
    isSent = true;
    return dispatch(options, handler);
  };
}

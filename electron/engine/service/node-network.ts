import { createSecureContext } from "node:tls";
import type { Agent, Dispatcher } from "undici";
import { z } from "zod";
import { trustedAuthorities } from "../trusted-authorities.ts";
import type { Fetch, FetchInit } from "./types.ts";

/** Errors of resolving a name and of connecting. Other codes also occur on a connection that has sent the request. */
const NEVER_CONNECTED = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "EAI_NODATA",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** Errors of a TLS handshake. */
const NO_HANDSHAKE = new Set([
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
/** Chromium's names for the same; `bad port` is that of fetch. */
const NEVER_CONNECTED_TEXT =
  /net::ERR_(CONNECTION_REFUSED|NAME_NOT_RESOLVED|CONNECTION_TIMED_OUT|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED)|^bad port$/;
const NO_HANDSHAKE_TEXT = /net::ERR_(CERT_|SSL_VERSION_OR_CIPHER_MISMATCH|SSL_UNRECOGNIZED_NAME_ALERT)/;
/** Errors of TLS that also occur after the handshake. */
const UNSAFE_TEXT = /net::ERR_SSL_/;

const errorSchema = z.looseObject({
  code: z.string().optional().catch(undefined),
  syscall: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
  errors: z.array(z.unknown()).optional().catch(undefined),
});

/**
 * `not_safe`: TLS failed. `source`: the file changed while it was sent. `repeated`: a 421 response, whose automatic
 * retry was blocked. `lost`: anything else. `isUnsent`: the request certainly never left.
 */
export interface NetworkFailure {
  readonly failure: "not_safe" | "source" | "repeated" | "lost";
  readonly isUnsent: boolean;
}

/**
 * Classifies a rejection of fetch: only errors of connecting prove that nothing was sent (net/base/net_errors_posix.cc
 * of Chromium maps the same errors of reading to other names). The error's texts are never shown: they may contain URLs
 * with the key.
 */
export function networkFailure(error: unknown): NetworkFailure {
  const sent = (failure: NetworkFailure["failure"]) => ({ failure, isUnsent: false });
  const unsent = (failure: NetworkFailure["failure"]) => ({ failure, isUnsent: true });
  const parsed = errorSchema.safeParse(error);
  if (!parsed.success) return sent("lost");
  const { code = "", syscall, name, message = "", cause, errors = [] } = parsed.data;
  if (name === "NotReadableError") return sent("source");
  if (code === REPEATED) return sent("repeated");
  if (NO_HANDSHAKE.has(code) || NO_HANDSHAKE_TEXT.test(message)) return unsent("not_safe");
  if (UNSAFE_TEXT.test(message)) return sent("not_safe");
  if (syscall === "connect" || NEVER_CONNECTED.has(code) || NEVER_CONNECTED_TEXT.test(message))
    return unsent("lost");
  // Both IPv4 and IPv6 failed.
  if (errors.length > 0 && errors.every((one) => networkFailure(one).isUnsent)) return unsent("lost");
  return cause === undefined || cause === null ? sent("lost") : networkFailure(cause);
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
          connect: {
            timeout: connect,
            rejectUnauthorized: true,
            // Made once: reading all certificates for each connection is slow.
            secureContext: createSecureContext({ ca: trustedAuthorities(), minVersion: "TLSv1.2" }),
          },
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

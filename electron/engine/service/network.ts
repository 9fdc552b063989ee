import type { Agent, Dispatcher } from "undici";
import { z } from "zod";
import type { Fetch, FetchInit } from "./types.ts";

/** Codes of a connection that was never made: nothing can have reached the service. */
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
/** Codes of a connection that could not be made safe: nothing was said over it. */
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
/** Electron's network stack speaks in these. */
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
 * `refused`: no connection was made, so nothing can have reached the service. `not_safe`: one was made, and given
 * up before anything was said over it. `source`: the file that was being sent changed underneath. `repeated`: it was
 * answered with a 421, and kept from being sent again. `lost`: anything else.
 */
export type NetworkFailure = "refused" | "not_safe" | "source" | "repeated" | "lost";

/**
 * What a rejection of fetch means. Only codes and known words are looked at, and nothing of it is shown: the texts
 * hold addresses, and addresses hold the key.
 */
export function networkFailure(error: unknown): NetworkFailure {
  const parsed = errorSchema.safeParse(error);
  if (!parsed.success) return "lost";
  const { code = "", syscall, name, message = "", cause, errors = [] } = parsed.data;
  if (name === "NotReadableError") return "source";
  if (code === REPEATED) return "repeated";
  if (NOT_SAFE.has(code) || NOT_SAFE_TEXT.test(message)) return "not_safe";
  if (syscall === "connect" || NEVER_CONNECTED.has(code) || NEVER_CONNECTED_TEXT.test(message))
    return "refused";
  // Tried over both families of addresses, and failed over both.
  if (errors.length > 0 && errors.every((one) => networkFailure(one) === "refused")) return "refused";
  return cause === undefined || cause === null ? "lost" : networkFailure(cause);
}

/** Milliseconds within which a connection must stand, its encryption agreed on. */
const CONNECT_WITHIN = 10_000;

/** Node's own fetch, as hosts without a network stack of their own give it to the engine. */
export interface NodeFetch {
  readonly fetch: Fetch;
  /** Loads what the first request would have to wait for. */
  warmUp(): Promise<void>;
}

/**
 * Fetches over connections that are made within `connect` milliseconds, over TLS 1.2 or later where it is TLS
 * (service-spec, 'Authentication', 5). Idle ones close by themselves and keep no process alive. One fetch is one request on
 * the wire. undici, the library behind Node's fetch, is loaded when it is first needed.
 */
export function createNodeFetch({ connect = CONNECT_WITHIN }: { connect?: number } = {}): NodeFetch {
  let loading: Promise<Agent> | undefined;
  const agent = () => {
    loading ??= import("undici").then(
      (
        { Agent }, // Said outright: a variable of the environment that is meant for other programs must not take it away.
      ) =>
        new Agent({
          connect: { timeout: connect, minVersion: "TLSv1.2", rejectUnauthorized: true },
          // Over HTTP/2, requests that a closing connection did not take are sent again on another one.
          allowH2: false,
        }),
    );
    return loading;
  };
  return {
    async fetch(input, init) {
      const dispatcher = (await agent()).compose(oneRequest());
      init?.signal?.throwIfAborted();
      // An option of Node's fetch that the types of the web do not know.
      const sent: RequestInit & { dispatcher: Dispatcher } = { ...init, body: counted(init), dispatcher };
      return await globalThis.fetch(input, sent);
    },
    async warmUp() {
      await agent();
    },
  };
}

/** The body; `onSent` is called with what has been read of it. */
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

/** Marks the error of a request that was to go out a second time, see network.ts. */
const REPEATED = "ERR_WINNOW_REQUEST_REPEATED";

/**
 * Passes one request on and refuses a second: fetch repeats what was answered with a 421 by itself, and a start that is
 * repeated may be paid for twice. Make one for every fetch.
 */
function oneRequest(): Dispatcher.DispatcherComposeInterceptor {
  let isSent = false;
  return (dispatch) => (options, handler) => {
    if (isSent) throw Object.assign(new Error("fetch was about to repeat the request"), { code: REPEATED });
    isSent = true;
    return dispatch(options, handler);
  };
}

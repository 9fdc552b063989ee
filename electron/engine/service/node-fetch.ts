import type { Agent, Dispatcher } from "undici";
import { oneRequest } from "./one-request.ts";
import type { Fetch, FetchInit } from "./types.ts";

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

/** The body, telling `onSent` what has been taken of it: who asks for more has handed on what came before. */
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

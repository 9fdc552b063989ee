import { Readable } from "node:stream";
import { app, type ClientRequest, type IncomingMessage, net, type Session, session } from "electron";
import type { Clock, Fetch } from "../engine/index.ts";

/** Status codes of responses without a body. */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);
/** Headers that Chromium sets and refuses from callers. */
const CHROMIUM_WRITES: ReadonlySet<string> = new Set(["content-length", "host", "transfer-encoding"]);

/** Interval at which upload progress is polled, in ms. */
const LOOK_EVERY = 250;

/**
 * Disables HTTP/2 and QUIC, over which Chromium resends requests that a closing connection did not process: a paid
 * request must not be sent twice. Call it before the app is ready.
 */
export function disableMultiplexing(): void {
  app.commandLine.appendSwitch("disable-http2");
  app.commandLine.appendSwitch("disable-quic");
}

/** In memory and without cache: URLs, which contain the key, and responses are never written to disk. */
export function openServiceSession(): Session {
  return session.fromPartition("winnow-service", { cache: false });
}

/**
 * Creates a `fetch` on Chromium's network stack, with the system's proxy, PAC and certificates. With `redirect:
 * "manual"` it returns the redirect response, where Electron's own `net.fetch` rejects.
 */
export function createChromiumFetch(through: Session, clock: Pick<Clock, "after">): Fetch {
  return async (input, init) => {
    const wanted = new Request(input, init);
    wanted.signal.throwIfAborted();
    if (init?.mustBeOnline === true && !net.isOnline()) throw offline();
    const request = net.request({
      session: through,
      method: wanted.method,
      url: wanted.url,
      redirect: wanted.redirect === "manual" ? "manual" : "error",
      credentials: "omit",
      useSessionCookies: false,
      cache: "no-store",
      referrerPolicy: "no-referrer",
    });
    for (const [name, value] of wanted.headers) {
      if (!CHROMIUM_WRITES.has(name.toLowerCase())) request.setHeader(name, value);
    }
    // Chromium resends any request, including its body, if a reused connection breaks before the response
    // (`HttpNetworkTransaction::ShouldResendRequest`). Ask the server not to keep connections open.
    request.setHeader("connection", "close");
    const answer = receiveResponse(request, wanted.signal);
    // If the body fails, abort the request, which rejects the response.
    send(request, wanted.body).catch(() => request.abort());
    const stopLooking = watchSending(request, clock, init?.onSent ?? (() => {}));
    return await answer.finally(stopLooking);
  };
}

/** As Node's error of connecting without a network. */
const offline = () =>
  Object.assign(new Error("the system is offline"), { code: "ENETDOWN", syscall: "connect" });

/** Polls upload progress, because Chromium sends the body on its own and emits no events. */
function watchSending(
  request: ClientRequest,
  clock: Pick<Clock, "after">,
  onSent: (bytes: number) => void,
): () => void {
  let reported = 0;
  const pollProgress = () => {
    const { active, current } = request.getUploadProgress();
    if (active && current > reported) {
      reported = current;
      onSent(current);
    }
    forget = clock.after(LOOK_EVERY, pollProgress);
  };
  let forget = clock.after(LOOK_EVERY, pollProgress);
  return () => forget();
}

function receiveResponse(request: ClientRequest, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    let body: Readable | null = null;
    const abort = () => {
      reject(signal.reason);
      body?.destroy(signal.reason);
      request.abort();
    };
    // Don't use the request's `close`: Electron emits it when the request is written, before the response
    // (`autoDestroy` in lib/common/api/net-client-request.ts).
    const settle = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort, { once: true });
    request.on("redirect", (status, _method, location) => {
      settle();
      resolve(new Response(null, { status, headers: { location } }));
      request.abort();
    });
    request.on("response", (message) => {
      body = streamOf(message);
      body.on("error", () => {});
      body.once("close", () => {
        settle();
        // Otherwise the rest of an abandoned body would still be received.
        if (body?.readableEnded !== true) request.abort();
      });
      try {
        resolve(toResponse(message, body));
      } catch (error) {
        reject(error);
        request.abort();
      }
    });
    request.on("error", (error) => {
      settle();
      reject(error);
    });
    request.on("abort", () => {
      settle();
      reject(new Error("the request was given up"));
    });
  });
}

async function send(request: ClientRequest, body: AsyncIterable<Uint8Array> | null): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  // Electron buffers a body and copies all of it for every chunk (electron/electron#53858). Sending in chunks instead
  // would drop its Content-Length.
  if (chunks.length > 0) request.write(Buffer.concat(chunks));
  request.end();
}

function streamOf(message: IncomingMessage): Readable {
  const source: unknown = message;
  if (!(source instanceof Readable)) throw new Error("Electron's answer is no stream");
  return source;
}

/**
 * Converts a Node stream to a web stream whose cancellation destroys it. `Readable.toWeb` throws an uncatchable error
 * if data arrives right after that.
 */
function webStreamOf(source: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: () => void source.destroy(),
    },
    { highWaterMark: 0 },
  );
}

function toResponse(message: IncomingMessage, source: Readable): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, asBytes(one));
  }
  const bodiless = BODILESS.has(message.statusCode);
  if (bodiless) source.resume();
  const body = bodiless ? null : webStreamOf(source);
  // Without the status text, which may hold characters that a Response refuses.
  return new Response(body, { status: message.statusCode, headers });
}

/** Electron decodes header values as UTF-8, but `Headers` takes one character per byte. */
const asBytes = (value: string) => Buffer.from(value).toString("latin1");

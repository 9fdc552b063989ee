import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps, Agent as TlsAgent } from "node:https";
import { Readable, Writable } from "node:stream";
import type * as Electron from "electron";

/** Headers that Chromium sets itself and refuses from callers: docs/api/client-request.md of electron/electron. */
const FORBIDDEN: ReadonlySet<string> = new Set([
  "content-length",
  "host",
  "trailer",
  "te",
  "upgrade",
  "cookie2",
  "keep-alive",
  "transfer-encoding",
]);
const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "ERR_CONNECTION_REFUSED",
  ENOTFOUND: "ERR_NAME_NOT_RESOLVED",
  EAI_AGAIN: "ERR_NAME_NOT_RESOLVED",
  ETIMEDOUT: "ERR_CONNECTION_TIMED_OUT",
  EHOSTUNREACH: "ERR_ADDRESS_UNREACHABLE",
  ENETUNREACH: "ERR_INTERNET_DISCONNECTED",
};
/** Size of a write to the socket in bytes, as in Chromium. */
const WRITE_BYTES = 16 * 1024;

/** Connections that a session keeps open for later requests, as Chromium does. */
export interface Connections {
  readonly http: Agent;
  readonly https: TlsAgent;
}

export function openConnections(): Connections {
  // As in Chromium, which opens six connections per host (net/socket/client_socket_pool_manager.cc).
  const options = { keepAlive: true, maxSockets: 6 };
  return { http: new Agent(options), https: new TlsAgent(options) };
}

/** Electron decodes the head as UTF-8 (shell/common/gin_converters/net_converter.cc), Node as Latin-1. */
const decoded = (text: string) => Buffer.from(text, "latin1").toString();

/**
 * A response with body and head like `IncomingMessage` in lib/common/api/net-client-request.ts of electron/electron.
 */
class Answer extends Readable {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly headers: Record<string, string | string[]>;
  readonly #from: IncomingMessage;

  constructor(from: IncomingMessage) {
    super();
    this.#from = from;
    this.statusCode = from.statusCode ?? 0;
    this.statusMessage = decoded(from.statusMessage ?? "");
    this.headers = Object.fromEntries(
      Object.entries(from.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.map(decoded) : decoded(value)]],
      ),
    );
    from.on("data", (chunk: Buffer) => {
      if (!this.push(chunk)) from.pause();
    });
    from.on("end", () => this.push(null));
  }

  override _read(): void {
    this.#from.resume();
  }
}

/**
 * Electron's `ClientRequest` on Node's sockets. Modelled on lib/common/api/net-client-request.ts of electron/electron
 * (August 2026): a writable stream that destroys itself, so `close` comes right after `end()` and before the response;
 * `abort` is emitted in the next tick; later errors are emitted although the stream is destroyed. The body is buffered
 * and sent as a whole. A redirect is an error unless it is followed in the listener. Connections are reused, and a
 * request whose reused connection fails before the response's head is sent again, body included
 * (`HttpNetworkTransaction::ShouldResendRequest` in net/http/http_network_transaction.cc of Chromium). Proxies and
 * cookies are not modelled.
 */
export class ChromiumRequest extends Writable implements Electron.ClientRequest {
  chunkedEncoding = false;
  readonly #options: Electron.ClientRequestConstructorOptions;
  readonly #connections: Connections;
  readonly #headers = new Map<string, string>();
  readonly #written: Buffer[] = [];
  #loader: ClientRequest | null = null;
  #answer: Answer | null = null;
  #isAborted = false;
  #progress: Electron.UploadProgress = { active: false, started: false, current: 0, total: 0 };

  constructor(options: Electron.ClientRequestConstructorOptions, connections: Connections) {
    super({ autoDestroy: true });
    this.#options = options;
    this.#connections = connections;
  }

  setHeader(name: string, value: string): void {
    if (this.#loader !== null || this.#written.length > 0)
      throw new Error("Can't set headers after they are sent");
    const isUpgrade = name.toLowerCase() === "connection" && value.toLowerCase() === "upgrade";
    if (FORBIDDEN.has(name.toLowerCase()) || isUpgrade) throw new Error("net::ERR_INVALID_ARGUMENT");
    this.#headers.set(name, value);
  }

  getHeader(name: string): string {
    return this.#headers.get(name) ?? "";
  }

  removeHeader(name: string): void {
    this.#headers.delete(name);
  }

  followRedirect(): void {
    throw new Error("following a redirect is not modelled");
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    // Electron copies all previous chunks at each further write (electron/electron#53858).
    if (this.#written.length > 0) throw new Error("another write copies all that was written before");
    this.#written.push(Buffer.from(chunk));
    callback();
  }

  override _final(callback: () => void): void {
    this.#load();
    callback();
  }

  getUploadProgress(): Electron.UploadProgress {
    return { ...this.#progress };
  }

  abort(): void {
    if (!this.#isAborted) process.nextTick(() => this.emit("abort"));
    this.#isAborted = true;
    this.#fail();
  }

  #load(): void {
    const url = new URL(this.#options.url ?? "");
    const body = Buffer.concat(this.#written);
    const headers: Record<string, string> = Object.fromEntries(this.#headers);
    if (body.length > 0) headers["content-length"] = String(body.length);
    const isSafe = url.protocol === "https:";
    const agent = isSafe ? this.#connections.https : this.#connections.http;
    const start = isSafe ? requestHttps : requestHttp;
    const loader = start(url, { method: this.#options.method ?? "GET", headers, agent });
    this.#loader = loader;
    // As in Chromium, only the server's header decides whether the connection is kept open.
    loader.on("finish", () => {
      loader.shouldKeepAlive = true;
    });
    loader.on("response", (message) => this.#answered(message, url));
    loader.on("error", (error: NodeJS.ErrnoException) => {
      if (this.#loader !== loader) return;
      const isLost = this.#answer === null && (error.code === "ECONNRESET" || error.code === "EPIPE");
      if (isLost && loader.reusedSocket) {
        this.#load();
        return;
      }
      const failure = new Error(`net::${FAILURES[error.code ?? ""] ?? "ERR_CONNECTION_RESET"}`);
      this.#answer?.destroy(failure);
      this.#fail(failure);
    });
    this.#upload(loader, body, 0);
  }

  #upload(loader: ClientRequest, body: Buffer, from: number): void {
    if (from >= body.length) {
      loader.end();
      return;
    }
    const until = Math.min(body.length, from + WRITE_BYTES);
    loader.write(body.subarray(from, until), (error) => {
      if (error) return;
      this.#progress = { active: true, started: true, current: until, total: body.length };
      this.#upload(loader, body, until);
    });
  }

  #answered(message: IncomingMessage, url: URL): void {
    const { location } = message.headers;
    const status = message.statusCode ?? 0;
    if (status >= 300 && status < 400 && location !== undefined) {
      message.resume();
      if (this.#options.redirect !== "manual") {
        this.#fail(new Error("Attempted to redirect, but redirect policy was 'error'"));
        return;
      }
      this.emit("redirect", status, this.#options.method, new URL(location, url).href, message.headers);
      // The listener must call `followRedirect` synchronously.
      if (!this.#isAborted) this.#fail(new Error("Redirect was cancelled"));
      return;
    }
    const answer = new Answer(message);
    this.#answer = answer;
    message.on("error", () => answer.destroy(new Error("net::ERR_CONNECTION_RESET")));
    message.on("aborted", () => answer.destroy(new Error("net::ERR_CONTENT_LENGTH_MISMATCH")));
    this.emit("response", answer);
  }

  #fail(error?: Error): void {
    if (this.destroyed && error !== undefined) this.emit("error", error);
    this.destroy(error);
    const loader = this.#loader;
    if (loader === null) return;
    this.#loader = null;
    loader.destroy();
    this.#answer?.destroy(error);
  }
}

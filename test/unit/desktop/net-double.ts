import { EventEmitter } from "node:events";
import { type ClientRequest, request } from "node:http";
import type * as Electron from "electron";

const FORBIDDEN = new Set([
  "content-length",
  "host",
  "trailer",
  "te",
  "upgrade",
  "keep-alive",
  "transfer-encoding",
]);

/** Bytes that are handed to the system at a time, as Chromium does. */
const PIECE = 16 * 1024;

/**
 * Electron's ClientRequest over Node's: the same events in the same order, the same headers refused, a body that is kept
 * until its end and then sent by itself, progress that is told to whoever asks, and a redirect that is an error unless it is followed while it is told.
 */
export class RequestDouble extends EventEmitter {
  readonly options: Electron.ClientRequestConstructorOptions;
  readonly #headers = new Map<string, string>();
  readonly #body: Buffer[] = [];
  #sent: ClientRequest | null = null;
  #over = false;
  #progress: Electron.UploadProgress = { active: false, started: false, current: 0, total: 0 };

  constructor(options: Electron.ClientRequestConstructorOptions) {
    super();
    this.options = options;
  }

  setHeader(name: string, value: string): void {
    if (FORBIDDEN.has(name.toLowerCase())) throw new Error("net::ERR_INVALID_ARGUMENT");
    this.#headers.set(name, value);
  }

  write(chunk: Buffer): void {
    if (this.#body.length > 0) throw new Error("another write copies all that was written before");
    this.#body.push(Buffer.from(chunk));
  }

  end(): void {
    const body = Buffer.concat(this.#body);
    const headers: Record<string, string> = Object.fromEntries(this.#headers);
    if (body.length > 0) headers["content-length"] = String(body.length);
    const sent = request(this.options.url ?? "", { method: this.options.method, headers, agent: false });
    this.#sent = sent;
    sent.on("response", (message) => {
      const status = message.statusCode ?? 0;
      const { location } = message.headers;
      if (status >= 300 && status < 400 && location !== undefined) {
        message.resume();
        if (this.options.redirect === "error") {
          this.#die(new Error("Attempted to redirect, but redirect policy was 'error'"));
          return;
        }
        const target = new URL(location, this.options.url).href;
        this.emit("redirect", status, this.options.method, target, message.headers);
        this.#die(new Error("Redirect was cancelled"));
        return;
      }
      this.emit("response", message);
      message.on("close", () => this.#end());
    });
    sent.on("error", (error: Error & { code?: string }) => {
      const name = error.code === "ECONNREFUSED" ? "ERR_CONNECTION_REFUSED" : "ERR_CONNECTION_RESET";
      this.#die(new Error(`net::${name}`));
    });
    this.#upload(sent, body);
  }

  getUploadProgress(): Electron.UploadProgress {
    return { ...this.#progress };
  }

  #upload(sent: ClientRequest, body: Buffer, from = 0): void {
    if (from >= body.length) {
      sent.end();
      return;
    }
    const end = Math.min(body.length, from + PIECE);
    sent.write(body.subarray(from, end), (error) => {
      if (error) return;
      this.#progress = { active: true, started: true, current: end, total: body.length };
      this.#upload(sent, body, end);
    });
  }

  abort(): void {
    if (this.#over) return;
    this.emit("abort");
    this.#end();
    this.#sent?.destroy();
  }

  #die(error: Error): void {
    if (this.#over) return;
    this.emit("error", error);
    this.#end();
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.emit("close");
  }
}

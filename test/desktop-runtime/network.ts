import { EventEmitter } from "node:events";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type * as Electron from "electron";
import { afterReady } from "./life.ts";
import { listening, modelled, NotModelled } from "./modelled.ts";
import { knownSession } from "./sessions.ts";

/** Chromium writes these itself and refuses to be told. */
const FORBIDDEN: ReadonlySet<string> = new Set([
  "content-length",
  "host",
  "trailer",
  "te",
  "upgrade",
  "keep-alive",
  "transfer-encoding",
]);
const OPTIONS: ReadonlySet<string> = new Set([
  "cache",
  "credentials",
  "method",
  "redirect",
  "referrerPolicy",
  "session",
  "url",
  "useSessionCookies",
]);
const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "ERR_CONNECTION_REFUSED",
  ENOTFOUND: "ERR_NAME_NOT_RESOLVED",
  EAI_AGAIN: "ERR_NAME_NOT_RESOLVED",
  ETIMEDOUT: "ERR_CONNECTION_TIMED_OUT",
  EHOSTUNREACH: "ERR_ADDRESS_UNREACHABLE",
  ENETUNREACH: "ERR_INTERNET_DISCONNECTED",
};
/** Bytes that are handed to the system at a time, as Chromium does. */
const PIECE = 16 * 1024;

/**
 * A request of Electron's `net` over Node's own sockets, with Electron's events in their order: its body is kept until its
 * end and then sent by itself, how far it is has to be asked for, and a redirect is an error unless it is followed while it
 * is told. Proxies and cookies are not modelled: there are none where the tests run, and nothing asks for them.
 */
function makeRequest(options: Electron.ClientRequestConstructorOptions): Electron.ClientRequest {
  afterReady("net.request");
  for (const option of Object.keys(options))
    if (!OPTIONS.has(option)) throw new NotModelled(`the option '${option}' of net.request`);
  if (options.session === undefined) throw new NotModelled("net.request without a session");
  if (options.credentials !== "omit" || options.cache !== "no-store")
    throw new NotModelled("net.request with credentials or a cache");
  knownSession(options.session);
  const url = new URL(options.url ?? "");
  const method = options.method ?? "GET";
  const events = new EventEmitter();
  const headers = new Map<string, string>();
  const written: Buffer[] = [];
  let sent: ClientRequest | null = null;
  let over = false;
  let progress: Electron.UploadProgress = { active: false, started: false, current: 0, total: 0 };

  const end = () => {
    if (over) return;
    over = true;
    progress = { ...progress, active: false };
    events.emit("close");
  };
  const die = (message: string) => {
    if (over) return;
    events.emit("error", new Error(message));
    end();
  };
  const upload = (body: Buffer, from = 0) => {
    if (from >= body.length) {
      sent?.end();
      return;
    }
    const until = Math.min(body.length, from + PIECE);
    sent?.write(body.subarray(from, until), (error) => {
      if (error) return;
      progress = { active: true, started: true, current: until, total: body.length };
      upload(body, until);
    });
  };
  const answered = (message: IncomingMessage) => {
    const { location } = message.headers;
    const status = message.statusCode ?? 0;
    if (status >= 300 && status < 400 && location !== undefined) {
      message.resume();
      if (options.redirect !== "manual") {
        sent?.destroy();
        die("Attempted to redirect, but redirect policy was 'error'");
        return;
      }
      events.emit("redirect", status, method, new URL(location, url).href, message.headers);
      // Whoever would follow it has to say so while it is told.
      sent?.destroy();
      die("Redirect was cancelled");
      return;
    }
    events.emit("response", message);
    message.on("close", end);
  };

  const made: Electron.ClientRequest = modelled<Electron.ClientRequest>("ClientRequest", {
    ...listening<Electron.ClientRequest>("ClientRequest", events, [
      "abort",
      "close",
      "error",
      "finish",
      "redirect",
      "response",
    ]),
    setHeader(name, value) {
      if (sent !== null) throw new Error("Can't set headers after they are sent");
      if (FORBIDDEN.has(name.toLowerCase())) throw new Error("net::ERR_INVALID_ARGUMENT");
      headers.set(name, value);
    },
    write(chunk) {
      if (sent !== null) throw new Error("Write after end");
      written.push(Buffer.from(chunk));
    },
    end() {
      const body = Buffer.concat(written);
      const own: Record<string, string> = Object.fromEntries(headers);
      if (body.length > 0) own["content-length"] = String(body.length);
      const start = url.protocol === "https:" ? requestHttps : requestHttp;
      sent = start(url, { method, headers: own, agent: false });
      sent.on("response", answered);
      sent.on("finish", () => events.emit("finish"));
      sent.on("error", (error: NodeJS.ErrnoException) =>
        die(`net::${FAILURES[error.code ?? ""] ?? "ERR_CONNECTION_RESET"}`),
      );
      upload(body);
      return made;
    },
    abort() {
      if (over) return;
      events.emit("abort");
      end();
      sent?.destroy();
    },
    getUploadProgress: () => ({ ...progress }),
  });
  return made;
}

export const net = modelled<Electron.Net>("net", {
  request(options) {
    if (typeof options === "string") throw new NotModelled("net.request with an address alone");
    return makeRequest(options);
  },
  isOnline: () => true,
});

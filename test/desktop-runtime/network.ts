import type * as Electron from "electron";
import { ChromiumRequest, openConnections } from "../support/chromium-request.ts";
import { afterReady } from "./life.ts";
import { modelled, NotModelled } from "./modelled.ts";
import { knownSession } from "./sessions.ts";

const OPTIONS: ReadonlySet<string> = new Set([
  "cache",
  "credentials",
  "headers",
  "hostname",
  "path",
  "port",
  "protocol",
  "method",
  "redirect",
  "referrerPolicy",
  "session",
  "url",
  "useSessionCookies",
]);

const connections = new WeakMap<object, ReturnType<typeof openConnections>>();

function connectionsOf(session: object) {
  const own = connections.get(session) ?? openConnections();
  connections.set(session, own);
  return own;
}

function makeRequest(options: Electron.ClientRequestConstructorOptions): ChromiumRequest {
  afterReady("net.request");
  for (const option of Object.keys(options))
    if (!OPTIONS.has(option)) throw new NotModelled(`the option '${option}' of net.request`);
  if (options.session === undefined) throw new NotModelled("net.request without a session");
  if (options.useSessionCookies === true) throw new NotModelled("net.request with cookies");
  knownSession(options.session);
  const { protocol, hostname, port, path = "/" } = options;
  const url = options.url ?? `${protocol}//${hostname}${port ? `:${port}` : ""}${path}`;
  const request = new ChromiumRequest({ ...options, url }, connectionsOf(options.session));
  for (const [name, value] of Object.entries(options.headers ?? {})) request.setHeader(name, String(value));
  return request;
}

export const net = modelled<Electron.Net>("net", {
  request(options) {
    if (typeof options === "string") throw new NotModelled("net.request with an address alone");
    return makeRequest(options);
  },
  isOnline: () => true,
});

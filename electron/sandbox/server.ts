import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readBody } from "../serving/read-body.ts";
import type { Reply, SandboxRequest } from "./messages.ts";
import type { BodyLimits } from "./service.ts";

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Every user of the machine can reach the server's port. Times in ms, sizes in bytes. */
export interface ServerLimits extends BodyLimits {
  readonly headersMs: number;
  readonly connections: number;
  readonly requestMs: number;
  /** Time for a client that is still sending to read an early response. */
  readonly lingerMs: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersMs: 30 * SECOND,
  connections: 256,
  requestBytes: 128 * MEGABYTE,
  keylessBytes: 64 * KILOBYTE,
  requestMs: 30 * MINUTE,
  lingerMs: 10 * SECOND,
};

/**
 * Listens on `port` of 127.0.0.1, or on any free port if it is 0. A connection is closed without a response if
 * `handle` throws.
 */
export async function listen(
  port: number,
  limits: ServerLimits,
  handle: (request: SandboxRequest) => Promise<Reply>,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((message, response) => {
    endIfStillSent(message, response, limits.lingerMs);
    if (isFromPage(message.headers, message.socket.localPort ?? 0)) {
      response.writeHead(403, { connection: "close" }).end();
      return;
    }
    handle(requestOf(message))
      .then((reply) => send(response, reply))
      .catch(() => response.destroy());
  });
  server.headersTimeout = limits.headersMs;
  server.requestTimeout = limits.requestMs;
  server.maxConnections = limits.connections;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The sandbox has no port.");
  return { port: address.port, close: () => close(server) };
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Lets a client that is still sending read the response, then closes the connection after `lingerMs`. */
function endIfStillSent(message: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  response.once("finish", () => {
    if (message.complete) return;
    const timer = setTimeout(() => message.socket.destroy(), lingerMs).unref();
    message.once("close", () => clearTimeout(timer));
  });
}

/**
 * Returns true if a request comes from a web page or was meant for another server. Any page in the user's browser can
 * send requests to this machine, and read the responses with DNS rebinding.
 */
function isFromPage(headers: IncomingHttpHeaders, port: number): boolean {
  const own = ["127.0.0.1", "localhost"].flatMap((name) =>
    port === 80 ? [name, `${name}:80`] : [`${name}:${port}`],
  );
  const { host = "", origin } = headers;
  if (!own.includes(host.toLowerCase())) return true;
  if (origin !== undefined && !own.some((name) => origin === `http://${name}`)) return true;
  // Images and forms are requested without an Origin header.
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

function requestOf(message: IncomingMessage): SandboxRequest {
  const { method = "", url = "/", headers, socket } = message;
  return {
    method,
    url: new URL(url, "http://sandbox"),
    contentType: headers["content-type"] ?? "",
    client: (socket.remoteAddress ?? "").replace(/^::ffff:/, ""),
    async read(maxBytes) {
      const pieces: AsyncIterableIterator<Uint8Array> = message.iterator({ destroyOnReturn: false });
      const body = await readBody(pieces, Number(headers["content-length"] ?? 0), maxBytes);
      if (body !== null) return body;
      await pieces.return?.();
      // Discard the rest of the body, so that the client gets to read the response.
      message.resume();
      return null;
    },
  };
}

async function send(response: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  if (typeof body === "string") {
    response.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers }).end(body);
    return;
  }
  response.writeHead(status, headers);
  await pipeline(Readable.from(body), response);
}

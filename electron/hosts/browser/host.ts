import { randomBytes } from "node:crypto";
import { Server } from "node:http";
import { createServer, type Server as Listener } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type Clock, systemClock } from "../../engine/index.ts";
import { createAuthentication } from "./authentication.ts";
import { createEventStreams } from "./event-stream.ts";
import { createDownloadTickets } from "./file-downloads.ts";
import { HOST_LIMITS, type HostLimits } from "./limits.ts";
import { createRoutes } from "./routes.ts";
import { clearUploads, createUploads, type HostedEngine } from "./uploads.ts";

const LOOPBACK = "127.0.0.1";
const LOOPBACK_6 = "::1";

/** Returns a random host name below `localhost`, which browsers resolve to loopback without DNS. */
function randomHostName(): string {
  return `winnow-${randomBytes(10).toString("hex")}.localhost`;
}

export interface Listening {
  readonly port: number;
  close(): void;
}

/**
 * Listens on loopback only; 0 for any free port. A fixed port is reached by name, which browsers may resolve to
 * 127.0.0.1 or ::1, so both must be free. `null` if the port is taken.
 */
async function listen(server: Server, wanted: number): Promise<Listening | null> {
  const first = await listenAt(server, LOOPBACK, wanted);
  if (typeof first === "string") return null;
  if (wanted === 0) return { port: first, close() {} };
  const other = createServer((socket) => void server.emit("connection", socket));
  other.maxConnections = server.maxConnections;
  const second = await listenAt(other, LOOPBACK_6, wanted);
  // Any other error: the machine has no IPv6.
  if (second === "EADDRINUSE" || second === "EACCES") {
    server.close();
    return null;
  }
  return { port: first, close: () => void other.close() };
}

function listenAt(server: Listener, host: string, port: number): Promise<number | string> {
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(address === null || typeof address === "string" ? "" : address.port);
    });
  });
}

/** Interval at which Node checks for connections with late headers. */
const CONNECTION_CHECK_MS = 1_000;

export interface BrowserHostOptions {
  readonly engine: HostedEngine;
  readonly pageDir: string;
  /** Folder for uploaded files (layout.uploads); emptied at start. */
  readonly uploadsDir: string;
  /**
   * 0 for any free port. A fixed port gets a random host name per run: browsers keep service workers and caches per
   * origin, and another program may have used this port. With a free port the plain IP address is enough.
   */
  readonly port: number;
  readonly clock?: Clock;
  readonly limits?: Partial<HostLimits>;
  readonly onSignIn?: () => void;
}

export interface BrowserHost {
  readonly origin: string;
  /** Returns a URL with a one-time token in the fragment, which is not sent over the network. */
  createUrl(): string;
  close(): Promise<void>;
}

/** Serves the page and the bridge on loopback only. Fails with `usage` if the port is taken. */
export async function createBrowserHost(options: BrowserHostOptions): Promise<Result<BrowserHost>> {
  const { engine, clock = systemClock } = options;
  const limits = { ...HOST_LIMITS, ...options.limits };
  await clearUploads(options.uploadsDir);
  const authentication = createAuthentication(clock, limits);
  const closing = new AbortController();
  const uploads = createUploads({
    dir: options.uploadsDir,
    clock,
    limits,
    forget: (uploadId) => engine.forgetUpload(uploadId),
  });
  let origin = "";
  const routes = createRoutes({
    engine,
    authentication,
    uploads,
    limits,
    tickets: createDownloadTickets(clock, limits),
    events: createEventStreams({
      engine,
      clock,
      closing: closing.signal,
      hold: () => authentication.keepAlive(),
    }),
    pageDir: options.pageDir,
    origin: () => origin,
    onEntered: () => options.onSignIn?.(),
  });
  const server = createAdaptorServer({
    fetch: routes.fetch,
    serverOptions: { maxHeaderSize: limits.headerBytes, connectionsCheckingInterval: CONNECTION_CHECK_MS },
  });
  if (!(server instanceof Server))
    throw new Error("the adaptor made another kind of server than was asked for");
  server.headersTimeout = limits.headersMs;
  // Uploads may take long; the bodies of calls have a timeout of their own.
  server.requestTimeout = limits.uploadLifetimeMs;
  server.maxConnections = limits.connections;
  const listening = await listen(server, options.port);
  if (listening === null) return fail(problem("usage", { why: "port_taken", given: String(options.port) }));
  origin = `http://${options.port === 0 ? LOOPBACK : randomHostName()}:${listening.port}`;
  return ok({
    origin,
    createUrl: () => `${origin}/#token=${authentication.newToken()}`,
    async close() {
      closing.abort();
      await new Promise<void>((resolve) => {
        listening.close();
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await uploads.close();
    },
  });
}

import { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type Clock, systemClock } from "../../engine/handlers.ts";
import { createAuthentication } from "./authentication.ts";
import { createDownloadTickets } from "./downloads.ts";
import { createEventStreams } from "./events.ts";
import { HOST_LIMITS, type HostLimits } from "./limits.ts";
import { LOOPBACK, listen, newName } from "./loopback.ts";
import { createRoutes } from "./routes.ts";
import type { EngineFace } from "./uploads.ts";
import { clearUploads, createUploads } from "./uploads.ts";

/** How often Node looks for connections whose headers are late. */
const LOOK_MS = 1_000;

export interface BrowserHostOptions {
  readonly engine: EngineFace;
  /** The built page (out/renderer). */
  readonly pageDir: string;
  /** Where files that the page sends are put (layout.uploads); emptied at start. */
  readonly uploadsDir: string;
  /**
   * 0: any free one. A port of the user's choice is known to others, and browsers keep what a page of its origin left
   * there: a service worker, a cached page. So the origin gets a name of its own in each run, which browsers take for
   * this machine; only where the port is new anyway, it stays the number, which needs no name to be known.
   */
  readonly port: number;
  readonly clock?: Clock;
  readonly limits?: Partial<HostLimits>;
  /** A page came in with the printed address. */
  readonly onEntered?: () => void;
}

export interface BrowserHost {
  readonly origin: string;
  /** An address to open, with a one-time token behind the '#', where it is sent to nobody. Earlier ones work no more. */
  newUrl(): string;
  /** Ends the event streams and every connection, and removes what was uploaded. The engine is left running. */
  close(): Promise<void>;
}

/** Serves page and bridge on loopback only. Problem `usage` when the port is taken. */
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
      hold: () => authentication.hold(),
    }),
    pageDir: options.pageDir,
    origin: () => origin,
    onEntered: () => options.onEntered?.(),
  });
  const server = createAdaptorServer({
    fetch: routes.fetch,
    serverOptions: { maxHeaderSize: limits.headerBytes, connectionsCheckingInterval: LOOK_MS },
  });
  if (!(server instanceof Server))
    throw new Error("the adaptor made another kind of server than was asked for");
  server.headersTimeout = limits.headersMs;
  // What is sent may take long: each body has a watch of its own.
  server.requestTimeout = 0;
  server.maxConnections = limits.connections;
  const listening = await listen(server, options.port);
  if (listening === null) return fail(problem("usage", { why: "port_taken", given: String(options.port) }));
  origin = `http://${options.port === 0 ? LOOPBACK : newName()}:${listening.port}`;
  return ok({
    origin,
    newUrl: () => `${origin}/#token=${authentication.newToken()}`,
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

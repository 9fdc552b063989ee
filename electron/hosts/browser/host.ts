import { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type Clock, systemClock } from "../../engine/handlers.ts";
import { createBodies } from "./bodies.ts";
import { watchConnections } from "./connections.ts";
import { createDownloadTickets } from "./download-tickets.ts";
import { createDownloads } from "./downloads.ts";
import type { EngineFace } from "./engine-face.ts";
import { createEntrance } from "./entrance.ts";
import { createEventStreams } from "./events.ts";
import { HOST_LIMITS, type HostLimits } from "./limits.ts";
import { createRoutes } from "./routes.ts";
import { clearUploads, createUploads } from "./uploads.ts";

const LOOPBACK = "127.0.0.1";
/** How often Node looks for connections whose headers are late. */
const LOOK_MS = 1_000;

export interface BrowserHostOptions {
  readonly engine: EngineFace;
  /** The built page (out/renderer). */
  readonly pageDir: string;
  /** Where files that the page sends are put (layout.uploads); emptied at start. */
  readonly uploadsDir: string;
  /** 0: any free one. */
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
  const entrance = createEntrance(clock, limits);
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
    entrance,
    uploads,
    limits,
    bodies: createBodies(clock, limits),
    downloads: createDownloads(clock, limits),
    tickets: createDownloadTickets(clock, limits),
    events: createEventStreams({
      engine,
      clock,
      limits,
      closing: closing.signal,
      hold: () => entrance.hold(),
    }),
    connections: { admit: (socket) => connections.admit(socket) },
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
  const connections = watchConnections(server, limits);

  const port = await listen(server, options.port);
  if (port === null)
    return fail(problem("usage", { why: `Port ${options.port} is not free on this machine.` }));
  origin = `http://${LOOPBACK}:${port}`;
  return ok({
    origin,
    newUrl: () => `${origin}/#token=${entrance.newToken()}`,
    async close() {
      closing.abort();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await uploads.close();
    },
  });
}

function listen(server: Server, port: number): Promise<number | null> {
  return new Promise((resolve) => {
    server.once("error", () => resolve(null));
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      resolve(address === null || typeof address === "string" ? null : address.port);
    });
  });
}

import { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type Clock, systemClock } from "../../engine/handlers.ts";
import type { EngineFace } from "./engine-face.ts";
import { createRoutes } from "./routes.ts";
import { createTickets } from "./tickets.ts";
import { clearUploads } from "./uploads.ts";

const LOOPBACK = "127.0.0.1";

export interface BrowserHostOptions {
  readonly engine: EngineFace;
  /** The built page (out/renderer). */
  readonly pageDir: string;
  /** Where files that the page sends are put (layout.uploads); emptied at start. */
  readonly uploadsDir: string;
  /** 0: any free one. */
  readonly port: number;
  readonly clock?: Clock;
  readonly mostUploadBytes?: number;
}

export interface BrowserHost {
  /** The address to open, with its one-time token. */
  readonly url: string;
  readonly origin: string;
  /** Ends the event streams and every connection. The engine is left running. */
  close(): Promise<void>;
}

/** Serves page and bridge on loopback only. Problem `usage` when the port is taken. */
export async function createBrowserHost(options: BrowserHostOptions): Promise<Result<BrowserHost>> {
  await clearUploads(options.uploadsDir);
  const tickets = createTickets();
  const closing = new AbortController();
  let origin = "";
  const routes = createRoutes({
    ...options,
    tickets,
    clock: options.clock ?? systemClock,
    origin: () => origin,
    closing: closing.signal,
  });
  const server = createAdaptorServer({ fetch: routes.fetch, serverOptions: { requestTimeout: 0 } });
  if (!(server instanceof Server))
    throw new Error("the adaptor made another kind of server than was asked for");

  const port = await listen(server, options.port);
  if (port === null)
    return fail(problem("usage", { why: `Port ${options.port} is not free on this machine.` }));
  origin = `http://${LOOPBACK}:${port}`;
  return ok({
    url: `${origin}/?token=${tickets.token}`,
    origin,
    async close() {
      closing.abort();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
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

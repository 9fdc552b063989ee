import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { HostLimits } from "./limits.ts";

/** The open connections, by whether a request with a pass came on them. */
export interface Connections {
  /** A request with a pass came on this connection: it is the page's own, and may be quiet for long. */
  admit(socket: Socket): void;
}

/**
 * Bounds what connections may cost. Those of strangers – half-open, silent, refused – are few and short-lived, and give
 * way to newer ones, so that they cannot keep the page out.
 */
export function watchConnections(
  server: Server,
  limits: Pick<HostLimits, "headersMs" | "strangerMs" | "strangers" | "connections">,
): Connections {
  const strangers = new Set<Socket>();
  server.headersTimeout = limits.headersMs;
  // Uploads may take long: each body has a watch of its own.
  server.requestTimeout = 0;
  server.timeout = limits.strangerMs;
  server.maxConnections = limits.connections;
  server.on("connection", (socket: Socket) => {
    strangers.add(socket);
    socket.once("close", () => strangers.delete(socket));
    for (const oldest of strangers) {
      if (strangers.size <= limits.strangers) break;
      strangers.delete(oldest);
      oldest.destroy();
    }
  });
  return {
    admit(socket) {
      strangers.delete(socket);
      // Node sets it anew for the next request on the same connection.
      socket.setTimeout(0);
    },
  };
}

import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionLimits {
  /** Milliseconds until a request's headers must be here. */
  readonly headersMs: number;
  /** How long a stranger's connection may be silent in both directions. */
  readonly strangerMs: number;
  /** Connections of strangers at one time: beyond them, the longest-standing is closed. */
  readonly strangers: number;
  readonly connections: number;
}

/** The open connections of a server on this machine, by whether a request with a right to it came on them. */
export interface Connections {
  /** A request with a right to it came on this connection: it is no stranger's, and may be quiet for long. */
  admit(socket: Socket): void;
}

/**
 * Bounds what connections may cost. Those of strangers – half-open, silent, refused – are few and short-lived, and give
 * way to newer ones, so that they cannot keep the others out.
 */
export function watchConnections(server: Server, limits: ConnectionLimits): Connections {
  const strangers = new Set<Socket>();
  server.headersTimeout = limits.headersMs;
  // What is sent may take long: each body has a watch of its own.
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

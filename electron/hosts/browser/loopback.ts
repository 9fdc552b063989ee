import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { createServer, type Server as Listener } from "node:net";

export const LOOPBACK = "127.0.0.1";
const LOOPBACK_6 = "::1";

/** Returns a random host name below `localhost`, which browsers resolve to loopback without DNS. */
export function randomHostName(): string {
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
export async function listen(server: Server, wanted: number): Promise<Listening | null> {
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

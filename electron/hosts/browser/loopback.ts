import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { createServer, type Server as Listener } from "node:net";

export const LOOPBACK = "127.0.0.1";
const LOOPBACK_6 = "::1";

/** A name of this machine that nobody had before: browsers ask nobody where names below `localhost` are. */
export function newName(): string {
  return `winnow-${randomBytes(10).toString("hex")}.localhost`;
}

export interface Listening {
  readonly port: number;
  close(): void;
}

/**
 * Listens on loopback only; 0: at any free port, by the number. A port of the user's choice is reached by name, which
 * browsers look for at both addresses of loopback: another program must have neither. Null: the port is taken.
 */
export async function listen(server: Server, wanted: number): Promise<Listening | null> {
  const first = await listenAt(server, LOOPBACK, wanted);
  if (typeof first === "string") return null;
  if (wanted === 0) return { port: first, close() {} };
  const other = createServer((socket) => void server.emit("connection", socket));
  other.maxConnections = server.maxConnections;
  const second = await listenAt(other, LOOPBACK_6, wanted);
  // Any other reason: this machine does not speak IPv6.
  if (second === "EADDRINUSE" || second === "EACCES") {
    server.close();
    return null;
  }
  return { port: first, close: () => void other.close() };
}

/** The port, or the system's code for why not. */
function listenAt(server: Listener, host: string, port: number): Promise<number | string> {
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(address === null || typeof address === "string" ? "" : address.port);
    });
  });
}

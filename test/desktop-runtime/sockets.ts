import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";

interface SocketServer {
  on(event: "connection", take: (socket: ServerSocket) => void): void;
  on(event: "listening", heard: () => void): void;
  address(): AddressInfo;
}

export interface ServerSocket {
  on(event: "message", take: (data: Buffer) => void): void;
  on(event: "close", heard: () => void): void;
  send(text: string): void;
  close(): void;
}

type MakeServer = new (options: { host: string; port: number }) => SocketServer;

/** Starts a WebSocket server on a free port of loopback and returns its URL without a path. */
export async function takeSockets(take: (socket: ServerSocket) => void): Promise<string> {
  // Playwright's bundled server, because Node only has clients and the project no other package.
  const { wsServer: Server } = createRequire(import.meta.url)("playwright-core/lib/utilsBundle") as {
    wsServer: MakeServer;
  };
  const server = new Server({ host: "127.0.0.1", port: 0 });
  await new Promise<void>((resolve) => server.on("listening", resolve));
  server.on("connection", take);
  return `ws://127.0.0.1:${server.address().port}`;
}

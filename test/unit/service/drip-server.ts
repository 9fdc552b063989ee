import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { listen } from "../../support/processes.ts";

/** Server for one connection that reads and answers only as fast as a test allows. */
export interface DripServer {
  readonly baseUrl: string;
  /** Reads up to `bytes` more of the request. Returns `false` if nothing was left. */
  take(bytes: number): Promise<boolean>;
  bodyBytesRead(): number;
  say(text: string): Promise<void>;
  /** Resolves when the client has closed the connection, and discards what it sent until then. */
  left(): Promise<void>;
  close(): void;
}

export async function startDripServer(): Promise<DripServer> {
  let leave = () => {};
  const closed = new Promise<void>((resolve) => {
    leave = resolve;
  });
  let connect: (socket: Socket) => void = () => {};
  const connected = new Promise<Socket>((resolve) => {
    connect = resolve;
  });
  const server = createServer((socket) => {
    socket.pause();
    socket.on("error", () => leave());
    socket.on("close", () => leave());
    connect(socket);
  });
  const port = await listen(server);
  let head = "";
  let size: number | null = null;
  let body = 0;

  async function arrived(socket: Socket, most: number): Promise<Buffer> {
    for (;;) {
      const piece: Buffer | null = socket.read(Math.min(most, Math.max(1, socket.readableLength)));
      if (piece !== null) return piece;
      if (socket.destroyed || socket.readableEnded) return Buffer.alloc(0);
      await Promise.race([once(socket, "readable"), closed]);
    }
  }

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async left() {
      const socket = await connected;
      socket.resume();
      await closed;
    },
    bodyBytesRead: () => body,
    async take(bytes) {
      const socket = await connected;
      while (size === null) {
        const piece = await arrived(socket, 1);
        if (piece.length === 0) return false;
        head += piece.toString("latin1");
        if (head.endsWith("\r\n\r\n")) size = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      }
      for (const end = Math.min(size, body + bytes); body < end; ) {
        const piece = await arrived(socket, end - body);
        if (piece.length === 0) return false;
        body += piece.length;
      }
      return body < size;
    },
    async say(text) {
      const socket = await connected;
      await new Promise<void>((resolve) => socket.write(text, () => resolve()));
    },
    close() {
      server.close();
      void connected.then((socket) => socket.destroy());
    },
  };
}

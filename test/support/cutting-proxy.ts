import { connect, createServer, type Socket } from "node:net";
import { listen, stop } from "./processes.ts";

/** Starts a proxy on loopback that can cut its connections after a number of bytes. */
export async function startCuttingProxy(port: number) {
  let left = Number.POSITIVE_INFINITY;
  let cutText: string | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("data", (bytes) => {
        left -= bytes.length;
        if (cutText !== null && bytes.includes(cutText)) left = -1;
        if (left >= 0) to.write(bytes);
        else for (const one of [client, upstream]) one.destroy();
      });
    }
  });
  const own = await listen(server);
  return {
    port: own,
    /** Cuts the connection that carries the byte after `bytes` more, and all later ones. */
    cutAfter(bytes: number) {
      left = bytes;
    },
    /** Cuts the connection that is about to carry a text, and all later ones. */
    cutAt(text: string) {
      cutText = text;
    },
    mend() {
      cutText = null;
      left = Number.POSITIVE_INFINITY;
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await stop(server);
    },
  };
}

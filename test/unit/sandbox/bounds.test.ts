import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Sandbox, SandboxOptions } from "../../../electron/sandbox/index.ts";
import { KEY, request, testSandbox } from "./service.ts";

// The sandbox's port is open to every user of the machine, so requests without a key must be cheap to refuse.

let sandbox: Sandbox;
const LINGER_MS = 1_000;
const open: Socket[] = [];

async function serve(options: SandboxOptions = {}): Promise<void> {
  sandbox = await testSandbox({ ...options, server: { lingerMs: LINGER_MS, ...options.server } });
}
afterEach(() => {
  for (const one of open.splice(0)) one.destroy();
});

const MEGABYTE = 1024 * 1024;
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000 });

async function connectRaw() {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(sandbox.baseUrl).port) });
  open.push(socket);
  let text = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  socket.on("error", () => undefined);
  await Promise.race([once(socket, "connect"), once(socket, "close")]);
  return {
    socket,
    text: () => text,
    status: () => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
    isClosed: () => socket.closed,
  };
}

/** Returns the head of a request. `length` is its content length in bytes; `null` if its body is chunked. */
const requestHead = (path: string, length: number | null, method = "POST") =>
  `${method} ${path} HTTP/1.1\r\nHost: ${new URL(sandbox.baseUrl).host}\r\n${
    length === null ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`
  }\r\n\r\n`;
const chunkOf = (bytes: number) => `${bytes.toString(16)}\r\n${"a".repeat(bytes)}\r\n`;
const credits = async () => (await request(sandbox, "GET", "info")).status;

describe("a request without permission", () => {
  test.each([
    ["with a wrong key", "/v1/bulk?apikey=nokey", 401],
    ["to an unknown path", `/v1/elsewhere?apikey=${KEY}`, 404],
  ])("%s is answered before its body is read, and the connection closed", async (_, path, status) => {
    await serve();
    for (const length of [127 * MEGABYTE, null]) {
      const caller = await connectRaw();
      caller.socket.write(requestHead(path, length));
      await eventually(() => expect(caller.status()).toBe(status));
      // The connection stays open briefly, so that a client that is still sending can read the answer.
      caller.socket.write(length === null ? chunkOf(MEGABYTE) : "a".repeat(MEGABYTE));
      expect(caller.isClosed()).toBe(false);
      await eventually(() => expect(caller.isClosed()).toBe(true));
    }
    expect(await credits()).toBe(200);
  });
});

describe("a request with a valid key", () => {
  test("is refused when its body exceeds the limit, declared or not, and the connection closed", async () => {
    await serve({ server: { requestBytes: MEGABYTE } });
    const said = await connectRaw();
    said.socket.write(requestHead(`/v1/bulk?apikey=${KEY}`, MEGABYTE + 1));
    await eventually(() => expect(said.text()).toContain("Invalid file data"));
    const endless = await connectRaw();
    endless.socket.write(requestHead(`/v1/bulk?apikey=${KEY}`, null) + chunkOf(MEGABYTE) + chunkOf(1));
    await eventually(() => expect(endless.text()).toContain("Invalid file data"));
    for (let i = 0; i < 20; i++) endless.socket.write(chunkOf(MEGABYTE));
    await eventually(() => expect([said.isClosed(), endless.isClosed()]).toEqual([true, true]));
    expect(await credits()).toBe(200);
  });
});

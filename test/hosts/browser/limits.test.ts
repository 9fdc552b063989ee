import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { HOST_LIMITS, type HostLimits } from "../../../electron/hosts/browser/limits.ts";
import { ManualClock } from "../../support/hand-clock.ts";
import { type PassHeaders, type ServedHost, serveHost } from "./served-host.ts";

let served: ServedHost;
let pass: PassHeaders;
let clock: ManualClock;
const open: (Socket | ClientRequest)[] = [];

async function serve(limits: Partial<HostLimits> = {}): Promise<void> {
  clock = new ManualClock();
  served = await serveHost({ clock, limits });
  pass = await served.signIn();
}
afterEach(() => {
  for (const one of open.splice(0)) one.destroy();
});

const post = (path: string, body: string) =>
  served.send(path, {
    method: "POST",
    body,
    headers: { ...pass, origin: served.host.origin, "content-type": "application/json" },
  });

function begin(path: string, headers: Record<string, string> = {}) {
  const sent = request({
    host: "127.0.0.1",
    port: served.port,
    path,
    method: "POST",
    agent: false,
    headers: { ...pass, origin: served.host.origin, "content-type": "application/json", ...headers },
  });
  open.push(sent);
  let text = "";
  const status = new Promise<number>((resolve) => {
    sent.on("response", (answer) => {
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", () => resolve(0));
  });
  sent.flushHeaders();
  return { sent, status, text: () => text };
}

/**
 * Opens `count` connections that send `words` and then stay silent. Returns a function that counts those still open.
 */
async function holdOpen(count: number, words: string) {
  const sockets: Socket[] = [];
  for (let i = 0; i < count; i++) {
    const socket = connect({ host: "127.0.0.1", port: served.port });
    socket.on("error", () => undefined);
    socket.resume();
    open.push(socket);
    sockets.push(socket);
    await new Promise<void>((resolve) => {
      socket.once("connect", () => {
        socket.write(words);
        resolve();
      });
      socket.once("close", () => resolve());
    });
  }
  return () => sockets.filter((socket) => !socket.closed).length;
}

describe("an unauthenticated connection", () => {
  it.each([
    ["half a request", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "],
    ["nothing", ""],
  ])(
    "is closed after the header timeout and counted against the connection limit if it sends %s",
    async (_name, words) => {
      await serve({ headersMs: 1_000 });
      const left = await holdOpen(500, words);
      await vi.waitFor(() => expect(left()).toBeLessThanOrEqual(HOST_LIMITS.connections));
      await vi.waitFor(() => expect(left()).toBe(0), { timeout: 15_000 });
      expect((await post("/bridge/cleanings.list", "{}")).status).toBe(200);
    },
  );

  it("is closed if the body of a call comes too slowly, so that the page can be opened", async () => {
    await serve({ bodyMs: 1_000 });
    const body = `POST /enter HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nOrigin: http://127.0.0.1:${served.port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    const left = await holdOpen(HOST_LIMITS.connections, body);
    await vi.waitFor(() => expect(left()).toBe(0), { timeout: 15_000 });
    expect((await post("/bridge/cleanings.list", "{}")).status).toBe(200);
  });

  it("is closed if the request body never ends", async () => {
    await serve();
    const { sent, status } = begin("/bridge/lists.open", { authorization: "", "content-length": "1000000" });
    sent.write("{");
    expect(await status).toBe(401);
    await vi.waitFor(() => expect(sent.socket?.destroyed).toBe(true));
  });

  it("is refused if its headers are too long", async () => {
    await serve();
    const cookie = `winnow_${served.port}=${"x".repeat(HOST_LIMITS.headerBytes)}`;
    expect((await served.send("/", { headers: { cookie } })).status).toBe(431);
    // Cookies are shared by all ports of a host name, so long cookies of other programs must not lock the page out.
    const others = Array.from({ length: 10 }, (_, i) => `other${i}=${"x".repeat(4_000)}`).join("; ");
    const headers = { ...pass, cookie: others };
    expect((await served.send("/events-not", { headers })).status).toBe(200);
  });
});

async function listen(headers: Record<string, string> = {}) {
  let text = "";
  let ended = false;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port: served.port,
        path: "/events",
        headers: { ...pass, ...headers },
        agent: false,
      },
      resolve,
    );
    open.push(sent);
    sent.on("error", reject);
    sent.end();
  });
  answer.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  answer.on("close", () => {
    ended = true;
  });
  answer.on("error", () => undefined);
  return { status: answer.statusCode, text: () => text, ended: () => ended };
}

describe("pages that listen for events", () => {
  it("have one event stream each, and a new stream replaces the old one", async () => {
    await serve();
    const named = (page: string) => ({ "x-winnow-page": page });
    const first = await listen(named("page-aaaa"));
    const again = await listen(named("page-aaaa"));
    await vi.waitFor(() => expect(first.ended()).toBe(true));
    const second = await listen(named("page-bbbb"));
    expect([again.status, second.status]).toEqual([200, 200]);
    expect([again.ended(), second.ended()]).toEqual([false, false]);
    expect(served.engine.listeners.size).toBe(2);
  });
});

describe("an uploaded file", () => {
  const send = (name: string, body: string) => post(`/files?name=${name}`, body);
  const idOf = (text: string): string => JSON.parse(text).value.uploadId;
  const openList = (uploadId: string) =>
    post("/bridge/lists.open", JSON.stringify({ source: { kind: "upload", uploadId } }));

  it("is deleted once a call has copied it, and kept for a retry if the call failed", async () => {
    await serve();
    const copied = idOf((await send("a.csv", "a")).text);
    const kept = idOf((await send("b.csv", "b")).text);
    expect((await openList(copied)).status).toBe(200);
    expect(await readdir(served.uploadsDir)).toEqual([kept]);
    expect(served.engine.forgotten).toEqual([copied]);
    served.engine.refuse = true;
    await openList(kept);
    expect(await readdir(served.uploadsDir)).toEqual([kept]);
    served.engine.refuse = false;
    await openList(kept);
    expect(await readdir(served.uploadsDir)).toEqual([]);
  });

  it("is deleted after the upload timeout if no call opens it, and when the host closes", async () => {
    await serve();
    const uploadId = idOf((await send("a.csv", "a")).text);
    clock.advance(HOST_LIMITS.uploadLifetimeMs);
    await vi.waitFor(async () => expect(await readdir(served.uploadsDir)).toEqual([]));
    expect(served.engine.forgotten).toEqual([uploadId]);
    await send("b.csv", "b");
    await served.host.close();
    expect(existsSync(served.uploadsDir)).toBe(false);
    expect(clock.timers).toBe(0);
  });
});

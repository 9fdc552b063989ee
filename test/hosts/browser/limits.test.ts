import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { HOST_LIMITS, type HostLimits } from "../../../electron/hosts/browser/limits.ts";
import { createUploads } from "../../../electron/hosts/browser/uploads.ts";
import { createBodies } from "../../../electron/serving/bodies.ts";
import { HandClock, type PassHeaders, type ServedHost, serveHost } from "./served-host.ts";

let served: ServedHost;
let pass: PassHeaders;
let clock: HandClock;
const open: (Socket | ClientRequest)[] = [];

async function serve(limits: Partial<HostLimits> = {}): Promise<void> {
  clock = new HandClock();
  served = await serveHost({ clock, limits });
  pass = await served.enter();
}
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy();
  await served.close();
});

const post = (path: string, body: string) =>
  served.send(path, {
    method: "POST",
    body,
    headers: { ...pass, origin: served.host.origin, "content-type": "application/json" },
  });
const codeOf = (text: string) => JSON.parse(text).problem?.code;

/** A request of the page whose body is sent by hand. */
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

/** Connections that say `words` and then nothing, and how many of them the host has left open. */
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

describe("connections of strangers", () => {
  it.each([
    ["half a request", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "],
    ["nothing at all", ""],
  ])("that send %s are few, are closed soon, and do not keep the page out", async (_name, words) => {
    await serve({ headersMs: 1_000, strangerMs: 2_000 });
    const left = await holdOpen(1_500, words);
    await vi.waitFor(() => expect(left()).toBeLessThanOrEqual(HOST_LIMITS.strangers));
    expect((await post("/bridge/cleanings.list", "{}")).status).toBe(200);
    expect((await served.send("/")).status).toBe(200);
    await vi.waitFor(() => expect(left()).toBe(0), { timeout: 15_000 });
  });

  it("that never end a body they have no right to send are closed", async () => {
    await serve();
    const { sent, status } = begin("/bridge/lists.open", { cookie: "", "content-length": "1000000" });
    sent.write("{");
    expect(await status).toBe(401);
    await vi.waitFor(() => expect(sent.socket?.destroyed).toBe(true));
  });

  it("do not cost the page its own connections", async () => {
    await serve({ headersMs: 1_000, strangerMs: 1_000 });
    const events = begin("/events");
    events.sent.destroy();
    const heard = await listen();
    const left = await holdOpen(200, "GET ");
    await vi.waitFor(() => expect(left()).toBe(0), { timeout: 15_000 });
    served.engine.emit({ event: "network.changed", online: true });
    await vi.waitFor(() => expect(heard.text()).toContain("network.changed"));
  });

  it("are refused with headers that are too long", async () => {
    await serve();
    const cookie = `winnow_${served.port}=${"x".repeat(HOST_LIMITS.headerBytes)}`;
    expect((await served.send("/", { headers: { cookie } })).status).toBe(431);
    // What other programs of this machine leave in the browser is borne.
    const others = Array.from({ length: 10 }, (_, i) => `other${i}=${"x".repeat(4_000)}`).join("; ");
    const headers = { ...pass, cookie: `${others}; ${pass.cookie}` };
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

describe("pages that listen", () => {
  it("are so many at most, and each has one stream", async () => {
    await serve({ pages: 2 });
    const named = (page: string) => ({ "x-winnow-page": page });
    const first = await listen(named("page-aaaa"));
    const again = await listen(named("page-aaaa"));
    await vi.waitFor(() => expect(first.ended()).toBe(true));
    const second = await listen(named("page-bbbb"));
    expect([again.status, second.status]).toEqual([200, 200]);
    expect((await listen(named("page-cccc"))).status).toBe(503);
    expect([again.ended(), second.ended()]).toEqual([false, false]);
    expect(served.engine.listeners.size).toBe(2);
  });
});

describe("bodies of calls", () => {
  it("are held in memory within one budget for all, by the bytes that came", async () => {
    await serve({ bodyBytes: 1_500_000 });
    const half = "x".repeat(700_000);
    const first = begin("/bridge/lists.acceptTypos", { "transfer-encoding": "chunked" });
    const second = begin("/bridge/lists.acceptTypos", { "transfer-encoding": "chunked" });
    first.sent.write(half);
    second.sent.write(half);
    const third = begin("/bridge/lists.acceptTypos", { "content-length": "900000" });
    expect(await third.status).toBe(503);
    expect(codeOf(third.text())).toBe("host_busy");
    first.sent.destroy();
    second.sent.destroy();
    // What broke off is given back.
    await vi.waitFor(async () =>
      expect((await post("/bridge/lists.acceptTypos", JSON.stringify([half, half]))).status).toBe(200),
    );
    expect(served.engine.asked).toHaveLength(1);
  });

  it("are given up when they stop coming", async () => {
    await serve();
    const { sent, status, text } = begin("/bridge/settings.set", { "content-length": "100" });
    sent.write("{");
    await vi.waitFor(() => expect(clock.timers).toBe(1));
    clock.pass(HOST_LIMITS.stallMs);
    expect(await status).toBe(400);
    expect(codeOf(text())).toBe("call_invalid");
    expect(clock.timers).toBe(0);
    expect(served.engine.asked).toEqual([]);
  });

  it("that declare little and send much are not believed", async () => {
    await serve();
    const bodies = createBodies(clock, HOST_LIMITS);
    const drip = async (chunks: number) =>
      await bodies.read(
        (async function* () {
          for (let i = 0; i < chunks; i++) yield new Uint8Array(1024).fill(32);
        })(),
        1,
        4 * 1024,
      );
    expect(await drip(4)).toMatchObject({ ok: true });
    expect(await drip(5)).toEqual({ ok: false, why: "too_long" });
  });
});

describe("uploads", () => {
  const send = (name: string, body: string) => post(`/files?name=${name}`, body);
  const idOf = (text: string): string => JSON.parse(text).uploadId;
  const openList = (uploadId: string) =>
    post("/bridge/lists.open", JSON.stringify({ source: { kind: "upload", uploadId } }));

  it("are removed once a call has copied them, and kept for another try where it has not", async () => {
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

  it("are not removed while another call still reads them", async () => {
    await serve();
    const uploadId = idOf((await send("a.csv", "a")).text);
    let release = () => {};
    served.engine.hold = new Promise((resolve) => {
      release = resolve;
    });
    const both = [openList(uploadId), openList(uploadId)];
    await vi.waitFor(() => expect(served.engine.asked).toHaveLength(2));
    expect(existsSync(join(served.uploadsDir, uploadId))).toBe(true);
    release();
    await Promise.all(both);
    expect(await readdir(served.uploadsDir)).toEqual([]);
    expect(served.engine.forgotten).toEqual([uploadId]);
  });

  it("that nobody opens are removed after some time, and all of them at the end", async () => {
    await serve();
    const uploadId = idOf((await send("a.csv", "a")).text);
    clock.pass(HOST_LIMITS.uploadMs);
    await vi.waitFor(async () => expect(await readdir(served.uploadsDir)).toEqual([]));
    expect(served.engine.forgotten).toEqual([uploadId]);
    await send("b.csv", "b");
    await served.host.close();
    expect(existsSync(served.uploadsDir)).toBe(false);
    expect(clock.timers).toBe(0);
  });

  it("are only so many and so much, whatever each of them is; room comes back as they are opened", async () => {
    await serve({ uploads: 2, uploadsBytes: 1_000 });
    const first = idOf((await send("a.csv", "x".repeat(600))).text);
    const large = await send("b.csv", "x".repeat(600));
    expect([large.status, codeOf(large.text)]).toEqual([507, "uploads_full"]);
    const chunked = begin("/files?name=c.csv", { "transfer-encoding": "chunked" });
    chunked.sent.end("x".repeat(600));
    expect([await chunked.status, codeOf(chunked.text())]).toEqual([507, "uploads_full"]);
    expect(await readdir(served.uploadsDir)).toEqual([first]);
    expect((await send("d.csv", "x")).status).toBe(200);
    expect((await send("e.csv", "x")).status).toBe(507);
    await openList(first);
    expect((await send("b.csv", "x".repeat(600))).status).toBe(200);
  });

  it("leave room on the disk: what would not fit is refused before it is sent, and what fills it on the way", async () => {
    await serve();
    let free = 10_000_000_000;
    const uploads = createUploads({
      dir: served.uploadsDir,
      clock,
      limits: HOST_LIMITS,
      forget: () => {},
      freeBytes: async () => free,
    });
    let asked = 0;
    async function* chunks(filling = false) {
      for (let i = 0; i < 3; i++) {
        asked += 1;
        yield new Uint8Array(40 * 1024 * 1024);
        if (filling) free = HOST_LIMITS.freeBytes - 1;
      }
    }
    const declared = await uploads.receive(chunks(), "a.csv", 9_900_000_000);
    expect(declared).toMatchObject({ ok: false, problem: { code: "file_too_large" } });
    free = 1_000_000_000;
    const tooLittle = await uploads.receive(chunks(), "a.csv", 900_000_000);
    expect(tooLittle).toMatchObject({ ok: false, problem: { code: "disk_full" } });
    expect(asked).toBe(0);
    free = 10_000_000_000;
    const filling = await uploads.receive(chunks(true), "a.csv", 0);
    expect(filling).toMatchObject({ ok: false, problem: { code: "disk_full" } });
    expect(await readdir(served.uploadsDir)).toEqual([]);
    free = 10_000_000_000;
    expect(await uploads.receive(chunks(), "a.csv", 0)).toMatchObject({ ok: true });
    await uploads.close();
  });

  it("that stop coming are given up, and leave nothing", async () => {
    await serve();
    const { sent, status } = begin("/files?name=a.csv", { "content-length": "100000000" });
    sent.write("x".repeat(1_000));
    await vi.waitFor(async () => expect(await readdir(served.uploadsDir)).toHaveLength(1));
    clock.pass(HOST_LIMITS.stallMs);
    expect(await status).toBe(507);
    await vi.waitFor(async () => expect(await readdir(served.uploadsDir)).toEqual([]));
    expect(clock.timers).toBe(0);
  });
});

describe("downloads", () => {
  it("that nobody takes are given up; those that are taken come whole", async () => {
    await serve();
    const path = join(served.dir, "export");
    await writeFile(path, Buffer.alloc(64 * 1024 * 1024, 120));
    served.engine.downloads.set("d1", { path, name: "a.csv" });
    const address = async () =>
      JSON.parse((await post("/tickets", JSON.stringify({ downloadId: "d1" }))).text).value.address;
    const paused = request({ host: "127.0.0.1", port: served.port, path: await address(), agent: false });
    open.push(paused);
    const broken = new Promise<boolean>((resolve) => {
      paused.on("response", (answer) => {
        answer.pause();
        answer.on("error", () => resolve(true));
        answer.on("end", () => resolve(false));
        answer.on("close", () => resolve(!answer.complete));
        // Two looks: what was sent before the first of them counts for it.
        void vi
          .waitFor(() => expect(clock.timers).toBe(1))
          .then(() => {
            for (let look = 0; look < 20; look++) clock.pass(HOST_LIMITS.stallMs);
            return vi.waitFor(() => expect(clock.timers).toBe(0));
          })
          .then(() => answer.resume());
      });
      paused.on("error", () => resolve(true));
    });
    paused.end();
    expect(await broken).toBe(true);
    expect((await served.send(await address())).text).toHaveLength(64 * 1024 * 1024);
    await vi.waitFor(() => expect(clock.timers).toBe(0));
  });

  it("are so many at a time", async () => {
    await serve({ downloads: 0 });
    const path = join(served.dir, "export");
    await writeFile(path, "a");
    served.engine.downloads.set("d1", { path, name: "a.csv" });
    const { value } = JSON.parse((await post("/tickets", JSON.stringify({ downloadId: "d1" }))).text);
    expect((await served.send(value.address)).status).toBe(503);
  });
});

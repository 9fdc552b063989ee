import { readdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Clock } from "../../../../electron/engine/handlers.ts";
import { contentDisposition } from "../../../../electron/hosts/browser/downloads.ts";
import { createBrowserHost } from "../../../../electron/hosts/browser/host.ts";
import { uploadName } from "../../../../electron/hosts/browser/uploads.ts";
import { recordingEngine, type ServedHost, serveHost } from "./served-host.ts";

let served: ServedHost;
let cookie: string;
const timers = new Set<() => void>();
const clock: Clock = {
  now: () => 0,
  monotonic: () => 0,
  after(_milliseconds, act) {
    timers.add(act);
    return () => void timers.delete(act);
  },
};

beforeEach(async () => {
  timers.clear();
  served = await serveHost({ clock, mostUploadBytes: 1_000_000 });
  cookie = await served.enter();
});
afterEach(() => served.close());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  served.send(path, {
    method: "POST",
    body,
    headers: { cookie, origin: served.host.origin, "content-type": "application/json", ...headers },
  });

describe("calls", () => {
  it("go to the engine by name and come back as its result", async () => {
    const answer = await post("/bridge/lists.read", JSON.stringify({ listId: "a" }));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      ok: true,
      value: { name: "lists.read", input: { listId: "a" } },
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it.each(["host.pickFiles", "host.pickTarget", "host.showFile", "host.openFile", "host.dragFile"])(
    "that need the desktop say so: %s",
    async (name) => {
      const answer = await post(`/bridge/${name}`, "{}");
      expect(JSON.parse(answer.text)).toMatchObject({ ok: false, problem: { code: "call_unsupported" } });
      expect(served.engine.asked).toEqual([]);
    },
  );

  it.each([
    ["text that is no JSON", "{", "application/json", 400],
    ["nothing", "", "application/json", 400],
    ["a form", "a=b", "application/x-www-form-urlencoded", 400],
    ["JSON that says it is text", "{}", "text/plain", 400],
    ["more than a call needs", JSON.stringify({ a: "x".repeat(1_100_000) }), "application/json", 413],
  ])("do not reach the engine with %s", async (_name, body, type, status) => {
    const answer = await post("/bridge/settings.set", body, { "content-type": type });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ ok: false, problem: { code: "call_invalid" } });
    expect(served.engine.asked).toEqual([]);
  });

  it("may be long where a list is pasted", async () => {
    const text = "a@b.example\n".repeat(200_000);
    const answer = await post(
      "/bridge/lists.open",
      JSON.stringify({ source: { kind: "text", name: "n", text } }),
    );
    expect(answer.status).toBe(200);
  });

  it("are aborted when the page goes", async () => {
    let release = () => {};
    served.engine.hold = new Promise((resolve) => {
      release = resolve;
    });
    const sent = request({
      host: "127.0.0.1",
      port: served.port,
      path: "/bridge/lists.read",
      method: "POST",
      headers: { cookie, origin: served.host.origin, "content-type": "application/json" },
    });
    sent.on("error", () => {});
    sent.end("{}");
    await vi.waitFor(() => expect(served.engine.asked).toHaveLength(1));
    sent.destroy();
    await vi.waitFor(() => expect(served.engine.asked[0]?.signal?.aborted).toBe(true));
    release();
  });
});

describe("events", () => {
  const listen = () => {
    const events: string[] = [];
    let ended = false;
    const sent = request(
      { host: "127.0.0.1", port: served.port, path: "/events", headers: { cookie }, agent: false },
      (response) => {
        response.setEncoding("utf8");
        response.on("data", (text: string) => events.push(text));
        response.on("close", () => {
          ended = true;
        });
      },
    );
    sent.on("error", () => {});
    sent.end();
    return { text: () => events.join(""), ended: () => ended, stop: () => sent.destroy() };
  };

  it("reach every page, each as a line of JSON", async () => {
    const first = listen();
    const second = listen();
    await vi.waitFor(() => expect(served.engine.listeners.size).toBe(2));
    served.engine.emit({ event: "network.changed", online: false });
    for (const page of [first, second]) {
      await vi.waitFor(() =>
        expect(page.text()).toContain('data: {"event":"network.changed","online":false}\n\n'),
      );
      expect(page.text()).toMatch(/^retry: \d+\n/);
    }
    first.stop();
    second.stop();
  });

  it("are kept open by a heartbeat", async () => {
    const page = listen();
    await vi.waitFor(() => expect(timers.size).toBe(1));
    for (const beat of [...timers]) {
      timers.delete(beat);
      beat();
    }
    await vi.waitFor(() => expect(page.text()).toContain(": still here"));
    expect(timers.size).toBe(1);
    page.stop();
  });

  it("are not collected for a page that has gone", async () => {
    const page = listen();
    await vi.waitFor(() => expect(served.engine.listeners.size).toBe(1));
    page.stop();
    await vi.waitFor(() => expect(served.engine.listeners.size).toBe(0));
    await vi.waitFor(() => expect(timers.size).toBe(0));
  });

  it("end when the host closes", async () => {
    const page = listen();
    await vi.waitFor(() => expect(served.engine.listeners.size).toBe(1));
    await served.host.close();
    await vi.waitFor(() => expect(page.ended()).toBe(true));
    expect(served.engine.listeners.size).toBe(0);
  });
});

describe("files that the page sends", () => {
  it("are on disk byte for byte before the engine hears of them", async () => {
    const body = "name;é-mail\r\n\u0000\ufeff00012;+44 20\r\n";
    const answer = await post(`/files?name=${encodeURIComponent("Kund:innen é.csv")}`, body);
    const [upload] = served.engine.uploads;
    expect(JSON.parse(answer.text)).toEqual({ uploadId: upload?.uploadId, name: "Kund:innen é.csv" });
    expect(upload?.uploadId).toMatch(/^[a-z0-9-]{1,64}$/);
    expect(await readFile(upload?.path ?? "", "utf8")).toBe(body);
    expect(await readdir(served.uploadsDir)).toEqual([upload?.uploadId]);
  });

  it("may be empty: what that means is the engine's to say", async () => {
    const answer = await post("/files?name=empty.csv", "");
    expect(answer.status).toBe(200);
    expect(await readFile(served.engine.uploads[0]?.path ?? "", "utf8")).toBe("");
  });

  it("leave nothing behind when they are too large", async () => {
    const answer = await post("/files?name=big.csv", "x".repeat(1_000_001));
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({ ok: false, problem: { code: "file_too_large" } });
    expect(await readdir(served.uploadsDir)).toEqual([]);
    expect(served.engine.uploads).toEqual([]);
  });

  it("leave nothing behind when they break off", async () => {
    const sent = request({
      host: "127.0.0.1",
      port: served.port,
      path: "/files?name=half.csv",
      method: "POST",
      headers: { cookie, origin: served.host.origin, "content-length": "1000" },
    });
    sent.on("error", () => {});
    sent.write("half of");
    await vi.waitFor(async () => expect(await readdir(served.uploadsDir)).toHaveLength(1));
    sent.destroy();
    await vi.waitFor(async () => expect(await readdir(served.uploadsDir)).toEqual([]));
    expect(served.engine.uploads).toEqual([]);
  });

  it("of earlier runs are gone at the start", async () => {
    await post("/files?name=a.csv", "a");
    const again = await createBrowserHost({
      engine: recordingEngine(),
      pageDir: served.dir,
      uploadsDir: served.uploadsDir,
      port: 0,
    });
    await expect(readdir(served.uploadsDir)).rejects.toThrow();
    if (again.ok) await again.value.close();
  });

  it.each([
    ["contacts.csv", "contacts.csv"],
    ["C:\\Users\\ann\\contacts.csv", "contacts.csv"],
    ["../../etc/passwd", "passwd"],
    ["a\u0000b\r\n.csv", "ab.csv"],
    ["", null],
    ["..", null],
    ["/", null],
    [undefined, null],
    ["x".repeat(256), null],
  ])("are named %j → %j", (said, name) => {
    expect(uploadName(said)).toBe(name);
  });
});

describe("finished exports", () => {
  it("come as attachments under their own name", async () => {
    const path = join(served.dir, "export");
    await writeFile(path, "a;b\r\n");
    served.engine.downloads.set("d1", { path, name: 'Müller\'s "list".csv' });
    const answer = await served.send("/download/d1", { headers: { cookie } });
    expect(answer.text).toBe("a;b\r\n");
    expect(answer.headers["content-disposition"]).toBe(
      "attachment; filename=\"M_ller's _list_.csv\"; filename*=UTF-8''M%C3%BCller%27s%20%22list%22.csv",
    );
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("that are not there are a plain page", async () => {
    served.engine.downloads.set("gone", { path: join(served.dir, "gone"), name: "gone.csv" });
    for (const id of ["unknown", "gone"]) {
      const answer = await served.send(`/download/${id}`, { headers: { cookie } });
      expect(answer.status).toBe(404);
      expect(answer.headers["content-disposition"]).toBeUndefined();
    }
  });

  it.each(["a\r\nX: y.csv", 'q".csv', "\ud800.csv", "名簿.csv", "a;b.csv"])(
    "cannot break the header: %j",
    (name) => {
      const header = contentDisposition(name);
      expect(header).toMatch(/^attachment; filename="[\x20\x21\x23-\x7e]*"; filename\*=UTF-8''[!-~]*$/);
    },
  );
});

describe("the host itself", () => {
  it("listens on loopback only", async () => {
    expect(new URL(served.host.origin).hostname).toBe("127.0.0.1");
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter((address) => address.address !== "127.0.0.1" && address.scopeid === undefined)
      .map((address) => address.address);
    for (const host of others) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect({ host, port: served.port, timeout: 2_000 });
        socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
        socket.on("timeout", () => resolve(false)).on("close", () => resolve(false));
        socket.on("connect", () => socket.destroy());
      });
      expect([host, reached]).toEqual([host, false]);
    }
  });

  it("says so when its port is taken", async () => {
    const second = await createBrowserHost({
      engine: recordingEngine(),
      pageDir: served.dir,
      uploadsDir: served.uploadsDir,
      port: served.port,
    });
    expect(second).toMatchObject({ ok: false, problem: { code: "usage" } });
  });
});

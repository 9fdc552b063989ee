import { readdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { contentDisposition } from "../../../electron/hosts/browser/file-downloads.ts";
import { createBrowserHost } from "../../../electron/hosts/browser/host.ts";
import { uploadName } from "../../../electron/hosts/browser/uploads.ts";
import { ManualClock } from "../../support/hand-clock.ts";
import { type PassHeaders, recordingEngine, type ServedHost, serveHost } from "./served-host.ts";

let served: ServedHost;
let pass: PassHeaders;
let clock: ManualClock;

beforeEach(async () => {
  clock = new ManualClock();
  served = await serveHost({ clock, limits: { uploadBytes: 1_000_000 } });
  pass = await served.signIn();
});

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  served.send(path, {
    method: "POST",
    body,
    headers: { ...pass, origin: served.host.origin, "content-type": "application/json", ...headers },
  });
/** Gets a ticket for a download id and fetches the file with it, as a browser does: without the page's headers. */
const fetchFile = async (downloadId: string) => {
  const ticket = JSON.parse((await post("/tickets", JSON.stringify({ downloadId }))).text);
  return await served.send(ticket.value.address);
};

describe("a call over HTTP", () => {
  it("is passed to the engine and returns the engine's result", async () => {
    const answer = await post("/bridge/lists.read", JSON.stringify({ listId: "a" }));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      ok: true,
      value: { name: "lists.read", input: { listId: "a" } },
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it.each(["host.pickFiles", "host.pickTarget", "host.showFile", "host.openFile", "host.dragFile"])(
    "is refused if it needs the desktop: %s",
    async (name) => {
      const answer = await post(`/bridge/${name}`, "{}");
      expect(JSON.parse(answer.text)).toMatchObject({ ok: false, problem: { code: "call_unsupported" } });
      expect(served.engine.asked).toEqual([]);
    },
  );

  it.each([
    ["not JSON", "{", "application/json", 400],
    ["empty", "", "application/json", 400],
    ["a form", "a=b", "application/x-www-form-urlencoded", 400],
    ["JSON sent as plain text", "{}", "text/plain", 400],
    ["too large", JSON.stringify({ a: "x".repeat(1_100_000) }), "application/json", 413],
  ])("does not reach the engine if its body is %s", async (_name, body, type, status) => {
    const answer = await post("/bridge/settings.set", body, { "content-type": type });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ ok: false, problem: { code: "call_invalid" } });
    expect(served.engine.asked).toEqual([]);
  });

  it("may be large if it selects rows, but not if it contains a pasted list", async () => {
    const addresses = Array.from({ length: 100_000 }, (_, i) => `address-${i}@acme.example`);
    const chosen = JSON.stringify({ listId: "a", addresses, accept: true });
    expect((await post("/bridge/lists.acceptTypos", chosen)).status).toBe(200);
    const numbers = Array.from({ length: 300_000 }, (_, row) => row);
    const filter = { selected: { rows: numbers, except: [] } };
    const written = { format: { kind: "exact" }, withVerdicts: false, target: { kind: "download" } };
    const wishes = {
      "results.mark": { cleaningId: "c", rows: numbers, decision: "drop" },
      "exports.count": { cleaningId: "c", filter },
      "exports.write": { cleaningId: "c", filter, ...written },
    };
    for (const [call, wish] of Object.entries(wishes))
      expect((await post(`/bridge/${call}`, JSON.stringify(wish))).status).toBe(200);
    const text = "a@b.example\n".repeat(200_000);
    const pasted = JSON.stringify({ source: { kind: "text", name: "n", text } });
    expect((await post("/bridge/lists.open", pasted)).status).toBe(413);
  });

  it("is aborted when the page disconnects", async () => {
    let release = () => {};
    served.engine.hold = new Promise((resolve) => {
      release = resolve;
    });
    const sent = request({
      host: "127.0.0.1",
      port: served.port,
      path: "/bridge/lists.read",
      method: "POST",
      headers: { ...pass, origin: served.host.origin, "content-type": "application/json" },
    });
    sent.on("error", () => {});
    sent.end("{}");
    await vi.waitFor(() => expect(served.engine.asked).toHaveLength(1));
    sent.destroy();
    await vi.waitFor(() => expect(served.engine.asked[0]?.signal?.aborted).toBe(true));
    release();
  });
});

describe("the event stream", () => {
  const listen = () => {
    const events: string[] = [];
    let ended = false;
    const sent = request(
      { host: "127.0.0.1", port: served.port, path: "/events", headers: pass, agent: false },
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

  it("reaches every page with one line of JSON per event", async () => {
    const first = listen();
    const second = listen();
    await vi.waitFor(() => expect(served.engine.listeners.size).toBe(2));
    served.engine.emit({ event: "network.changed", online: false });
    for (const page of [first, second]) {
      await vi.waitFor(() => expect(page.text()).toBe('\n{"event":"network.changed","online":false}\n'));
    }
    first.stop();
    second.stop();
  });

  it("is closed after the page disconnects", async () => {
    const page = listen();
    await vi.waitFor(() => expect(served.engine.listeners.size).toBe(1));
    page.stop();
    await vi.waitFor(() => expect(served.engine.listeners.size).toBe(0));
    await vi.waitFor(() => expect(clock.timers).toBe(0));
  });

  it("ends when the host closes", async () => {
    const page = listen();
    await vi.waitFor(() => expect(served.engine.listeners.size).toBe(1));
    await served.host.close();
    await vi.waitFor(() => expect(page.ended()).toBe(true));
    expect(served.engine.listeners.size).toBe(0);
  });
});

describe("a file uploaded by the page", () => {
  it("is on the disk byte for byte before the engine is notified", async () => {
    const body = "name;é-mail\r\n\u0000\ufeff00012;+44 20\r\n";
    const answer = await post(`/files?name=${encodeURIComponent("Kund:innen é.csv")}`, body);
    const [upload] = served.engine.uploads;
    expect(JSON.parse(answer.text)).toEqual({
      ok: true,
      value: { uploadId: upload?.uploadId, name: "Kund:innen é.csv" },
    });
    expect(upload?.uploadId).toMatch(/^[a-z0-9-]{1,64}$/);
    expect(await readFile(upload?.path ?? "", "utf8")).toBe(body);
    expect(await readdir(served.uploadsDir)).toEqual([upload?.uploadId]);
  });

  it("leaves nothing on the disk if it is too large", async () => {
    const answer = await post("/files?name=big.csv", "x".repeat(1_000_001));
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({ ok: false, problem: { code: "file_too_large" } });
    expect(await readdir(served.uploadsDir)).toEqual([]);
    expect(served.engine.uploads).toEqual([]);
  });

  it("leaves nothing on the disk if the upload is interrupted", async () => {
    const sent = request({
      host: "127.0.0.1",
      port: served.port,
      path: "/files?name=half.csv",
      method: "POST",
      headers: { ...pass, origin: served.host.origin, "content-length": "1000" },
    });
    sent.on("error", () => {});
    sent.write("half of");
    await vi.waitFor(async () => expect(await readdir(served.uploadsDir)).toHaveLength(1));
    sent.destroy();
    await vi.waitFor(async () => expect(await readdir(served.uploadsDir)).toEqual([]));
    expect(served.engine.uploads).toEqual([]);
  });

  it("is deleted at the next start if an earlier run left it", async () => {
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
  ])("with the name %j is stored under the name %j", (said, name) => {
    expect(uploadName(said)).toBe(name);
  });
});

describe("a finished export", () => {
  it("is downloaded as an attachment under its own name", async () => {
    const path = join(served.dir, "export");
    await writeFile(path, "a;b\r\n");
    served.engine.downloads.set("d1", { path, name: 'Müller\'s "list".csv' });
    const answer = await fetchFile("d1");
    expect(answer.text).toBe("a;b\r\n");
    expect(answer.headers["content-disposition"]).toBe(
      "attachment; filename=\"M_ller's _list_.csv\"; filename*=UTF-8''M%C3%BCller%27s%20%22list%22.csv",
    );
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("can be downloaded once per ticket, and only for a short time", async () => {
    const path = join(served.dir, "export");
    await writeFile(path, "a;b\r\n");
    served.engine.downloads.set("d1", { path, name: "a.csv" });
    const ticket = async () => {
      const given = await post("/tickets", JSON.stringify({ downloadId: "d1" }));
      return String(JSON.parse(given.text).value.address);
    };
    const first = await ticket();
    // A HEAD request does not use up the ticket.
    expect((await served.send(first, { method: "HEAD" })).status).toBe(404);
    expect((await served.send(first)).text).toBe("a;b\r\n");
    expect((await served.send(first)).status).toBe(404);
    const late = await ticket();
    clock.advance(60_001);
    expect((await served.send(late)).status).toBe(404);
    expect((await served.send("/download/d1", { headers: pass })).status).toBe(404);
    const foreign = { "sec-fetch-site": "same-site" };
    expect((await served.send(await ticket(), { headers: foreign })).status).toBe(403);
  });

  it("that no longer exists gets no ticket, and its link responds with 404", async () => {
    const refused = await post("/tickets", JSON.stringify({ downloadId: "unknown" }));
    expect(JSON.parse(refused.text)).toMatchObject({ ok: false, problem: { code: "download_gone" } });
    served.engine.downloads.set("gone", { path: join(served.dir, "gone"), name: "gone.csv" });
    const answer = await fetchFile("gone");
    expect(answer.status).toBe(404);
    expect(answer.headers["content-disposition"]).toBeUndefined();
  });

  it.each(["a\r\nX: y.csv", 'q".csv', "\ud800.csv", "名簿.csv", "a;b.csv"])(
    "cannot break the response header with its name: %j",
    (name) => {
      const header = contentDisposition(name);
      expect(header).toMatch(/^attachment; filename="[\x20\x21\x23-\x7e]*"; filename\*=UTF-8''[!-~]*$/);
    },
  );
});

describe("the browser host", () => {
  it("listens on loopback only, at an IP address so that no resolver is needed", async () => {
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
});

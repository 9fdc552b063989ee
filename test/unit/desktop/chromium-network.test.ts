import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createNodeFetch } from "../../../electron/engine/service/index.ts";
import type { Fetch } from "../../../electron/engine/service/types.ts";
import { listen, stop } from "../../support/processes.ts";
import { state } from "./electron-double.ts";
import { type LaunchedDesktop, launch } from "./launched-desktop.ts";

vi.mock("electron", () => import("./electron-double.ts"));

let desktop: LaunchedDesktop;
let server: Server;
let base: string;
let fetch: Fetch;
/** Paths of requests whose connection the client has closed. */
const closedPaths: string[] = [];
const seen: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];

beforeEach(async () => {
  seen.length = 0;
  closedPaths.length = 0;
  desktop = await launch();
  server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on("data", (chunk: Buffer) => chunks.push(chunk));
    message.on("end", () => {
      const { method = "", url = "", headers } = message;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      if (url === "/moved") response.writeHead(302, { location: "/there" }).end();
      else if (url.startsWith("/proxied")) response.writeHead(407).end("a name and a password, please");
      else if (url === "/hang") response.flushHeaders();
      else if (url === "/silent") message.socket.once("close", () => closedPaths.push(url));
      else if (url === "/long") {
        message.socket.once("close", () => closedPaths.push(url));
        response.write("x".repeat(100_000));
      } else if (url === "/own-script") {
        message.socket.end(
          'HTTP/1.1 200 \u041e\u041a\r\ncontent-disposition: attachment; filename="Список.csv"\r\ncontent-length: 2\r\n\r\nok',
        );
      } else if (url === "/none") response.writeHead(204).end();
      else response.writeHead(200, { "set-cookie": ["a=1", "b=2"], "x-one": "1" }).end(`answer to ${method}`);
    });
  });
  base = `http://127.0.0.1:${await listen(server)}`;
  fetch = desktop.fetch() ?? expect.fail("the engine got no fetch");
});
afterEach(() => stop(server));

describe.each(["the desktop", "Node"])("a request from %s", (host) => {
  it("reaches the server once when the server resets reused connections", async () => {
    const used = new WeakSet<object>();
    const starts: string[] = [];
    const resetting = createServer((message, response) => {
      if (message.method === "POST") starts.push(message.url ?? "");
      message.resume();
      if (used.has(message.socket)) message.socket.resetAndDestroy();
      else response.end("taken");
      used.add(message.socket);
    });
    const url = `http://127.0.0.1:${await listen(resetting)}`;
    onTestFinished(() => stop(resetting));
    const send = host === "Node" ? createNodeFetch().fetch : fetch;
    await (await send(`${url}/info`)).text();
    await send(`${url}/start`, { method: "POST", body: "list=1" }).catch(() => {});
    expect(starts).toEqual(["/start"]);
  });
});

describe("the engine's network on the desktop", () => {
  it("speaks HTTP/1.1 only, because Chromium repeats requests over the later versions", () => {
    expect(state.order).toEqual(expect.arrayContaining(["--disable-http2", "--disable-quic"]));
  });

  it("keeps requests out of every cache and off the disk, because their URLs hold the key", () => {
    expect(state.sessions.get("winnow-service")?.options).toEqual({ cache: false });
    expect([...state.sessions.keys()].some((name) => name.startsWith("persist:"))).toBe(false);
  });

  it("sends requests and returns responses as fetch does", async () => {
    const answer = await fetch(`${base}/v1/info?apikey=k`, { headers: { accept: "application/json" } });
    expect([answer.status, answer.ok, await answer.text()]).toEqual([200, true, "answer to GET"]);
    expect(answer.headers.get("x-one")).toBe("1");
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(seen[0]).toMatchObject({ url: "/v1/info?apikey=k", headers: { accept: "application/json" } });
  });

  it("returns a response whose head is beyond Latin-1, with the bytes of its values", async () => {
    const answer = await fetch(`${base}/own-script`);
    expect(await answer.text()).toBe("ok");
    const bytes = Buffer.from(answer.headers.get("content-disposition") ?? "", "latin1");
    expect(bytes.toString()).toBe('attachment; filename="Список.csv"');
  });

  it("sends nothing that may cost while the system is offline", async () => {
    state.isOnline = false;
    const init = { method: "POST", body: "a=1", mustBeOnline: true };
    await expect(fetch(base, init)).rejects.toMatchObject({ syscall: "connect" });
    expect(seen).toEqual([]);
    expect((await fetch(base)).status).toBe(200);
  });

  it("sends a streamed body whole, with its length", async () => {
    const parts = ["first,", "second,", "third"];
    const body = new ReadableStream({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(part));
      },
    });
    const init = {
      method: "POST",
      body,
      duplex: "half",
      headers: { "content-length": "18", "content-type": "text/csv" },
    };
    await fetch(`${base}/v1/bulk`, init);
    expect(seen[0]).toMatchObject({
      method: "POST",
      body: "first,second,third",
      headers: { "content-length": "18", "content-type": "text/csv" },
    });
  });

  it("returns a redirect instead of following it", async () => {
    const answer = await fetch(`${base}/moved`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `${base}/there`]);
    expect(seen.map(({ url }) => url)).toEqual(["/moved"]);
  });

  it("aborts with the caller's signal, before and during the response", async () => {
    await expect(fetch(base, { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(seen).toEqual([]);
    const control = new AbortController();
    const answer = await fetch(`${base}/hang`, { signal: control.signal });
    const text = answer.text();
    control.abort();
    await expect(text).rejects.toThrow();
  });

  it("aborts before the server has responded", async () => {
    const control = new AbortController();
    const answer = fetch(`${base}/silent`, { method: "POST", body: "a=1", signal: control.signal });
    await expect.poll(() => seen).toHaveLength(1);
    control.abort(new Error("the user cancelled"));
    await expect(answer).rejects.toThrow("the user cancelled");
    await expect.poll(() => closedPaths).toEqual(["/silent"]);
  });

  it("closes the connection when the caller cancels the response body", async () => {
    const answer = await fetch(`${base}/long`);
    await answer.body?.cancel();
    await expect.poll(() => closedPaths).toEqual(["/long"]);
  });

  it("rejects a request whose body cannot be read to the end", async () => {
    const body = new ReadableStream({
      pull() {
        throw new Error("the file went away");
      },
    });
    const init = { method: "POST", body, duplex: "half" };
    await expect(fetch(base, init)).rejects.toThrow();
    expect(seen).toEqual([]);
  });
});

import { request } from "node:http";
import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createBrowserHost } from "../../../electron/hosts/browser/host.ts";
import { recordingEngine, type ServedHost, serveHost } from "./served-host.ts";

const served: ServedHost[] = [];
const others: Server[] = [];
afterEach(async () => {
  for (const host of served.splice(0)) await host.close();
  for (const other of others.splice(0)) other.close();
});

async function listening(host: string, port = 0): Promise<number> {
  const other = createServer();
  others.push(other);
  await new Promise<void>((resolve, reject) => other.on("error", reject).listen(port, host, resolve));
  const address = other.address();
  return address !== null && typeof address !== "string" ? address.port : 0;
}

/** A port that is free at both addresses of loopback. */
async function freePort(): Promise<number> {
  const port = await listening("::1");
  for (const other of others.splice(0)) await new Promise((resolve) => other.close(resolve));
  return port;
}

async function serveAt(port: number): Promise<ServedHost> {
  const host = await serveHost({ port });
  served.push(host);
  return host;
}

const hostOf = ({ host }: ServedHost) => new URL(host.origin).host;

describe("a host on a port that the user chose", () => {
  it("has an origin of its own in each run, which no page had before", async () => {
    const port = await freePort();
    const first = await serveAt(port);
    const name = hostOf(first);
    expect(name).toMatch(new RegExp(`^winnow-[0-9a-f]{20}\\.localhost:${port}$`));
    expect(new URL(first.host.newUrl()).host).toBe(name);
    await served.pop()?.close();
    expect(hostOf(await serveAt(port))).not.toBe(name);
  });

  it("accepts a page under that host name only", async () => {
    const host = await serveAt(await freePort());
    const token = host.token();
    for (const other of [
      `127.0.0.1:${host.port}`,
      `localhost:${host.port}`,
      `winnow.localhost:${host.port}`,
    ]) {
      expect((await host.send("/", { headers: { host: other } })).status).toBe(403);
      expect((await host.tryToken(token, { host: other })).status).toBe(403);
      expect((await host.tryToken(token, { host: hostOf(host), origin: `http://${other}` })).status).toBe(
        403,
      );
    }
    expect((await host.tryToken(token, { host: hostOf(host) })).status).toBe(200);
  });

  it("answers on both loopback addresses that a browser may resolve the name to", async () => {
    const { port, ...host } = await serveAt(await freePort());
    const status = await new Promise((resolve, reject) => {
      const headers = { host: new URL(host.host.origin).host };
      const sent = request({ host: "::1", port, path: "/", headers, agent: false }, (answer) => {
        resolve(answer.statusCode);
        answer.resume();
      });
      sent.on("error", reject).end();
    });
    expect(status).toBe(200);
  });

  it.each(["127.0.0.1", "::1"])(
    "does not start while another program has the port on %s",
    async (address) => {
      const port = await listening(address);
      const engine = recordingEngine();
      const host = await createBrowserHost({
        engine,
        pageDir: ".",
        uploadsDir: "/nonexistent/uploads",
        port,
      });
      expect(host).toMatchObject({ ok: false, problem: { code: "usage" } });
    },
  );
});

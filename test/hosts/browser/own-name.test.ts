import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createBrowserHost } from "../../../electron/hosts/browser/host.ts";
import { listen, stop } from "../../support/processes.ts";
import { recordingEngine, type ServedHost, serveHost } from "./served-host.ts";

/** Returns a port that is free on both loopback addresses. */
async function freePort(): Promise<number> {
  const other = createServer();
  const port = await listen(other, "::1");
  await stop(other);
  return port;
}

const serveAt = (port: number) => serveHost({ port });
const hostOf = ({ host }: ServedHost) => new URL(host.origin).host;

describe("a host on a port that the user chose", () => {
  it("has a new random host name in each run", async () => {
    const port = await freePort();
    const first = await serveAt(port);
    const name = hostOf(first);
    expect(name).toMatch(new RegExp(`^winnow-[0-9a-f]{20}\\.localhost:${port}$`));
    expect(new URL(first.host.createUrl()).host).toBe(name);
    await first.host.close();
    expect(hostOf(await serveAt(port))).not.toBe(name);
  });

  it("accepts requests for that host name only", async () => {
    const host = await serveAt(await freePort());
    const token = host.token();
    for (const other of [
      `127.0.0.1:${host.port}`,
      `localhost:${host.port}`,
      `winnow.localhost:${host.port}`,
    ]) {
      expect((await host.send("/", { headers: { host: other } })).status).toBe(403);
      expect((await host.redeemToken(token, { host: other })).status).toBe(403);
      expect((await host.redeemToken(token, { host: hostOf(host), origin: `http://${other}` })).status).toBe(
        403,
      );
    }
    expect((await host.redeemToken(token, { host: hostOf(host) })).status).toBe(200);
  });

  it.each(["127.0.0.1", "::1"])(
    "does not start while another program listens on its port on %s",
    async (address) => {
      const other = createServer();
      const port = await listen(other, address);
      onTestFinished(() => stop(other));
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

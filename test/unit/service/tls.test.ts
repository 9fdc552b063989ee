import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type ServerOptions } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { getCACertificates, setDefaultCACertificates, TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { listen, stop } from "../../support/processes.ts";
import { clientOf } from "./scripted-service.ts";

// Test certificate for localhost, valid for a hundred years.
const file = (name: string) => readFileSync(new URL(`./certificate/${name}`, import.meta.url), "utf8");
const certificate = file("certificate.pem");
const system = getCACertificates();

let heard = 0;

async function serve(options: ServerOptions = {}): Promise<number> {
  heard = 0;
  const made = createServer({ key: file("key.pem"), cert: certificate, ...options }, (_request, response) => {
    heard++;
    response.end('{"success":true,"credits_info":{"credits_remaining":5}}');
  });
  onTestFinished(() => stop(made));
  return listen(made);
}

beforeAll(() => setDefaultCACertificates([...system, certificate]));
afterAll(() => setDefaultCACertificates(system));

const untrusted = {
  ok: false,
  error: { problem: { code: "service_untrusted" }, consequence: "user", effect: "no" },
};

test.each(["TLSv1.2", "TLSv1.3"] as const)("%s is accepted", async (version) => {
  const port = await serve({ minVersion: version, maxVersion: version });
  expect(await clientOf(`https://localhost:${port}`).balance()).toEqual({ ok: true, value: { credits: 5 } });
});

test("TLS 1.1 is refused before a request is sent", async () => {
  const port = await serve({ minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" });
  expect(await clientOf(`https://localhost:${port}`).balance()).toMatchObject(untrusted);
  expect(heard).toBe(0);
});

test("an untrusted certificate is refused before a request is sent", async () => {
  setDefaultCACertificates(system);
  const port = await serve();
  expect(await clientOf(`https://localhost:${port}`).start("j")).toMatchObject(untrusted);
  expect(heard).toBe(0);
  setDefaultCACertificates([...system, certificate]);
});

test("a certificate for another name is refused before a request is sent", async () => {
  const port = await serve();
  expect(await clientOf(`https://127.0.0.1:${port}`).balance()).toMatchObject(untrusted);
  expect(heard).toBe(0);
});

test("an authority that is installed in the system is trusted, for HTTPS and for PostgreSQL", async () => {
  const port = await serve();
  let handshakes = 0;
  const postgres = createTcpServer((socket) => {
    socket.once("data", () => {
      // PostgreSQL's answer to a request for TLS.
      socket.write("S");
      const secure = new TLSSocket(socket, { isServer: true, key: file("key.pem"), cert: certificate });
      secure.on("error", () => {});
      secure.once("data", () => {
        handshakes++;
        secure.destroy();
      });
    });
  });
  onTestFinished(() => stop(postgres));
  const postgresPort = await listen(postgres);
  const engine = new URL("../../../electron/engine/", import.meta.url);
  const script = `
    import { createNodeFetch } from "${engine}service/index.ts";
    import { withServer } from "${engine}team/connect.ts";
    const { fetch } = createNodeFetch();
    const answer = await fetch("https://localhost:${port}").then(({ status }) => status, () => "refused");
    const settings = { host: "localhost", port: ${postgresPort}, database: "d", user: "u", tls: true, ca: null, options: null };
    await withServer({ settings, password: "p" }, async () => ({ ok: true, value: null }));
    console.log(answer);`;
  const run = (env: NodeJS.ProcessEnv) =>
    promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
      env: { ...process.env, ...env },
    });
  const trusted = fileURLToPath(new URL("./certificate/certificate.pem", import.meta.url));
  expect((await run({ SSL_CERT_FILE: trusted })).stdout).toBe("200\n");
  expect([heard, handshakes]).toEqual([1, 1]);
  expect((await run({})).stdout).toBe("refused\n");
  expect([heard, handshakes]).toEqual([1, 1]);
});

import { readFileSync } from "node:fs";
import { createServer, type ServerOptions } from "node:https";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
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

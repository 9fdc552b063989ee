import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { testFolder } from "../../support/folders.ts";
import { listen, stop } from "../../support/processes.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";
import { runWinnow } from "../../support/run-winnow.ts";

const sandbox = await quickSandbox();
const KEY = "key-of-the-environment-test";
let folder: string;
let peer: Server;
let port: number;
/** The URLs requested from the server with an untrusted certificate. */
let heard: string[];

const file = (name: string) =>
  readFileSync(new URL(`../../unit/service/certificate/${name}`, import.meta.url));

beforeEach(async () => {
  folder = testFolder();
  heard = [];
  peer = createServer({ key: file("key.pem"), cert: file("certificate.pem") }, (request, response) => {
    heard.push(request.url ?? "");
    response.end('{"success":true,"credits_info":{"credits_remaining":5}}');
  });
  port = await listen(peer);
});
afterEach(() => stop(peer));

const check = (baseUrl: string, env: Record<string, string>, key = KEY) =>
  runWinnow(["check", "ann@acme.example"], {
    env: { WINNOW_DATA_DIR: join(folder, "data"), WINNOW_BASE_URL: baseUrl, WINNOW_API_KEY: key, ...env },
  });

it("NODE_TLS_REJECT_UNAUTHORIZED=0 neither sends the key to an untrusted server nor prints a warning", async () => {
  const ran = await check(`https://localhost:${port}`, { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
  expect(heard).toEqual([]);
  expect(ran.code, ran.stderr).toBe(5);
  expect(ran.stderr).toContain("could not prove its identity");
  expect(ran.stderr).not.toContain("Warning");
});

it.each(["fetch", "http,UNDICI", "un*"])(
  "NODE_DEBUG=%s is refused, as it would print requests with the key",
  async (debug) => {
    const ran = await check("http://127.0.0.1:9", { NODE_DEBUG: debug });
    expect(ran.code, ran.stderr.slice(-500)).toBe(2);
    expect(ran.stderr).toContain("NODE_DEBUG makes Node print every request");
    expect(ran.stdout + ran.stderr).not.toContain(KEY);
  },
);

it("a harmless NODE_DEBUG does not print the key", async () => {
  const { key } = sandbox.createAccount({ label: "debug", credits: 5 });
  const ran = await check(sandbox.baseUrl, { NODE_DEBUG: "http,https,net,tls,stream" }, key);
  expect(ran.code, ran.stderr.slice(-500)).toBe(0);
  expect(ran.stdout + ran.stderr).not.toContain(key);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ServiceClient } from "../../../electron/engine/service/index.ts";
import { type DripServer, startDripServer } from "../service/drip-server.ts";
import { clientOf } from "../service/scripted-service.ts";
import { type LaunchedDesktop, launch } from "./launched-desktop.ts";

vi.mock("electron", () => import("./electron-double.ts"));

/** Bytes that 1 Mbit/s brings in two seconds. */
const TWO_SECONDS = 250_000;
const OK = '{"job_id":"j","success":true,"message":"ok"}';

let desktop: LaunchedDesktop;
let server: DripServer;
let dir: string;
let client: ServiceClient;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "winnow-slow-"));
  writeFileSync(join(dir, "list.csv"), Buffer.alloc(9_000_000, "a"));
  desktop = await launch();
  server = await startDripServer();
  const fetch = desktop.fetch() ?? expect.fail("the engine got no fetch");
  client = clientOf(server.baseUrl, { fetch, clock: desktop.clock });
});
afterEach(async () => {
  server.close();
  await desktop.end();
  rmSync(dir, { recursive: true });
});

/** Lets what is on its way arrive, then moves time on. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < 50; i++) await setImmediate();
  for (let s = 0; s < seconds; s++) desktop.clock.pass(1000);
}

it("an upload of 9 MB over 1 Mbit/s succeeds on the desktop, however long it takes", async () => {
  const answer = client.uploadFile(join(dir, "list.csv"));
  while (await server.take(TWO_SECONDS)) await pass(2);
  await pass(50);
  await server.say(`HTTP/1.1 200 OK\r\ncontent-length: ${OK.length}\r\n\r\n${OK}`);
  expect(await answer).toMatchObject({ ok: true, value: { jobId: "j" } });
  expect(server.taken()).toBeGreaterThan(9_000_000);
});

it("an upload that stalls ends with a time-out on the desktop", async () => {
  const answer = client.uploadFile(join(dir, "list.csv"));
  let settled = false;
  void answer.then(() => {
    settled = true;
  });
  await server.take(1_000_000);
  let waited = 0;
  while (!settled && waited < 3600) {
    await pass(5);
    waited += 5;
  }
  expect(await answer).toMatchObject({
    ok: false,
    error: { problem: { code: "service_timeout" }, consequence: "retry", effect: "unknown" },
  });
  await server.left();
});

it("an upload reports to the engine how much of a list was sent", async () => {
  const sent: number[] = [];
  const answer = client.uploadFile(join(dir, "list.csv"), { onBytes: (bytes) => sent.push(bytes) });
  while (await server.take(TWO_SECONDS)) await pass(2);
  await pass(2);
  await server.say(`HTTP/1.1 200 OK\r\ncontent-length: ${OK.length}\r\n\r\n${OK}`);
  expect((await answer).ok).toBe(true);
  expect(sent.length).toBeGreaterThan(2);
  expect(sent).toEqual([...sent].sort((a, b) => a - b));
  expect(sent.at(-1)).toBe(9_000_000);
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createNodeFetch, type Fetch } from "../../../electron/engine/service/index.ts";
import { testFolder } from "../../support/folders.ts";
import { type DripServer, startDripServer } from "./drip-server.ts";
import { type ManualClock, manualClock } from "./manual-clock.ts";
import { clientOf } from "./scripted-service.ts";

const MEGABYTE = 1_000_000;
/** Bytes per second at 1 Mbit/s. */
const MEGABIT = 125_000;
const OK = '{"job_id":"j","success":true,"message":"ok"}';

let dir: string;
let server: DripServer;
let clock: ManualClock;
/** Time at which the request was aborted, in seconds of the clock; `null` if it was not. */
let abortedAt: number | null;
beforeEach(async () => {
  dir = testFolder();
  server = await startDripServer();
  clock = manualClock();
  abortedAt = null;
});
afterEach(() => {
  server.close();
});

function client() {
  const node = createNodeFetch();
  const fetch: Fetch = async (url, init) => {
    init?.signal?.addEventListener("abort", () => {
      abortedAt ??= clock.monotonic() / 1000;
    });
    return node.fetch(url, init);
  };
  return clientOf(server.baseUrl, { clock, fetch });
}

function list(bytes: number): string {
  const path = join(dir, "list.csv");
  writeFileSync(path, Buffer.alloc(bytes, "a"));
  return path;
}

/** Delivers pending data, then advances the clock. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < 50; i++) await setImmediate();
  await clock.advance(seconds * 1000);
}

/** Advances the clock by `step` seconds until `answer` settles, at most a day, and returns `givenUp`. */
async function abortTimeOf(answer: Promise<unknown>, step: number, act = async () => {}) {
  let settled = false;
  void answer.then(() => {
    settled = true;
  });
  const began = clock.monotonic();
  while (!settled && clock.monotonic() - began < 24 * 3600_000) {
    await act();
    await pass(step);
    for (let i = 0; i < 50 && !settled; i++) await setImmediate();
  }
  return abortedAt;
}

const timeout = { ok: false, error: { problem: { code: "service_timeout" }, effect: "unknown" } };

describe("an upload", () => {
  test("of 9 MB over 1 Mbit/s arrives completely and succeeds", async () => {
    const answer = client().uploadFile(list(9 * MEGABYTE));
    while (await server.take(2 * MEGABIT)) await pass(2);
    expect(server.bodyBytesRead()).toBeGreaterThan(9 * MEGABYTE);
    await pass(50);
    await server.say(`HTTP/1.1 200 OK\r\ncontent-length: ${OK.length}\r\n\r\n${OK}`);
    expect(await answer).toMatchObject({ ok: true, value: { jobId: "j" } });
  });

  test("times out if it stalls, and closes the connection", async () => {
    const answer = client().uploadFile(list(9 * MEGABYTE));
    await server.take(MEGABYTE);
    expect(await abortTimeOf(answer, 5)).toBeLessThan(200);
    expect(await answer).toMatchObject(timeout);
    await server.left();
  });
});

describe("a slow response", () => {
  test("times out within its body instead of holding a request for minutes", async () => {
    const answer = client().balance();
    await server.take(0);
    await server.say("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n{");
    expect(await abortTimeOf(answer, 10, () => server.say(" "))).toBeLessThan(120);
    expect(await answer).toMatchObject(timeout);
    await server.left();
  });

  test("is read completely if it is fast enough: 4 MB of results over 100 kbit/s", async () => {
    const path = join(dir, "results.txt");
    let received = 0;
    const answer = client().download("j", path, {
      onBytes: (bytes) => {
        received = bytes;
      },
    });
    await server.take(1000);
    const piece = "a".repeat(100_000);
    await server.say(`HTTP/1.1 200 OK\r\ncontent-length: ${40 * piece.length}\r\n\r\n`);
    for (let sent = 0; sent < 40; sent++) {
      await server.say(piece);
      while (received < (sent + 1) * piece.length) await setImmediate();
      await pass(8);
    }
    expect(await answer).toEqual({ ok: true, value: { bytes: 40 * piece.length } });
  });
});

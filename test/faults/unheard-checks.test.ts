import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import { unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ANN = "ann.unheard@needle.example";
const sandbox = await quickSandbox();
let world: OneList;
let isDown = false;

beforeEach(async () => {
  isDown = false;
  world = await oneList(sandbox, { rows: 2, text: "Email\ncarl@other.example\ndora@other.example\n" });
  const { fetch: network } = createNodeFetch();
  await world.reopen({
    fetch: (url, init) => (isDown ? Promise.reject(unreached()) : network(url, init)),
  });
});
afterEach(async () => {
  sandbox.faults.clear();
  await world.remove();
});

const unreached = () =>
  Object.assign(new TypeError("fetch failed"), {
    cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }),
  });
const check = async (again = false) =>
  unwrap(await world.at.call("checks.check", { accountId: world.accountId, address: ANN, again }));
const paid = () => sandbox.charges(world.label).get(ANN) ?? 0;

/** Checks the address, and loses the answer. */
async function unheard(): Promise<void> {
  sandbox.faults.add({ name: "drop-after", operation: "verify", account: world.label, times: 1 });
  expect((await check()).problem?.code).toBe("check_unheard");
  expect(paid()).toBe(1);
}

it.each(["invalid-key", "no-credits", "429-retry-after"] as const)(
  "a check again that is refused (%s) leaves it known that the one before may have been paid for",
  async (name) => {
    await unheard();
    sandbox.faults.add({ name, operation: "verify", account: world.label, times: 9 });
    expect((await check(true)).verdict).toBeNull();
    sandbox.faults.clear();
    expect((await check()).problem?.code).toBe("check_unheard_before");
    expect(paid()).toBe(1);
  },
);

it("so does one that never left, and the one that is answered ends it", async () => {
  await unheard();
  isDown = true;
  expect((await check(true)).verdict).toBeNull();
  isDown = false;
  expect((await check()).problem?.code).toBe("check_unheard_before");
  expect(paid()).toBe(1);
  expect(await check(true)).toMatchObject({ source: "service" });
  expect(await check()).toMatchObject({ source: "known" });
  expect(paid()).toBe(2);
});

const DAYS = 24 * 3600_000;

/** Time passes as Winnow sees it who is used every few days. */
async function pass(days: number): Promise<void> {
  for (let day = 6; day <= days; day += 6) {
    world.at.clock.jump(day * DAYS);
    await world.reopen();
  }
  world.at.clock.jump(days * DAYS);
}

it("one that was noted by a clock that was ahead is asked about, and is past in the end like any other", async () => {
  unwrap(await world.at.call("settings.set", { freshDays: 10, freshDaysUnknown: 10 }));
  world.at.clock.jump(3 * 365 * DAYS);
  await unheard();
  world.at.clock.jump(-3 * 365 * DAYS);
  expect((await check()).problem?.code).toBe("check_unheard_before");
  await pass(24);
  expect((await check()).problem?.code).toBe("check_unheard_before");
  await pass(48);
  expect(await check()).toMatchObject({ source: "service" });
  expect(paid()).toBe(2);
});

it("a clock that is ahead for a while makes none of them past", async () => {
  await unheard();
  world.at.clock.jump(3 * 365 * DAYS);
  expect((await check()).problem?.code).toBe("check_unheard_before");
  expect(paid()).toBe(1);
});

it("a verdict that has come is kept, though Winnow is closed while another program holds the archive", async () => {
  const { fetch: network } = createNodeFetch();
  const read = Promise.withResolvers<void>();
  let holder: Database.Database | undefined;
  await world.reopen({
    async fetch(url, init) {
      const answer = await network(url, init);
      if (!String(url).includes("/verify")) return answer;
      const text = new Uint8Array(await answer.arrayBuffer());
      holder = new Database(join(world.folder, "data", "archive.db"));
      holder.exec("BEGIN IMMEDIATE");
      const pieces = [text];
      const body = new ReadableStream<Uint8Array>(
        {
          pull(to) {
            const piece = pieces.shift();
            if (piece !== undefined) return to.enqueue(piece);
            to.close();
            read.resolve();
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { status: answer.status, headers: { "content-type": "application/json" } });
    },
  });
  const answered = world.at.call("checks.check", { accountId: world.accountId, address: ANN });
  await read.promise;
  // What follows from the end of the answer is done by the next turn of the loop.
  await new Promise((next) => setImmediate(next));
  const closed = world.at.close();
  await new Promise((next) => setImmediate(next));
  holder?.close();
  await Promise.all([closed, answered]);
  await world.reopen();
  expect(await check()).toMatchObject({ source: "known" });
  expect(paid()).toBe(1);
});

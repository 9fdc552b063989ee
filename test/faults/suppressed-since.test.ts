import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EngineOptions } from "../../electron/engine/engine.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { isOver, PAID, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ROWS = 10;
const sandbox = await quickSandbox();
let world: OneList;

async function begin(list: { rows?: number; credits?: number; perPart?: number; text?: string } = {}) {
  world = await oneList(sandbox, { rows: ROWS, ...list });
}
beforeEach(() => begin());
afterEach(async () => {
  sandbox.faults.clear();
  await world.remove();
});

/** Puts people onto a suppression list: person0 to person9 stand in example0.com to example4.com, two in each. */
async function suppress(text: string): Promise<void> {
  const source = { kind: "text" as const, text, name: "left.txt" };
  unwrap(await world.at.call("suppression.add", { name: "left", source }));
}

const online = (is: boolean) => world.at.call("app.online", { online: is });
const charged = () => sandbox.charges(world.label).size;
const jobs = () => sandbox.snapshot().jobs.filter(({ account }) => account === world.label);
const reserved = async () => unwrap(await world.at.call("accounts.list", {})).accounts[0]?.reserved;

/** What is in every number that is shown of a cleaning: the price line adds up, and so do the addresses. */
function addsUp({ rows, uploaded, unique, skipped }: Cleaning): void {
  const { duplicate, malformed, empty, known, suppressed, beyondLimit } = skipped;
  expect(rows - duplicate - malformed - empty - known - suppressed - beyondLimit).toBe(uploaded);
  expect(unique - known - suppressed - beyondLimit).toBe(uploaded);
}

/** A cleaning that was agreed to, and waits with nothing sent. */
async function waiting(more: Parameters<OneList["start"]>[0] = {}): Promise<string> {
  unwrap(await online(false));
  return unwrap(await world.start(more)).id;
}

async function ended(id: string): Promise<Cleaning> {
  unwrap(await online(true));
  return world.at.until(id, isOver);
}

describe("who comes onto a suppression list before a part is sent", () => {
  it("is neither sent nor paid for, and every number says so", async () => {
    const id = await waiting();
    await suppress("@example0.com\nperson1@example1.com\n");
    const done = await ended(id);
    expect(done).toMatchObject({ state: "done", credits: 7, spent: 7, uploaded: 7, verified: 7, missing: 0 });
    expect(done.skipped).toMatchObject({ suppressed: 3 });
    expect(done.suppressedSent).toBe(0);
    addsUp(done);
    expect(charged()).toBe(7);
    expect(jobs()).toMatchObject([{ total: 7 }]);
    expect([...sandbox.charges(world.label).keys()].filter((one) => one.endsWith("@example0.com"))).toEqual(
      [],
    );
    expect(done.out).toMatchObject({ rows: 7 });
    expect(readFileSync(world.out, "utf8")).not.toContain("@example0.com");
    const { entries } = unwrap(await world.at.call("cleanings.timeline", { cleaningId: id }));
    expect(entries.map(({ why }) => why)).toContain(
      "Left out before it was sent, as on a suppression list by now: 3 addresses",
    );
    const summary = unwrap(await world.at.call("results.summary", { cleaningId: id }));
    expect(summary).toMatchObject({ rows: ROWS, noneRows: 3 });
    expect(await reserved()).toBe(0);
  });

  it("leaves nothing to verify where it is everybody", async () => {
    const id = await waiting();
    await suppress("@example0.com\n@example1.com\n@example2.com\n@example3.com\n@example4.com\n");
    const done = await ended(id);
    expect(done).toMatchObject({ state: "done", credits: 0, spent: 0, uploaded: 0, unverified: null });
    expect(done.skipped.suppressed).toBe(ROWS);
    addsUp(done);
    expect([charged(), jobs().length, world.asked("upload")]).toEqual([0, 0, 0]);
    expect(done.out).toMatchObject({ rows: 0 });
    expect(existsSync(world.out)).toBe(true);
  });

  it("is sent all the same where the user wants suppressed addresses verified", async () => {
    const id = await waiting({ options: { ...PAID, suppress: false } });
    await suppress("@example0.com\n");
    expect(await ended(id)).toMatchObject({ spent: ROWS, suppressedSent: 0 });
  });

  it("is not sent after a start anew", async () => {
    const id = await waiting();
    await world.reopen();
    unwrap(await online(false));
    await suppress("@example0.com\n");
    const done = await ended(id);
    expect(done).toMatchObject({ spent: 8, uploaded: 8 });
    addsUp(done);
  });
});

describe("a list that waits for credits", () => {
  it("is sent anew without who was suppressed meanwhile, and the one before is deleted", async () => {
    await world.remove();
    await begin({ credits: 3 });
    const { id } = unwrap(await world.start({ waitForCredits: true }));
    await world.at.until(id, ({ waiting: waits }) => waits?.for === "credits");
    await suppress("@example0.com\n@example1.com\n");
    sandbox.topUp(world.label, 1000);
    unwrap(await world.at.call("accounts.refresh", { id: world.accountId }));
    const done = await world.at.until(id, isOver);
    expect(done).toMatchObject({ state: "done", credits: 6, spent: 6, uploaded: 6, missing: 0 });
    addsUp(done);
    expect(charged()).toBe(6);
    expect([world.asked("upload"), world.asked("delete")]).toEqual([2, 1]);
  });

  it("costs nothing once everybody in it is suppressed", async () => {
    await world.remove();
    await begin({ credits: 3 });
    const { id } = unwrap(await world.start({ waitForCredits: true }));
    await world.at.until(id, ({ waiting: waits }) => waits?.for === "credits");
    await suppress("@example0.com\n@example1.com\n@example2.com\n@example3.com\n@example4.com\n");
    unwrap(await world.at.act(id, "retry"));
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "done", spent: 0, credits: 0 });
    expect(charged()).toBe(0);
  });
});

describe("who comes onto a suppression list after a part was started", () => {
  it("is counted on the cleaning", async () => {
    let isStarted = false;
    let halt = () => {};
    await world.reopen({
      probe(point) {
        if (point !== "after:start") return;
        isStarted = true;
        halt();
      },
    });
    halt = () => void online(false);
    const { id } = unwrap(await world.start());
    await world.at.until(id, () => isStarted);
    await suppress("@example0.com\nperson1@example1.com\n");
    const done = await ended(id);
    expect(done).toMatchObject({ state: "done", spent: ROWS, uploaded: ROWS, suppressedSent: 3 });
    addsUp(done);
    expect(charged()).toBe(ROWS);
    const out = join(world.folder, "report.html");
    const target = { kind: "path" as const, path: out, overwrite: false };
    unwrap(await world.at.call("exports.report", { cleaningId: id, target }));
    expect(readFileSync(out, "utf8")).toContain("Addresses verified although suppressed by then");
  });
});

it.each(["before:upload", "after:upload"])("killed at %s, nobody is counted twice", async (point) => {
  const probe: NonNullable<EngineOptions["probe"]> = (passed) => {
    if (passed === point) void online(false);
  };
  await world.reopen({ probe });
  const id = await waiting();
  await suppress("@example0.com\n");
  unwrap(await online(true));
  await world.at.until(id, ({ parts }) => parts[0]?.total === 8);
  await world.reopen();
  const done = await world.at.until(id, isOver);
  expect(done).toMatchObject({ spent: 8, uploaded: 8, credits: 8 });
  addsUp(done);
  expect(charged()).toBe(8);
});

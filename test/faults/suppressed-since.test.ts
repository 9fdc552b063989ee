import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EngineOptions } from "../../electron/engine/engine.ts";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { isOver, PAID, readList, unwrap } from "../support/in-process.ts";
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

  it("is not sent with whole rows either, nor kept in the file that is sent", async () => {
    const rows = Array.from({ length: ROWS }, (_, i) => `${i},person${i}@example${i % 5}.com`);
    await world.remove();
    await begin({ text: `Nr,Email\n${rows.join("\n")}\n` });
    const id = await waiting({ options: { ...PAID, allColumns: true, allColumnsAsked: true } });
    await suppress("@example0.com\n");
    expect(await ended(id)).toMatchObject({ spent: 8, counts: {}, missing: 0 });
    const folder = join(world.folder, "data", "cleanings", id);
    const sent = readdirSync(folder).filter((name) => name.endsWith(".csv"));
    expect(sent).toHaveLength(1);
    for (const name of sent) expect(readFileSync(join(folder, name), "utf8")).not.toContain("@example0.com");
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

  it("leaves the last of a part to a single check", async () => {
    const id = await waiting();
    await suppress("@example0.com\n@example1.com\n@example2.com\n@example3.com\nperson4@example4.com\n");
    const done = await ended(id);
    expect(done).toMatchObject({ state: "done", spent: 1, uploaded: 1, missing: 0 });
    addsUp(done);
    expect([charged(), jobs().length]).toEqual([1, 0]);
  });

  it("leaves other parts as they are", async () => {
    await world.remove();
    await begin({ perPart: 4 });
    const id = await waiting();
    // Parts are cut in the order of the list.
    await suppress(
      "person0@example0.com\nperson1@example1.com\nperson2@example2.com\nperson3@example3.com\n",
    );
    const done = await ended(id);
    expect(done).toMatchObject({ state: "done", spent: 6, uploaded: 6, credits: 6, missing: 0 });
    addsUp(done);
    expect(charged()).toBe(6);
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

it("who was taken out of the results when Winnow ended is taken out of the books at the next start", async () => {
  const id = await waiting();
  await suppress("@example0.com\n");
  const data = join(world.folder, "data");
  const { leaveOutTask } = await import("../../electron/engine/cleanings/run/leave-out.ts");
  const task = { dataDir: data, cleaningId: id, listId: world.listId, allColumns: false, write: true };
  const part = { ordinal: 1, addresses: ROWS, leftOut: 0 };
  const context = { signal: new AbortController().signal, progress() {} };
  // As it is right before the journal hears of it.
  unwrap(await leaveOutTask({ ...task, ...part }, context));
  writeFileSync(join(data, "cleanings", id, "part-1.csv"), "Email\nhalf-writ");
  const { lists } = unwrap(await world.at.call("suppression.list", {}));
  for (const { id: list } of lists) unwrap(await world.at.call("suppression.remove", { id: list }));
  const done = await ended(id);
  expect(done).toMatchObject({ state: "done", spent: 8, uploaded: 8, missing: 0 });
  addsUp(done);
});

describe("an upload that was written without them, and is cut short before it is sent,", () => {
  const { fetch: real } = createNodeFetch();
  const uploadOf = (id: string) => join(world.folder, "data", "cleanings", id, "part-1.csv");

  /** A cleaning whose part was written without `left`, and whose request the service put off. */
  async function putOff(left: string): Promise<string> {
    let refused = 0;
    const fetch: typeof real = async (url, init) => {
      const { pathname } = new URL(String(url));
      const sends = pathname === "/v1/verify" || (pathname === "/v1/bulk" && init?.method === "POST");
      if (!sends) return real(url, init);
      refused++;
      return new Response("", { status: 429 });
    };
    await world.reopen({ fetch });
    const id = await waiting();
    await suppress(left);
    unwrap(await online(true));
    await world.at.until(id, () => refused > 0);
    unwrap(await online(false));
    await world.at.close();
    return id;
  }

  it.each<[string, string, number]>([
    ["is made whole", "@example0.com\n", 8],
    [
      "is made whole where one address is left, which is checked alone",
      "@example0.com\n@example1.com\n@example2.com\n@example3.com\nperson4@example4.com\n",
      1,
    ],
  ])("%s", async (_, left, paid) => {
    const id = await putOff(left);
    const upload = readFileSync(uploadOf(id), "utf8");
    writeFileSync(uploadOf(id), upload.slice(0, -2));
    await world.reopen();
    const done = await world.at.until(id, isOver);
    expect(done).toMatchObject({ state: "done", spent: paid, uploaded: paid, missing: 0 });
    addsUp(done);
    expect([...sandbox.charges(world.label).keys()].sort()).toEqual(
      upload.trim().split("\n").slice(1).sort(),
    );
    expect(readFileSync(uploadOf(id), "utf8")).toBe(upload);
  });

  it("is made whole where an earlier Winnow did not note how long it was", async () => {
    const id = await putOff("@example0.com\n");
    const upload = readFileSync(uploadOf(id), "utf8");
    writeFileSync(uploadOf(id), upload.slice(0, -20));
    const db = new Database(join(world.folder, "data", "winnow.db"));
    db.exec("UPDATE parts SET record = json_remove(record, '$.uploadBytes')");
    db.close();
    await world.reopen();
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "done", spent: 8, missing: 0 });
    expect(readFileSync(uploadOf(id), "utf8")).toBe(upload);
  });
});

it("the next list is priced with what is promised by then", async () => {
  const id = await waiting();
  await suppress("@example0.com\n");
  const path = join(world.folder, "next.csv");
  writeFileSync(path, "Email\nzoe@firm.example\n");
  const listId = await readList(world.at, path);
  await ended(id);
  const price = await world.at.call("cleanings.price", { listId, accountId: world.accountId, options: PAID });
  expect(unwrap(price)).toMatchObject({ promised: 0, balance: 1000 - 8, available: 1000 - 8 });
});

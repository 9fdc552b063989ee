import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fastClock } from "../support/fast-clock.ts";
import { isOver, PAID, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const DAY = 24 * 3600_000;
const sandbox = await quickSandbox();
let world: OneList;
let id: string;

beforeEach(async () => {
  world = await oneList(sandbox, { rows: 4 });
  ({ id } = unwrap(await world.start()));
  await world.at.until(id, isOver);
  unwrap(await world.at.act(id, "delete_here"));
});
afterEach(() => world.remove());

/** Starts Winnow when the machine's clock is so many days off, and ends it after it did more than tidying up takes. */
async function startAt(days: number): Promise<void> {
  const clock = fastClock(40);
  clock.jump(days * DAY);
  await world.reopen({ clock });
  const other = unwrap(await world.start({ out: { path: `${world.out}.other.csv` } }));
  await world.at.until(other.id, isOver);
  unwrap(await world.at.act(other.id, "delete_at_service"));
  await world.reopen();
}

/** Ends Winnow and starts it with the right clock, and does more than tidying up takes. */
async function startRight(): Promise<void> {
  await startAt(0);
}

/** Starts Winnow on that day, and ends it. */
async function opened(day: number): Promise<void> {
  const clock = fastClock(40);
  clock.jump(day * DAY);
  await world.reopen({ clock });
}

const paste = async () =>
  unwrap(await world.at.call("lists.open", { source: { kind: "text", name: "pasted", text: "a@b.example" } }))
    .listId;
const isOpen = async (listId: string) => (await world.at.call("lists.read", { listId, options: {} })).ok;

it.each([8, 32])(
  "what goes into the bin, and is pasted, when Winnow was open for %i days stays",
  async (days) => {
    unwrap(await world.at.call("cleanings.restore", { cleaningId: id }));
    await opened(3);
    world.at.clock.jump(days * DAY);
    unwrap(await world.at.act(id, "delete_here"));
    const listId = await paste();
    for (const later of [0.01, 1.1, 2.2]) await opened(3 + days + later);
    await world.reopen({ clock: world.at.clock });
    expect(await inBin()).toBe(1);
    expect(await isOpen(listId)).toBe(true);
  },
);

it.each([10, 35, 400])("one start with a clock that is %i days behind makes nothing older", async (days) => {
  unwrap(await world.at.call("cleanings.restore", { cleaningId: id }));
  for (let day = 5; day <= 60; day += 5) await opened(day);
  unwrap(await world.at.act(id, "delete_here"));
  const listId = await paste();
  for (const day of [61, 61 - days, 61.1, 62.2, 63.3]) await opened(day);
  expect(await inBin()).toBe(1);
  expect(await isOpen(listId)).toBe(true);
});

it("what was kept by a Winnow that noted no time stays", async () => {
  const listId = await paste();
  await world.at.close();
  const journal = new Database(join(world.folder, "data/winnow.db"));
  journal.prepare("DELETE FROM settings WHERE name = 'clock.seen'").run();
  journal.close();
  for (const day of [0, 0.1, 1.2]) await opened(day);
  expect(await inBin()).toBe(1);
  expect(await isOpen(listId)).toBe(true);
});

const inBin = async () => unwrap(await world.at.call("cleanings.list", { bin: true })).total;

it("one start with a clock that is years ahead takes nothing from the bin", async () => {
  await startAt(4000);
  expect(await inBin()).toBe(1);
  await startAt(4000);
  expect(await inBin()).toBe(1);
  unwrap(await world.at.call("cleanings.restore", { cleaningId: id }));
  expect(await world.get(id)).toMatchObject({ state: "done", deletedAt: null });
});

it("nor from the lists that were looked at and not cleaned", async () => {
  unwrap(await world.at.call("cleanings.restore", { cleaningId: id }));
  const { listId } = unwrap(
    await world.at.call("lists.open", { source: { kind: "text", name: "looked at", text: "a@b.example" } }),
  );
  await startAt(4000);
  expect(await world.at.call("lists.read", { listId, options: {} })).toMatchObject({ ok: true });
});

it("what was in the bin for a month goes although Winnow was not started in it, at the second start", async () => {
  // What goes into the bin on the last day before might have been dated by a clock that was behind.
  await opened(2);
  const clock = fastClock(40);
  clock.jump(40 * DAY);
  await world.reopen({ clock });
  clock.jump(2 * DAY);
  await world.reopen({ clock });
  await expect.poll(inBin, { timeout: 20_000 }).toBe(0);
});

it.each([-400, 4000])(
  "what is put into the bin while the clock is %i days off stays for its month",
  async (days) => {
    unwrap(await world.at.call("cleanings.restore", { cleaningId: id }));
    await world.reopen();
    world.at.clock.jump(days * DAY);
    unwrap(await world.at.act(id, "delete_here"));
    await startRight();
    expect(await inBin()).toBe(1);
    await opened(2);
    await opened(4);
    const clock = fastClock(40);
    clock.jump(36 * DAY);
    await world.reopen({ clock });
    clock.jump(2 * DAY);
    await world.reopen({ clock });
    await expect.poll(inBin, { timeout: 20_000 }).toBe(0);
  },
);

it("a list that is looked at while the clock is behind stays for its week", async () => {
  await world.reopen();
  world.at.clock.jump(-400 * DAY);
  const source = { kind: "text" as const, text: "Email\na@b.example\n", name: "looked at" };
  const { listId } = unwrap(await world.at.call("lists.open", { source }));
  await startRight();
  expect(await world.at.call("lists.read", { listId, options: {} })).toMatchObject({ ok: true });
});

const KNOWN = { ...PAID, reuseKnown: true };
const known = async () => {
  const { listId, accountId } = world;
  return unwrap(await world.at.call("cleanings.price", { listId, accountId, options: KNOWN })).known;
};
const check = async (address: string) =>
  unwrap(await world.at.call("checks.check", { accountId: world.accountId, address }));

it("what comes home while the clock is behind keeps the service's date, and is not paid for again", async () => {
  world.at.clock.jump(-400 * DAY);
  const { id: next } = unwrap(await world.start({ out: { path: `${world.out}.2.csv`, withVerdicts: true } }));
  await world.at.until(next, isOver);
  world.at.clock.jump(400 * DAY);
  expect(await known()).toBe(4);
  const [, row = ""] = readFileSync(`${world.out}.2.csv`, "utf8").split("\n");
  expect(row).toContain(new Date().toISOString().slice(0, 7));
});

it("nor is what was verified before it, while it is behind", async () => {
  world.at.clock.jump(-400 * DAY);
  expect(await known()).toBe(4);
  expect(await check("person1@example1.com")).toMatchObject({ source: "known" });
});

it("nor an address that was checked by itself meanwhile", async () => {
  world.at.clock.jump(-400 * DAY);
  expect(await check("alone@example.com")).toMatchObject({ source: "service" });
  world.at.clock.jump(400 * DAY);
  expect(await check("alone@example.com")).toMatchObject({ source: "known" });
});

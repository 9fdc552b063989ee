import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../electron/sandbox/index.ts";
import { fastClock } from "../support/fast-clock.ts";
import { isOver, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";

const DAY = 24 * 3600_000;
let sandbox: Sandbox;
let world: OneList;
let id: string;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
});
afterAll(() => sandbox.close());
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
  const clock = fastClock(40);
  clock.jump(40 * DAY);
  await world.reopen({ clock });
  clock.jump(2 * DAY);
  await world.reopen({ clock });
  await expect.poll(inBin, { timeout: 20_000 }).toBe(0);
});

import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isOver, PAID, readList, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
let world: OneList;

beforeEach(async () => {
  world = await oneList(sandbox, { rows: 3 });
});
afterEach(() => world.remove());

const results = (id: string) => join(world.folder, "data", "cleanings", id, "results.db");

const DAMAGE: [string, (id: string) => void][] = [
  ["is garbage", (id) => writeFileSync(results(id), "garbage".repeat(1000))],
  ["is empty", (id) => truncateSync(results(id), 0)],
  [
    "belongs to a list that is gone",
    () => rmSync(join(world.folder, "data", "lists", world.listId), { recursive: true }),
  ],
];

/** A cleaning that waits for the network, nothing of it sent, whose files are damaged then. */
async function damaged(spoil: (id: string) => void): Promise<string> {
  unwrap(await world.at.call("app.online", { online: false }));
  const { id } = unwrap(await world.start());
  spoil(id);
  return id;
}

async function priceOfAnother() {
  const path = join(world.folder, "another.csv");
  writeFileSync(path, "Email\nzoe@other.example\n");
  const listId = await readList(world.at, path);
  const options = { ...PAID, reuseKnown: true };
  return world.at.call("cleanings.price", { listId, accountId: world.accountId, options });
}

it.each(DAMAGE)("a list is priced while the results of another cleaning %s", async (_, spoil) => {
  await damaged(spoil);
  expect(unwrap(await priceOfAnother())).toMatchObject({ credits: 1 });
});

it.each(DAMAGE.slice(0, 2))(
  "a cleaning of which nothing was sent is cancelled although its results.db %s",
  async (_, spoil) => {
    const id = await damaged(spoil);
    unwrap(await world.at.act(id, "cancel"));
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "cancelled", spent: 0, problem: null });
    expect(sandbox.charges(world.label).size).toBe(0);
  },
);

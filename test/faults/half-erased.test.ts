import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Problem } from "../../shared/problems.ts";
import { fastClock } from "../support/fast-clock.ts";
import { isOver, readList, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const DAY = 24 * 3600_000;
const NAMES = ["a", "b", "c"] as const;

/** What happens to a folder that is to be removed: it is in use, or it goes and Winnow ends right then. */
const disturbed = vi.hoisted(() => new Map<string, "busy" | "ends">());
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return {
    ...real,
    async rm(...[path, options]: Parameters<typeof real.rm>) {
      const how = disturbed.get(String(path));
      if (how === "busy") throw Object.assign(new Error(`EBUSY: ${String(path)}`), { code: "EBUSY" });
      await real.rm(path, options);
      if (how === "ends") throw new Error("Winnow ended here");
    },
  };
});

const sandbox = await quickSandbox();
let world: OneList;
let told: Problem[] = [];

beforeEach(async () => {
  world = await oneList(sandbox, { rows: 5 });
  told = [];
});
afterEach(async () => {
  disturbed.clear();
  await world.remove();
});

const data = () => join(world.folder, "data");
const bin = async () => unwrap(await world.at.call("cleanings.list", { bin: true })).cleanings;

/** Files of the data folder that hold addresses of the list. */
function holding(name: string): string[] {
  return readdirSync(data(), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .filter((one) =>
      readFileSync(join(one.parentPath, one.name), "latin1").includes(`needle-${name}.example`),
    )
    .map((one) => one.name);
}

async function cleanAndBin(name: string): Promise<string> {
  const path = join(world.folder, `${name}.csv`);
  writeFileSync(
    path,
    `Email\n${Array.from({ length: 5 }, (_, i) => `p${i}@needle-${name}.example\n`).join("")}`,
  );
  world.listId = await readList(world.at, path);
  const { id } = unwrap(await world.start());
  expect(await world.at.until(id, isOver)).toMatchObject({ state: "done" });
  unwrap(await world.at.act(id, "delete_here"));
  return id;
}

async function startAfter(days: number): Promise<void> {
  const clock = fastClock(40);
  clock.jump(days * DAY);
  await world.reopen({ clock });
  world.at.engine.on((event) => {
    if (event.event === "notice") told.push(event.problem);
  });
}

it("what cannot be deleted for good keeps nothing else in the bin, and is told of once", async () => {
  const ids: string[] = [];
  for (const name of NAMES) ids.push(await cleanAndBin(name));
  disturbed.set(join(data(), "cleanings", ids[0] ?? ""), "busy");
  await startAfter(2);
  await startAfter(31);
  // After a month of absence the clock is believed at the second start.
  await startAfter(33);
  await expect.poll(async () => (await bin()).map(({ id }) => id), { timeout: 20_000 }).toEqual([ids[0]]);
  await expect.poll(() => told.map(({ code }) => code), { timeout: 20_000 }).toEqual(["cleaning_kept"]);
  expect([holding("b"), holding("c")]).toEqual([[], []]);
  const half = { ok: false, problem: { code: "cleaning_half_erased" } };
  expect(await world.at.call("cleanings.restore", { cleaningId: ids[0] ?? "" })).toMatchObject(half);
  await startAfter(35);
  const said = () => world.at.lines.filter((line) => line.includes("EBUSY"));
  await expect.poll(said, { timeout: 20_000 }).toHaveLength(1);
  expect((await bin()).map(({ id }) => id)).toEqual([ids[0]]);
  expect(told.map(({ code }) => code)).toEqual(["cleaning_kept"]);

  disturbed.clear();
  unwrap(await world.at.call("cleanings.erase", { cleaningId: ids[0] ?? "" }));
  expect([await bin(), holding("a")]).toEqual([[], []]);
});

for (const folder of ["cleanings", "lists"] as const) {
  it(`what was cut off as its ${folder} folder went cannot be brought back by half, and goes at the next start`, async () => {
    const id = await cleanAndBin("a");
    const own = folder === "cleanings" ? id : world.listId;
    disturbed.set(join(data(), folder, own), "ends");
    expect(await world.at.call("cleanings.erase", { cleaningId: id })).toMatchObject({
      ok: false,
      problem: { code: "cleaning_kept" },
    });
    expect(await world.at.call("cleanings.restore", { cleaningId: id })).toMatchObject({ ok: false });
    disturbed.clear();
    await startAfter(0);
    await expect.poll(bin, { timeout: 20_000 }).toEqual([]);
    await expect.poll(() => holding("a"), { timeout: 20_000 }).toEqual([]);
    expect(told).toEqual([]);
  });
}

it("what could not be deleted because its list's folder is in use goes with the next start", async () => {
  const id = await cleanAndBin("a");
  disturbed.set(join(data(), "lists", world.listId), "busy");
  expect(await world.at.call("cleanings.erase", { cleaningId: id })).toMatchObject({ ok: false });
  expect(holding("a")).not.toEqual([]);
  disturbed.clear();
  await startAfter(0);
  await expect.poll(() => holding("a"), { timeout: 20_000 }).toEqual([]);
});

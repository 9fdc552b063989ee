import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sandbox, world } from "../support/each-world.ts";
import { isOver, unwrap } from "../support/in-process.ts";
import { ADDRESSES } from "../support/one-cleaning.ts";

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

/** The whole disk as it is now. Called, it brings that back: the same files by all that a system knows them by. */
function snapshot(folder: string): () => void {
  const kept = new Map(filesIn(folder).map((name) => [name, readFileSync(join(folder, name))]));
  return () => {
    for (const name of filesIn(folder)) if (!kept.has(name)) rmSync(join(folder, name));
    for (const [name, bytes] of kept) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
  };
}

/** Begins a cleaning that is not sent yet when Winnow ends. */
async function unsent(): Promise<string> {
  const at = await world.start();
  const { id } = await world.beginUntil(at, null);
  await world.stop(at);
  return id;
}

/** Opens Winnow until the cleaning is over. */
async function finish(id: string): Promise<void> {
  const at = await world.start();
  expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
  await world.stop(at);
}

/** Somebody verifies something else with the same account. */
const useElsewhere = (credits: number) => sandbox.topUp(world.label, -credits);
const times = (n: number) => Array.from({ length: ADDRESSES }, () => n);

describe("a machine that is set back to an earlier state", () => {
  it("asks before it sends and pays once more for what was verified since", async () => {
    const id = await unsent();
    const setBack = snapshot(world.folder);
    await finish(id);
    expect(world.charges()).toEqual(times(1));
    const jobs = world.jobs();

    setBack();
    const at = await world.start();
    const asking = await at.until(id, ({ state }) => state === "waiting");
    expect(asking).toMatchObject({
      problem: { code: "balance_fell", detail: expect.stringContaining(`${ADDRESSES} credits`) },
      parts: [{ waitingFor: "user" }],
      asks: { start: { credits: ADDRESSES, mayBePaid: true } },
    });
    expect(world.jobs()).toEqual(jobs);
    await world.stop(at);

    const later = await world.start();
    expect(unwrap(await later.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "waiting" });
    expect(world.charges()).toEqual(times(1));
    unwrap(await later.act(id, "start"));
    expect(await later.until(id, isOver)).toMatchObject({ state: "done" });
    expect(world.charges()).toEqual(times(2));
  });

  it("asks also where the list had been uploaded, and was deleted at the service since", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, "committed:preparing");
    await world.stop(at);
    const setBack = snapshot(world.folder);
    await finish(id);
    const again = await world.start();
    unwrap(await again.act(id, "delete_at_service"));
    await world.stop(again);
    const jobs = world.jobs();

    setBack();
    const back = await world.start();
    const asking = await back.until(id, ({ state }) => state !== "running");
    expect(asking).toMatchObject({ state: "waiting", problem: { code: "balance_fell" } });
    expect(world.jobs()).toEqual(jobs);
  });
});

describe("an account that is used elsewhere too", () => {
  it("is no reason to ask while what was spent there could not have paid for the part", async () => {
    const id = await unsent();
    useElsewhere(ADDRESSES - 1);
    await finish(id);
    expect(world.charges()).toEqual(times(1));
  });

  it("is no reason to ask about a cleaning that is agreed to afterwards, nor about one that had been started", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, "committed:verifying");
    await world.stop(at);
    useElsewhere(5 * ADDRESSES);
    await finish(id);
    useElsewhere(5 * ADDRESSES);
    rmSync(world.out);
    const next = await world.start();
    const again = await world.begin(next);
    expect(await next.until(again.id, isOver)).toMatchObject({ state: "done" });
  });

  it("is no reason to ask when credits were bought", async () => {
    const id = await unsent();
    sandbox.topUp(world.label, 1_000);
    useElsewhere(5 * ADDRESSES);
    await finish(id);
  });
});

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sandbox, world } from "../support/each-world.ts";
import { type InProcess, isOver, unwrap } from "../support/in-process.ts";
import { ADDRESSES } from "../support/one-cleaning.ts";

const restore = async (at: InProcess, path: string) =>
  unwrap(await at.call("app.restore", { kind: "path", path }));
const online = async (at: InProcess) => unwrap(await at.call("app.online", { online: true }));
const paidOnce = () => Array.from({ length: ADDRESSES }, () => 1);

/** The work after the backup: everything is verified, paid, brought home and written; then the user edits the file. */
async function goOnWithoutTheBackup(at: InProcess, id: string): Promise<void> {
  await online(at);
  expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
  expect(world.charges()).toEqual(paidOnce());
  writeFileSync(world.out, "edited since");
}

describe("a cleaning that comes back from a backup", () => {
  it("that was not sent yet is paused, and is neither sent nor paid for again before the user agrees", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, null);
    const { path } = unwrap(await at.call("app.backup", {}));
    await goOnWithoutTheBackup(at, id);
    const jobs = world.jobs();

    expect(await restore(at, path)).toMatchObject({ paused: 1 });
    const back = unwrap(await at.call("cleanings.get", { cleaningId: id }));
    expect(back).toMatchObject({ state: "paused", problem: { code: "restored_unsure" } });
    expect(back.problem?.detail).toContain(`${ADDRESSES} credits`);

    unwrap(await at.act(id, "resume"));
    const asking = await at.until(id, ({ state }) => state === "waiting");
    expect(asking.parts[0]).toMatchObject({ state: "waiting", waitingFor: "user" });
    expect(asking.actions).toEqual(expect.arrayContaining(["start", "cancel"]));
    expect(world.jobs()).toEqual(jobs);
    expect(world.charges()).toEqual(paidOnce());

    unwrap(await at.act(id, "start"));
    const done = await at.until(id, ({ state }) => state === "done");
    expect(done.problem?.code).toBe("out_held");
    expect(readFileSync(world.out, "utf8")).toBe("edited since");
    unwrap(await at.act(id, "retry"));
    await at.until(id, ({ problem }) => problem?.code === "out_exists");
    expect(readFileSync(world.out, "utf8")).toBe("edited since");
    rmSync(world.out);
    unwrap(await at.act(id, "retry"));
    await at.until(id, ({ out }) => out?.rows === ADDRESSES);
    expect(readFileSync(world.out, "utf8")).toContain("person39@example4.com");
  });

  it.each(["committed:ready", "committed:verifying"])(
    "at %s reads the service's state when it is resumed, and fetches what was paid for without asking",
    async (point) => {
      const at = await world.start();
      const { id } = await world.beginUntil(at, point);
      const { path } = unwrap(await at.call("app.backup", {}));
      await goOnWithoutTheBackup(at, id);

      await restore(at, path);
      expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({
        state: "paused",
        problem: { code: "restored_paused" },
      });
      unwrap(await at.act(id, "resume"));
      const done = await at.until(id, ({ state }) => state === "done");
      expect(done).toMatchObject({ missing: 0, problem: { code: "out_held" } });
      expect(world.charges()).toEqual(paidOnce());
      expect(readFileSync(world.out, "utf8")).toBe("edited since");
    },
  );

  it("whose list waits at the service unstarted asks before it is started", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, "committed:preparing");
    const { path } = unwrap(await at.call("app.backup", {}));
    await restore(at, path);
    unwrap(await at.act(id, "resume"));
    const asking = await at.until(id, ({ problem }) => problem?.code === "restored_unsure");
    expect(asking.parts[0]).toMatchObject({ state: "waiting", waitingFor: "user" });
    expect(world.charges()).toEqual([]);
    unwrap(await at.act(id, "start"));
    await at.until(id, ({ state }) => state === "done");
    expect(world.charges()).toEqual(paidOnce());
    expect(world.jobs()).toHaveLength(1);
  });

  it("whose list is gone at the service is not sent again before the user asks for it", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, "committed:preparing");
    const { path } = unwrap(await at.call("app.backup", {}));
    await goOnWithoutTheBackup(at, id);
    unwrap(await at.act(id, "delete_at_service"));
    await restore(at, path);
    unwrap(await at.act(id, "resume"));
    const gone = await at.until(id, ({ parts }) => parts[0]?.state === "gone");
    expect(gone.actions).toContain("upload_again");
    expect(world.jobs()).toHaveLength(1);
  });

  it("that failed unpaid is not sent by trying again, but asks first", async () => {
    const at = await world.start();
    sandbox.faults.add({ account: world.label, name: "invalid-file", operation: "upload", times: 1 });
    const { id } = await world.begin(at);
    await at.until(id, ({ state }) => state === "failed");
    const { path } = unwrap(await at.call("app.backup", {}));
    unwrap(await at.act(id, "retry"));
    await at.until(id, isOver);
    expect(world.charges()).toEqual(paidOnce());
    await restore(at, path);
    unwrap(await at.act(id, "retry"));
    const asking = await at.until(id, ({ state }) => state === "waiting");
    expect(asking.problem?.code).toBe("restored_unsure");
    expect(world.charges()).toEqual(paidOnce());
  });

  it("does not reach for the service before it is resumed, also at later starts", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, "committed:preparing");
    const { path } = unwrap(await at.call("app.backup", {}));
    await restore(at, path);
    await world.stop(at);
    let asked = 0;
    const again = await world.start(world.data, {
      fetch: async () => {
        asked++;
        throw new TypeError("nothing may be asked");
      },
    });
    again.engine.resume();
    expect(unwrap(await again.call("cleanings.get", { cleaningId: id })).state).toBe("paused");
    await world.stop(again);
    expect(asked).toBe(0);
  });
});

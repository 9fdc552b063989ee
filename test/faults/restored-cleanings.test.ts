import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { world } from "../support/each-world.ts";
import { hasEnded, type InProcess, unwrap } from "../support/in-process.ts";
import { ADDRESSES } from "../support/one-cleaning.ts";

const restore = async (at: InProcess, path: string) =>
  unwrap(await at.call("app.restore", { kind: "path", path }));
const online = async (at: InProcess) => unwrap(await at.call("app.online", { online: true }));
const paidOnce = () => Array.from({ length: ADDRESSES }, () => 1);

/** Finishes the cleaning after the backup was made; then the user edits the output file. */
async function finishAfterBackup(at: InProcess, id: string): Promise<void> {
  await online(at);
  expect(await at.until(id, hasEnded)).toMatchObject({ state: "done", missing: 0 });
  expect(world.charges()).toEqual(paidOnce());
  writeFileSync(world.out, "edited since");
}

describe("a cleaning brought back by a restore", () => {
  it.each(["committed:ready", "committed:verifying"])(
    "is paused at %s, and once resumed fetches the paid results and overwrites nothing",
    async (point) => {
      const at = await world.start();
      const { id } = await world.startAndGoOfflineAt(at, point);
      const { path } = unwrap(await at.call("app.backup", {}));
      await finishAfterBackup(at, id);

      expect(await restore(at, path)).toMatchObject({ paused: 1 });
      expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "paused" });
      unwrap(await at.act(id, "resume"));
      await at.until(id, ({ state, problem }) => state === "done" && problem?.code === "out_exists");
      expect(world.charges()).toEqual(paidOnce());
      expect(readFileSync(world.out, "utf8")).toBe("edited since");
    },
  );

  it("sends no request before it is resumed, also after a restart", async () => {
    const at = await world.start();
    const { id } = await world.startAndGoOfflineAt(at, "committed:preparing");
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

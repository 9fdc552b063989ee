import { spawnSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { BridgeEvent } from "../../shared/bridge.ts";
import { backUp, cleanToEnd, restore } from "../support/backed-up.ts";
import { world } from "../support/each-world.ts";
import { unwrap } from "../support/in-process.ts";
import { LONG } from "../support/long.ts";

describe("a restore", () => {
  it("is complete when the call returns: pages are notified and every call sees the restored data", async () => {
    const at = await world.start();
    const events: BridgeEvent[] = [];
    at.engine.on((event) => events.push(event));
    unwrap(await at.call("settings.set", { freshDays: 12 }));
    const backup = await backUp(at);
    unwrap(await at.call("settings.set", { freshDays: 99 }));
    const restoring = restore(at, backup);
    const asked = Array.from({ length: 20 }, () => at.call("app.info", {}));
    const { aside, path } = unwrap(await restoring);
    expect(path).toBe(backup);
    expect(existsSync(join(aside, "winnow.db"))).toBe(true);
    expect(unwrap(await at.call("settings.get", {})).freshDays).toBe(12);
    expect(events.filter(({ event }) => event === "data.replaced")).toEqual([
      { event: "data.replaced", paused: 0 },
    ]);
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ ok: true });
  });

  it("changes nothing if it is cancelled", async () => {
    const at = await world.start();
    const id = await cleanToEnd(world, at);
    const backup = await backUp(at);
    const abort = new AbortController();
    const restoring = at.engine.call("app.restore", { kind: "path", path: backup }, { signal: abort.signal });
    abort.abort();
    expect(await restoring).toMatchObject({ ok: false, problem: { code: "cancelled" } });
    expect(existsSync(join(world.data, "restoring"))).toBe(false);
    expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "done" });
  });
});

describe("a restore killed at any step", () => {
  const swap = join(import.meta.dirname, "../support/swap-until.ts");

  it("leaves either the old or the new data complete, and is finished by the next start", async () => {
    const at = await world.start();
    await cleanToEnd(world, at);
    unwrap(await at.call("settings.set", { freshDays: 12 }));
    const backup = await backUp(at);
    unwrap(await at.call("settings.set", { freshDays: 99 }));
    await world.stop(at);
    const outcomes = new Set<number>();
    /** Returns whether it was killed before it was done. */
    const tried = async (phase: "stage" | "swap", step: number): Promise<boolean> => {
      const data = join(world.folder, `${phase}-${step}`);
      cpSync(world.data, data, { recursive: true });
      const run = spawnSync(process.execPath, [swap, data, backup, phase, String(step)], {
        encoding: "utf8",
        env: { ...process.env, NODE_COMPILE_CACHE: join(world.folder, "compiled") },
      });
      expect(run.stderr).toBe("");
      if (run.signal !== "SIGKILL") expect(run.stdout).toBe("whole\n");
      const again = await world.start(data);
      const { freshDays } = unwrap(await again.call("settings.get", {}));
      expect([12, 99]).toContain(freshDays);
      outcomes.add(freshDays);
      const { cleanings } = unwrap(await again.call("cleanings.list", {}));
      expect(cleanings).toMatchObject([{ state: "done" }]);
      const listed = unwrap(await again.call("app.backups", {})).backups;
      expect(listed.filter(({ kind }) => kind === "replaced")).toHaveLength(freshDays === 12 ? 1 : 0);
      expect(listed.every(({ whole }) => whole)).toBe(true);
      expect(existsSync(join(data, "restoring"))).toBe(false);
      await world.stop(again);
      return run.signal === "SIGKILL";
    };
    for (const step of LONG ? [1, 4, 12] : [4]) expect(await tried("stage", step)).toBe(true);
    const every = LONG ? 1 : 4;
    for (let step = 1; await tried("swap", step); step += every) expect(step).toBeLessThan(100);
    expect(outcomes).toEqual(new Set([12, 99]));
  }, 300_000);
});

import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createEngine } from "../../../electron/engine/engine.ts";
import { type Engine, IDLE } from "../../../electron/engine/engine-types.ts";
import { createReadOnlyEngine } from "../../../electron/engine/read-only-engine.ts";
import { backUp, restore } from "../../support/backed-up.ts";
import { openInProcess, unwrap } from "../../support/in-process.ts";
import { setUpOneList } from "../../support/one-list.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";

const sandbox = await quickSandbox();

/** Makes every request that hosts make on timers and events. */
async function ask(engine: Engine) {
  engine.resume();
  await engine.binPurged();
  expect(engine.downloadFile("unknown")).toBeNull();
  return engine.busy();
}

describe("an engine without an open journal", () => {
  it("reports during a restore only that it is writing, and keeps files received until the restore ends", async () => {
    const world = await setUpOneList(sandbox, { rows: 3 });
    const { engine, call } = world.at;
    const path = await backUp(world.at);
    const restoring = restore(world.at, path);
    let asked = 0;
    for (let isOver = false; !isOver; asked++) {
      expect(await ask(engine)).toEqual({ ...IDLE, writing: true });
      const upload = { path: join(world.folder, "contacts.csv"), name: "contacts.csv" };
      engine.registerUpload({ uploadId: `${asked}`, ...upload });
      isOver = await Promise.race([restoring.then(() => true), setImmediate(false)]);
    }
    unwrap(await restoring);
    for (const uploadId of [0, asked - 1])
      unwrap(await call("lists.open", { source: { kind: "upload", uploadId: `${uploadId}` } }));
  });

  it.each([
    ["engine", createEngine],
    ["read-only engine", createReadOnlyEngine],
  ])("reports nothing under way once the %s is closed", async (_name, create) => {
    const world = await setUpOneList(sandbox, { rows: 3 });
    await world.at.close();
    const { engine } = unwrap(await openInProcess(join(world.folder, "data"), {}, 1, create));
    await engine.close();
    expect(await ask(engine)).toEqual(IDLE);
    expect(await engine.call("cleanings.list", {})).toMatchObject({ problem: { code: "cancelled" } });
  });
});

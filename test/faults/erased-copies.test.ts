import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasEnded, type InProcess, unwrap } from "../support/in-process.ts";
import { createWorld, type World } from "../support/one-cleaning.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
let world: World;
let at: InProcess;

beforeEach(async () => {
  world = createWorld(sandbox);
  at = await world.start();
});
afterEach(() => world.end());

const backups = () => join(world.data, "backups");
const idsOf = async (on = at) => unwrap(await on.call("app.backups", {})).backups.map(({ id }) => id);
const erase = (ids: readonly string[], on = at) => on.call("app.deleteBackups", { ids: [...ids] });

function holding(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => readFileSync(path, "latin1").includes("person7@example2.com"));
}

/** Creates a cleaning, a backup of it in Winnow's own folder, and data that a restore moved aside. */
async function withCopies(): Promise<string[]> {
  const { id } = await world.begin(at);
  expect(await at.until(id, hasEnded)).toMatchObject({ state: "done" });
  const { path } = unwrap(await at.call("app.backup", {}));
  at.clock.jump(1000);
  unwrap(await at.call("app.restore", { kind: "path", path }));
  return idsOf();
}

describe("copies of the data that still contain an erased list", () => {
  it("can be deleted by id and leave no byte of the list in the data folder", async () => {
    const ids = await withCopies();
    expect(ids).toHaveLength(2);
    expect(holding(backups()).length).toBeGreaterThan(1);
    const [first = "", second = ""] = ids;
    const left = unwrap(await erase([first])).backups;
    expect(left.map(({ id }) => id)).toEqual([second]);
    expect(readdirSync(backups())).toEqual([second]);
    expect(unwrap(await erase([first, second])).backups).toEqual([]);
    expect(readdirSync(backups())).toEqual([]);
    expect(unwrap(await at.call("cleanings.list", {})).total).toBe(1);
  });

  it("are not deleted from the user's own folder, nor are other files", async () => {
    const own = join(world.folder, "usb");
    const { path } = unwrap(await at.call("app.backup", { target: { path: own } }));
    mkdirSync(join(backups(), "photos"), { recursive: true });
    const strange = [
      "../usb",
      `../../usb/${basename(path)}`,
      path,
      "photos",
      "..",
      ".",
      "winnow.db",
      "lists",
    ];
    for (const id of strange)
      expect(await erase([id]), id).toMatchObject({ ok: false, problem: { code: "copy_unknown" } });
    // The id of a backup elsewhere matches nothing in Winnow's folder.
    unwrap(await erase([basename(path)]));
    expect(existsSync(join(path, "backup.json"))).toBe(true);
    expect(readdirSync(backups())).toEqual(["photos"]);
    expect(existsSync(join(world.data, "winnow.db"))).toBe(true);
  });
});

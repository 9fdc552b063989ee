import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type InProcess, isOver, unwrap } from "../support/in-process.ts";
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

/** Files below `folder` in whose bytes an address of the list stands. */
function holding(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => readFileSync(path, "latin1").includes("person7@example2.com"));
}

/** A cleaning, a backup of it in Winnow's own folder, and what a restore moved aside. */
async function withCopies(): Promise<string[]> {
  const { id } = await world.begin(at);
  expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
  const { path } = unwrap(await at.call("app.backup", {}));
  at.clock.jump(1000);
  unwrap(await at.call("app.restore", { kind: "path", path }));
  return idsOf();
}

describe("copies of the data that hold what is erased", () => {
  it("are deleted for good, each by its id, and stand nowhere in the bytes of the folder any more", async () => {
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

  it("of every kind are deleted: put aside as damaged, from before an update, and beside another disk", async () => {
    const [replaced = ""] = (await withCopies()).filter((id) => id.startsWith("replaced-"));
    const damaged = "damaged-2026-01-02T03-04-05-006Z";
    const beside = "replaced-2026-01-02T03-04-05-006Z";
    cpSync(join(backups(), replaced), join(backups(), damaged), { recursive: true });
    cpSync(join(backups(), replaced), join(world.data, beside), { recursive: true });
    cpSync(join(backups(), replaced, "winnow.db"), join(backups(), "winnow-v6-1767323045006.db"));
    const ids = await idsOf();
    expect(ids).toHaveLength(5);
    expect(ids).toEqual(expect.arrayContaining([damaged, beside, "winnow-v6-1767323045006.db"]));
    unwrap(await at.call("app.restore", { kind: "backup", id: beside }));
    expect(unwrap(await erase(await idsOf())).backups).toEqual([]);
    expect(readdirSync(backups())).toEqual([]);
    expect(existsSync(join(world.data, beside))).toBe(false);
  });

  it("in a folder of the user's own stay, and so does whatever else lies among them", async () => {
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
    // Named as one that is only there: nothing of that name is here, so nothing is deleted.
    unwrap(await erase([basename(path)]));
    expect(existsSync(join(path, "backup.json"))).toBe(true);
    expect(readdirSync(backups())).toEqual(["photos"]);
    expect(existsSync(join(world.data, "winnow.db"))).toBe(true);
  });
});

describe("a link", () => {
  const elsewhere = () => join(world.folder, "elsewhere");
  beforeEach(() => {
    mkdirSync(join(elsewhere(), "inner"), { recursive: true });
    writeFileSync(join(elsewhere(), "winnow.db"), "mine");
    writeFileSync(join(elsewhere(), "inner", "mine.txt"), "mine");
  });
  const untouched = () =>
    expect(readdirSync(elsewhere(), { recursive: true, encoding: "utf8" }).sort()).toEqual([
      "inner",
      "inner/mine.txt",
      "winnow.db",
    ]);

  it("in the place of a copy is not followed, and the refusal says where it is kept", async () => {
    mkdirSync(backups(), { recursive: true });
    const id = "replaced-2026-01-02T03-04-05-006Z";
    symlinkSync(elsewhere(), join(backups(), id));
    expect(await idsOf()).toEqual([id]);
    expect(await erase([id])).toMatchObject({ ok: false, problem: { code: "copy_elsewhere" } });
    untouched();
    expect(readdirSync(backups())).toEqual([id]);
  });

  it("in the place of the folder of copies is not followed either", async () => {
    rmSync(backups(), { recursive: true, force: true });
    const id = "replaced-2026-01-02T03-04-05-006Z";
    renameSync(elsewhere(), join(world.folder, id));
    mkdirSync(elsewhere());
    renameSync(join(world.folder, id), join(elsewhere(), id));
    symlinkSync(elsewhere(), backups());
    expect(await erase([id])).toMatchObject({ ok: false, problem: { code: "copy_elsewhere" } });
    expect(existsSync(join(elsewhere(), id, "inner", "mine.txt"))).toBe(true);
  });

  it("inside a copy goes with it, and what it leads to stays", async () => {
    const id = "damaged-2026-01-02T03-04-05-006Z";
    mkdirSync(join(backups(), id), { recursive: true });
    symlinkSync(elsewhere(), join(backups(), id, "lists"));
    expect(unwrap(await erase([id])).backups).toEqual([]);
    untouched();
  });
});

describe("a deletion that is killed in the middle", () => {
  const script = join(import.meta.dirname, "../support/delete-copies.ts");
  const id = "replaced-2026-01-02T03-04-05-006Z";

  /** Kills the process that deletes a copy of thousands of files once it has begun. */
  async function killedWhileDeleting(): Promise<void> {
    for (let n = 0; n < 6000; n++) {
      const folder = join(backups(), id, "lists", `list-${n % 60}`);
      if (n < 60) mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `original-${n}`), "person7@example2.com");
    }
    const child = spawn(process.execPath, [script, world.data, id], { stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("close", (_, signal) => resolve(signal)));
    while (existsSync(join(backups(), id))) await new Promise((resolve) => setImmediate(resolve));
    child.kill("SIGKILL");
    expect(await ended).toBe("SIGKILL");
    expect(holding(backups()).length).toBeGreaterThan(0);
  }

  it("leaves nothing that is listed or restored by half, and is finished at the next start", async () => {
    await world.stop(at);
    await killedWhileDeleting();
    at = await world.start();
    expect(await idsOf()).toEqual([]);
    expect(holding(backups())).toEqual([]);
    expect(readdirSync(backups())).toEqual([]);
  });

  it("is finished by the next one that is asked for", async () => {
    await killedWhileDeleting();
    expect(await idsOf()).toEqual([]);
    unwrap(await erase([id]));
    expect(readdirSync(backups())).toEqual([]);
  });
});

describe("deleting copies", () => {
  it("waits for a restore that is under way, which is not disturbed", async () => {
    const ids = await withCopies();
    const [backup = ""] = ids.filter((one) => one.startsWith("winnow-"));
    const restoring = at.call("app.restore", { kind: "backup", id: backup });
    expect(await erase(ids)).toMatchObject({ ok: false, problem: { code: "copies_in_use" } });
    unwrap(await restoring);
    expect((await idsOf()).length).toBe(ids.length + 1);
  });

  it("keeps a restore from what it is taking away", async () => {
    const ids = await withCopies();
    const [backup = ""] = ids.filter((one) => one.startsWith("winnow-"));
    const erasing = erase(ids);
    const restored = await at.call("app.restore", { kind: "backup", id: backup });
    unwrap(await erasing);
    expect(restored).toMatchObject({ ok: false });
    expect(unwrap(await at.call("cleanings.list", {})).total).toBe(1);
    expect(await idsOf()).toEqual([]);
  });

  it("leaves a backup whole that is being made meanwhile", async () => {
    const ids = await withCopies();
    at.clock.jump(1000);
    const [made, erased] = await Promise.all([at.call("app.backup", {}), erase(ids)]);
    unwrap(erased);
    const { path } = unwrap(made);
    const { backups: left } = unwrap(await at.call("app.backups", {}));
    expect(left).toMatchObject([{ path, whole: true }]);
    unwrap(await at.call("app.restore", { kind: "path", path }));
  });
});

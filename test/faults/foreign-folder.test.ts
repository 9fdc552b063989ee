import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testFolder } from "../support/folders.ts";
import { openInProcess } from "../support/in-process.ts";
import { createWorld, type World } from "../support/one-cleaning.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";
import { root, spawnWinnow } from "../support/winnow.ts";

const NOBODY = 65_534;
const USER = 4_242;

const sandbox = await quickSandbox();
let world: World;

beforeAll(() => {
  if (process.getuid?.() !== 0)
    throw new Error("this test speaks as several users: run it as root, as CI does");
});
beforeEach(() => {
  world = createWorld(sandbox);
});
afterEach(() => world.end());

const contentOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

describe("a data folder that belongs to another user", () => {
  it("is refused, and nothing is written for it or into it", async () => {
    await world.stop(await world.start());
    execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, world.data]);
    const before = contentOf(world.data);
    const opened = await openInProcess(world.data);
    expect(opened).toMatchObject({
      ok: false,
      problem: { code: "store_foreign", detail: expect.stringContaining(world.data) },
    });
    expect(contentOf(world.data)).toEqual(before);
    expect(statSync(world.data).uid).toBe(NOBODY);
  });

  it("is refused even by a command that only reads", async () => {
    await world.stop(await world.start());
    execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, world.data]);
    const looked = await spawnWinnow(["lists"], { env: { WINNOW_DATA_DIR: world.data } });
    expect(looked).toMatchObject({ code: 2, stdout: "" });
    expect(looked.stderr).toContain(`${world.data} belongs to another user`);
  });
});

it("a used data folder that every user can write to is refused by every command, with the remedy", async () => {
  await world.stop(await world.start());
  chmodSync(world.data, 0o777);
  const before = contentOf(world.data);
  expect(await openInProcess(world.data)).toMatchObject({ ok: false, problem: { code: "store_foreign" } });
  const looked = await spawnWinnow(["lists"], { env: { WINNOW_DATA_DIR: world.data } });
  expect(looked).toMatchObject({ code: 2, stdout: "" });
  expect(looked.stderr).toContain(`chmod 700 "${world.data}"`);
  expect([contentOf(world.data), statSync(world.data).mode & 0o777]).toEqual([before, 0o777]);
});

describe("the check of a data folder's owner", () => {
  let place: string;
  beforeEach(() => {
    place = testFolder();
    chmodSync(place, 0o755);
  });

  function folder(name: string, owner: number, mode = 0o700): string {
    const path = join(place, name);
    mkdirSync(path);
    chownSync(path, owner, owner);
    chmodSync(path, mode);
    return path;
  }

  /** Returns `mine` if a Winnow of user `uid` can lock `dataDir`, and otherwise the problem. */
  function tryLock(dataDir: string, uid: number): string {
    // Root loads everything first, because the other user may not be able to enter the checkout.
    const code = `
      const { lockDataDir } = await import(${JSON.stringify(join(root, "electron/engine/store/index.ts"))});
      const { default: Database } = await import("better-sqlite3");
      new Database(":memory:").close();
      process.setgroups([]);
      process.setgid(${uid});
      process.setuid(${uid});
            const locked = lockDataDir(process.argv[1]);
      console.log(locked.ok ? "mine" : locked.problem.code + " " + locked.problem.detail);
      if (locked.ok) locked.value.release();`;
    const answer = execFileSync(process.execPath, ["--input-type=module", "-e", code, dataDir], {
      cwd: root,
      env: { PATH: process.env.PATH },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return answer.trim();
  }

  it("accepts the user's own folder, also below a group-writable home or in a place like /tmp", () => {
    const home = folder("home", USER, 0o775);
    const shared = folder("shared", 0, 0o1777);
    expect(tryLock(join(home, "new"), USER)).toBe("mine");
    expect(tryLock(join(shared, "new"), USER)).toBe("mine");
    expect(statSync(join(shared, "new")).mode & 0o777).toBe(0o700);
    expect(tryLock(join(shared, "new"), USER)).toBe("mine");
  });

  it("refuses a folder that another user made in a place like /tmp", () => {
    const shared = folder("shared", 0, 0o1777);
    const theirs = join(shared, "winnow");
    mkdirSync(theirs);
    chownSync(theirs, NOBODY, NOBODY);
    chmodSync(theirs, 0o777);
    expect(tryLock(theirs, USER)).toMatch(/^store_foreign/);
    expect(readdirSync(theirs)).toEqual([]);
  });

  it.each([
    ["that every user can write to", USER, 0o777],
    ["like /tmp itself", 0, 0o1777],
  ])("refuses a folder %s", (_, owner, mode) => {
    const dataDir = folder("open", owner, mode);
    writeFileSync(join(dataDir, "letter.txt"), "");
    expect(tryLock(dataDir, USER)).toMatch(/^store_foreign/);
    expect(existsSync(join(dataDir, "lock.db"))).toBe(false);
  });
});

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testFolder } from "../support/folders.ts";
import { hasEnded, openInProcess } from "../support/in-process.ts";
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

/** Creates a data folder whose journal says that a cleaned list still has to be written to `path`. */
async function dataFolderWithPendingOutput(path: string): Promise<void> {
  const at = await world.start();
  const { id } = await world.begin(at);
  await at.until(id, hasEnded);
  await world.stop(at);
  const db = new Database(join(world.data, "winnow.db"));
  db.prepare("UPDATE cleanings SET out = json_set(out, '$.path', ?, '$.rows', NULL)").run(path);
  db.pragma("journal_mode = DELETE");
  db.close();
}

const contentOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

describe("a data folder that belongs to another user", () => {
  it("is refused, and nothing is written for it or into it", async () => {
    const profile = join(world.folder, ".bash_profile");
    await dataFolderWithPendingOutput(profile);
    execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, world.data]);
    const before = contentOf(world.data);
    const opened = await openInProcess(world.data);
    expect(opened).toMatchObject({
      ok: false,
      problem: { code: "store_foreign", detail: expect.stringContaining(world.data) },
    });
    expect(existsSync(profile)).toBe(false);
    expect(contentOf(world.data)).toEqual(before);
    expect(statSync(world.data).uid).toBe(NOBODY);
  });

  it("is refused by a command that only reads", async () => {
    await world.stop(await world.start());
    execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, world.data]);
    const looked = await spawnWinnow(["lists"], { env: { WINNOW_DATA_DIR: world.data } });
    expect(looked).toMatchObject({ code: 2, stdout: "" });
    expect(looked.stderr).toContain(`${world.data} belongs to another user`);
  });

  it.each([
    ["whose journal", "winnow.db", () => chownSync(join(world.data, "winnow.db"), NOBODY, NOBODY)],
    ["whose archive", "archive.db", () => writeForeign(join(world.data, "archive.db"))],
    ["in which the place for lists", "lists", () => linkForeign(join(world.data, "lists"))],
    [
      "in which something deep in a folder that was open to all",
      "cleanings/3b/part-1.csv",
      () => {
        mkdirSync(join(world.data, "cleanings", "3b"), { recursive: true });
        writeForeign(join(world.data, "cleanings", "3b", "part-1.csv"));
        chmodSync(join(world.data, "cleanings"), 0o777);
        chmodSync(join(world.data, "cleanings", "3b"), 0o777);
      },
    ],
  ])("is refused even if only part of it does: one %s is another user's", async (_, name, plant) => {
    await world.stop(await world.start());
    rmSync(join(world.data, "lists"), { recursive: true, force: true });
    plant();
    const opened = await openInProcess(world.data);
    expect(opened).toMatchObject({
      ok: false,
      problem: { code: "store_foreign", detail: expect.stringContaining(join(world.data, name)) },
    });
  });
});

function writeForeign(path: string): void {
  writeFileSync(path, "");
  chownSync(path, NOBODY, NOBODY);
}

function linkForeign(path: string): void {
  const theirs = join(world.folder, "theirs");
  mkdirSync(theirs);
  chmodSync(theirs, 0o777);
  chownSync(theirs, NOBODY, NOBODY);
  symlinkSync(theirs, path);
}

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
  function tryLock(dataDir: string, uid: number, { self = uid, sudo = "" } = {}): string {
    // Root loads everything first, because the other user may not be able to enter the checkout.
    const code = `
      const { lockDataDir } = await import(${JSON.stringify(join(root, "electron/engine/store/index.ts"))});
      const { default: Database } = await import("better-sqlite3");
      new Database(":memory:").close();
      process.setgroups([]);
      process.setgid(${uid});
      process.setuid(${uid});
      process.geteuid = () => ${self};
      const locked = lockDataDir(process.argv[1]);
      console.log(locked.ok ? "mine" : locked.problem.code + " " + locked.problem.detail);
      if (locked.ok) locked.value.release();`;
    const answer = execFileSync(process.execPath, ["--input-type=module", "-e", code, dataDir], {
      cwd: root,
      env: { PATH: process.env.PATH, SUDO_UID: sudo },
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

  it("refuses a folder that another user made, or a link to it, in a place like /tmp", () => {
    const shared = folder("shared", 0, 0o1777);
    const theirs = join(shared, "winnow");
    mkdirSync(theirs);
    chownSync(theirs, NOBODY, NOBODY);
    chmodSync(theirs, 0o777);
    expect(tryLock(theirs, USER)).toMatch(/^store_foreign/);
    expect(readdirSync(theirs)).toEqual([]);
    const mine = folder("mine", USER);
    symlinkSync(mine, join(shared, "link"));
    lchownSync(join(shared, "link"), NOBODY, NOBODY);
    expect(tryLock(join(shared, "link"), USER)).toMatch(/^store_foreign/);
    expect(tryLock(join(shared, "link", "below"), USER)).toMatch(/^store_foreign/);
    expect(contentOf(mine)).toEqual([]);
  });

  it("accepts the user's own link to the folder or inside it", () => {
    const mine = folder("mine", USER);
    const large = folder("large", USER);
    symlinkSync(mine, join(place, "link"));
    symlinkSync(large, join(mine, "backups"));
    lchownSync(join(mine, "backups"), USER, USER);
    expect(tryLock(join(place, "link"), USER)).toBe("mine");
  });

  it.each([
    ["in which everybody may rename it", () => [folder("open", 0, 0o777), "data"]],
    ["that everybody may write to, with other things in it", () => [folder("open", USER, 0o777), ""]],
    ["like /tmp itself", () => [folder("open", 0, 0o1777), ""]],
  ])("refuses a folder %s", (_, make) => {
    const [above, name] = make();
    writeFileSync(join(above ?? "", "letter.txt"), "");
    const dataDir = join(above ?? "", name ?? "");
    mkdirSync(dataDir, { recursive: true });
    if (name !== "") chownSync(dataDir, USER, USER);
    expect(tryLock(dataDir, USER)).toMatch(/^store_foreign Everybody/);
    expect(existsSync(join(dataDir, "lock.db"))).toBe(false);
  });
});

import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { everything, isOver, PAID, readList, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";
import { runWinnow } from "../support/winnow.ts";

const sandbox = await quickSandbox();
let world: OneList;

beforeEach(async () => {
  const text = "Email\nann@firm.example\nbob@firm.example\neve@firm.example\nzoe@acme.example\n";
  world = await oneList(sandbox, { rows: 4, text });
});
afterEach(() => world.remove());

const data = () => join(world.folder, "data");
const lists = async () => unwrap(await world.at.call("suppression.list", {})).lists;

async function suppress(text: string, name = "unsubscribed"): Promise<string> {
  const source = { kind: "text" as const, text, name: `${name}.txt` };
  return unwrap(await world.at.call("suppression.add", { name, source })).id;
}

function damage(size = 8192): void {
  const file = openSync(join(data(), "winnow.db"), "r+");
  writeSync(file, Buffer.alloc(size, 7), 0, size, 4096);
  closeSync(file);
}

/** Addresses in the file that a new cleaning of the list writes. */
async function mailed(): Promise<string[]> {
  const accountId = unwrap(await world.at.call("accounts.list", {})).accounts[0]?.id ?? "";
  const listId = await readList(world.at, join(world.folder, "contacts.csv"));
  const { credits } = unwrap(await world.at.call("cleanings.price", { listId, accountId, options: PAID }));
  const { id } = unwrap(
    await world.at.call("cleanings.start", {
      listId,
      accountId,
      options: PAID,
      agreedCredits: credits,
      out: everything(world.out),
    }),
  );
  await world.at.until(id, isOver);
  const lines = readFileSync(world.out, "utf8").trim().split("\n").slice(1);
  return lines.map((line) => line.split(",")[0] ?? "");
}

describe("after the journal was damaged", () => {
  it("whoever is on a suppression list is neither verified nor written, at every later start", async () => {
    await suppress("eve@firm.example\n@acme.example\n");
    await suppress("bob@firm.example\n");
    await world.at.close();
    damage();
    for (let start = 1; start <= 2; start++) {
      await world.reopen();
      expect(await mailed()).toEqual(["ann@firm.example"]);
      expect(await lists()).toHaveLength(2);
    }
    expect(world.charges()).toHaveLength(1);
  });

  it("a restore of the last backup, as it is advised, keeps whoever was added since", async () => {
    await suppress("eve@firm.example\n@acme.example\n", "first");
    const { path } = unwrap(await world.at.call("app.backup", {}));
    await suppress("bob@firm.example\n", "second");
    await world.at.close();
    damage();
    await world.reopen();
    unwrap(await world.at.call("app.restore", { kind: "path", path }));
    expect(await mailed()).toEqual(["ann@firm.example"]);
    expect(await lists()).toHaveLength(2);
  });

  it("a list keeps its name where that can still be read, and one that lost entries stops cleanings", async () => {
    const id = await suppress("eve@firm.example\nbob@firm.example\n", "Asked to stop");
    await world.at.close();
    writeFileSync(join(data(), "suppression", `${id}.txt`), "eve@firm.example\n");
    // Everything but the last page can be read.
    const db = new Database(join(data(), "winnow.db"));
    db.exec("CREATE TABLE filler (text TEXT); INSERT INTO filler VALUES (printf('%.9000c', 'x'))");
    db.pragma("wal_checkpoint(TRUNCATE)");
    const pages = Number(db.pragma("page_count", { simple: true }));
    db.close();
    const file = openSync(join(data(), "winnow.db"), "r+");
    writeSync(file, Buffer.alloc(4096, 7), 0, 4096, (pages - 4) * 4096);
    closeSync(file);
    await world.reopen();
    expect(unwrap(await world.at.call("app.info", {})).storeProblem).toMatchObject({ code: "store_corrupt" });
    expect(await lists()).toMatchObject([{ id, name: "Asked to stop", addresses: 2 }]);
    await expect(mailed()).rejects.toThrow("store_corrupt");
  });
});

describe("a suppression list that the journal does not know", () => {
  it("counts, where an older journal was put back by hand", async () => {
    await world.at.close();
    const older = readFileSync(join(data(), "winnow.db"));
    await world.reopen();
    await suppress("eve@firm.example\n@acme.example\n");
    await world.at.close();
    writeFileSync(join(data(), "winnow.db"), older);
    await world.reopen();
    expect(await mailed()).toEqual(["ann@firm.example", "bob@firm.example"]);
  });

  it("stays away once it was removed, and is there whole where Winnow ended before it was", async () => {
    const [gone, kept] = [await suppress("eve@firm.example\n"), await suppress("bob@firm.example\n")];
    unwrap(await world.at.call("suppression.remove", { id: gone }));
    await world.at.close();
    const file = join(data(), "suppression", `${kept}.txt`);
    renameSync(file, `${file}.removed`);
    // Nobody can have removed this one's file.
    writeFileSync(join(data(), "suppression", `${gone}.txt.removed`), "eve@firm.example\n");
    await world.reopen();
    expect(await lists()).toMatchObject([{ id: kept }]);
    expect(await mailed()).toEqual(["ann@firm.example", "eve@firm.example", "zoe@acme.example"]);
  });
});

describe("in a terminal", () => {
  const run = (...args: string[]) =>
    runWinnow(args, {
      env: {
        WINNOW_DATA_DIR: data(),
        WINNOW_BASE_URL: sandbox.baseUrl,
        WINNOW_API_KEY: sandbox.account(world.label).key,
      },
    });
  const clean = () => run("clean", join(world.folder, "contacts.csv"), "--out", world.out, "--yes");

  it("a damaged journal ends the command before anything is paid for, and a restore goes on", async () => {
    await suppress("eve@firm.example\n");
    const { path } = unwrap(await world.at.call("app.backup", {}));
    await world.at.close();
    damage();
    const ended = await clean();
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("The history could not be opened");
    expect(ended.stderr).toContain("The suppression list that was found still counts.");
    expect(world.charges()).toEqual([]);
    damage(4096);
    const restored = await run("restore", path);
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.stderr).toContain("The history could not be opened");
    await world.reopen();
    expect(await lists()).toMatchObject([{ name: "unsubscribed" }]);
  });

  it("a copied data folder says that its unfinished cleanings are paused", async () => {
    unwrap(await world.at.call("app.online", { online: false }));
    unwrap(await world.start());
    await world.at.close();
    rmSync(join(data(), "identity"));
    const lines = (await clean()).stderr;
    expect(lines).toContain("This data is a copy");
    expect(lines).toContain("winnow resume");
  });
});

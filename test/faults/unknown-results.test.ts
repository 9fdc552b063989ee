import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BridgeEvent } from "../../shared/bridge.ts";
import { isOver, openInProcess, PAID, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";
import { runWinnow } from "../support/winnow.ts";

const sandbox = await quickSandbox();
const ROWS = 20;
let world: OneList;
let id: string;

/** A list that was paid for; Winnow is closed. */
beforeEach(async () => {
  world = await oneList(sandbox, { rows: ROWS });
  copyFileSync(journal(), join(world.folder, "before.db"));
  const begun = unwrap(await world.start());
  id = begun.id;
  await world.at.until(id, isOver);
  await world.at.close();
});
afterEach(() => world.remove());

const data = () => join(world.folder, "data");
const journal = () => join(data(), "winnow.db");
const away = () => join(world.folder, "away.db");
const paidOnce = () => Array.from({ length: ROWS }, () => 1);
const session = () => ({ baseUrl: sandbox.baseUrl, apiKey: sandbox.account(world.label).key });
const env = () => ({
  WINNOW_DATA_DIR: data(),
  WINNOW_BASE_URL: sandbox.baseUrl,
  WINNOW_API_KEY: session().apiKey,
});
const run = (...args: string[]) => runWinnow(args, { env: env() });

/** Every file of lists and cleanings, wherever below the data folder it is, by its bytes. */
function kept(): Map<string, string> {
  const files = readdirSync(data(), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /[/\\](lists|cleanings)[/\\]/.test(join(one.parentPath, one.name)))
    .filter(({ name }) => !/-(wal|shm)$/.test(name));
  return new Map(
    files.map((one) => {
      const path = join(one.parentPath, one.name);
      return [
        path.slice(path.search(/(lists|cleanings)[/\\][0-9a-f]/)),
        readFileSync(path).toString("base64"),
      ];
    }),
  );
}

function segments(): number {
  const db = new Database(join(data(), "archive.db"), { readonly: true });
  try {
    return Number(db.prepare("SELECT count(*) FROM segments").pluck().get());
  } finally {
    db.close();
  }
}

function takeJournalAway(left: "missing" | "empty"): void {
  for (const side of ["-wal", "-shm"]) rmSync(journal() + side, { force: true });
  renameSync(journal(), away());
  if (left === "empty") writeFileSync(journal(), "");
}

function putBack(from: string): void {
  for (const side of ["", "-wal", "-shm"]) rmSync(journal() + side, { force: true });
  copyFileSync(from, journal());
}

describe.each(["missing", "empty"] as const)("with a journal that is %s beside results", (left) => {
  it("nothing starts and nothing is changed, and once it is back everything is as before", async () => {
    takeJournalAway(left);
    const [before, parts] = [kept(), segments()];
    const refused = await openInProcess(data(), { session: session() });
    expect(refused).toMatchObject({ ok: false, problem: { code: "history_missing" } });
    for (const args of [
      ["resume"],
      ["lists"],
      ["restore", join(world.folder, "nothing-there")],
      // What that restore began stands for the history no more than nothing does.
      ["clean", join(world.folder, "contacts.csv"), "--out", join(world.folder, "y.csv"), "--yes"],
      ["lists"],
    ]) {
      const ran = await run(...args);
      expect(ran.code, args[0]).toBe(2);
      if (args[0] !== "restore") expect(ran.stderr).toContain("Winnow's history is missing");
      expect(ran.stderr).not.toContain("No lists yet");
      expect(kept()).toEqual(before);
      expect(segments()).toBe(parts);
    }
    expect(world.charges()).toEqual(paidOnce());
    putBack(away());
    await world.reopen();
    expect(await world.get(id)).toMatchObject({ state: "done" });
    expect(kept()).toEqual(before);
  });

  it("a restore of a backup moves what is there aside, whole", async () => {
    await world.reopen();
    const { path } = unwrap(await world.at.call("app.backup", {}));
    await world.at.close();
    takeJournalAway(left);
    const before = kept();
    const restored = await run("restore", path);
    expect(restored).toMatchObject({ code: 0 });
    for (const [name, bytes] of before) expect(kept().get(name)).toBe(bytes);
    await world.reopen();
    expect(await world.get(id)).toMatchObject({ state: "done" });
  });
});

describe("with an older journal that was put back", () => {
  it("results that it does not know are put aside, said, free, and there again with the newer one", async () => {
    copyFileSync(journal(), away());
    putBack(join(world.folder, "before.db"));
    const [before, parts] = [kept(), segments()];
    const first = await run("resume");
    expect(first.code).toBe(2);
    expect(first.stderr).toContain("There are results that the history does not know");
    expect(kept()).toEqual(before);
    expect(segments()).toBe(parts);
    const lists = await run("lists");
    expect(lists).toMatchObject({ code: 0 });
    expect(lists.stderr).toContain("There are results that the history does not know");

    await world.reopen();
    const { backups } = unwrap(await world.at.call("app.backups", {}));
    expect(backups).toMatchObject([{ kind: "unknown" }]);
    // What is known of the addresses is theirs for nothing.
    const options = { ...PAID, reuseKnown: true };
    const { listId, accountId } = world;
    const price = await world.at.call("cleanings.price", { listId, accountId, options });
    if (price.ok) expect(price.value.credits).toBe(0);
    await world.at.close();

    putBack(away());
    await world.reopen();
    expect(await world.get(id)).toMatchObject({ state: "done" });
    expect(unwrap(await world.at.call("app.backups", {})).backups).toEqual([]);
    expect(world.charges()).toEqual(paidOnce());
  });

  it("a page is told of it", async () => {
    putBack(join(world.folder, "before.db"));
    await world.reopen();
    const told = await new Promise<BridgeEvent[]>((resolve) => {
      const heard: BridgeEvent[] = [];
      world.at.engine.on((event) => {
        heard.push(event);
        setImmediate(() => resolve(heard));
      });
    });
    expect(told).toContainEqual(
      expect.objectContaining({ problem: expect.objectContaining({ code: "history_lacks" }) }),
    );
  });

  it("what was put aside is deleted by the user's word, and by nothing else", async () => {
    putBack(join(world.folder, "before.db"));
    for (let start = 0; start < 3; start++) await world.reopen();
    const [copy] = unwrap(await world.at.call("app.backups", {})).backups;
    expect(copy).toMatchObject({ kind: "unknown" });
    unwrap(await world.at.call("app.deleteBackups", { ids: [copy?.id ?? ""] }));
    expect(existsSync(copy?.path ?? "")).toBe(false);
  });

  it("a part that was paid for and is not home yet keeps its files", async () => {
    await world.reopen();
    sandbox.faults.add({ name: "no-credits", operation: "start", account: world.label });
    const waiting = unwrap(await world.start());
    await world.at.until(waiting.id, ({ parts }) => parts[0]?.state === "waiting");
    await world.at.close();
    const before = kept();
    putBack(join(world.folder, "before.db"));
    await world.reopen();
    sandbox.faults.clear();
    expect(kept()).toEqual(before);
  });
});

it("what the journal that worked here last never began is taken away, but nothing else in its folder", async () => {
  const never = join(data(), "cleanings", "3b241101-e2bb-4255-8caf-4136c566a962");
  const mixed = join(data(), "cleanings", "4b241101-e2bb-4255-8caf-4136c566a962");
  mkdirSync(never);
  writeFileSync(join(never, "part-1.csv"), "Email\n");
  cpSync(never, mixed, { recursive: true });
  writeFileSync(join(mixed, "mine.csv"), "mine");
  await world.reopen();
  await world.at.close();
  expect(existsSync(never)).toBe(false);
  expect([...kept().values()]).toContain(Buffer.from("mine").toString("base64"));
  await world.reopen();
});

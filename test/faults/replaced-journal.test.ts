import {
  copyFileSync,
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
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import { isOver, PAID, readList, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ROWS = 10;
const PAID_FOR = Array(ROWS).fill(1);
const sandbox = await quickSandbox();
let world: OneList;
/** Runs before the request for the list's status at which it is due. */
let beforeStatus: (() => boolean) | null = null;

beforeEach(async () => {
  const { fetch } = createNodeFetch();
  world = await oneList(
    sandbox,
    { rows: ROWS },
    {
      fetch(input, init) {
        const isStatus = String(input).includes("/v1/bulk") && init?.method === "GET";
        if (isStatus && beforeStatus?.() === true) beforeStatus = null;
        return fetch(input, init);
      },
    },
  );
});
afterEach(async () => {
  beforeStatus = null;
  sandbox.faults.clear();
  await world.remove();
});

const data = () => join(world.folder, "data");
const file = (name: string) => join(data(), name);
const elsewhere = () => join(world.folder, "elsewhere");

/** Another journal, of an earlier time, is renamed over the one that is open, as synchronisers do it. */
function replaceJournal(): void {
  const earlier = join(world.folder, "earlier.db");
  const db = new Database(file("winnow.db"), { readonly: true });
  writeFileSync(earlier, db.serialize());
  db.close();
  const old = new Database(earlier);
  old.exec("DELETE FROM parts; DELETE FROM journal; DELETE FROM cleanings");
  old.close();
  renameSync(earlier, file("winnow.db"));
  for (const end of ["-wal", "-shm"]) rmSync(file(`winnow.db${end}`), { force: true });
}

const deleteLog = () => rmSync(file("winnow.db-wal"));
const deleteJournal = () => rmSync(file("winnow.db"));
function replaceLock(): void {
  rmSync(file("lock.db"));
  writeFileSync(file("lock.db"), "");
}

/** Begins the cleaning, and lets `act` happen once the list was uploaded and before it is started at the service. */
async function beginAnd(act: () => void): Promise<string> {
  beforeStatus = () => {
    act();
    return true;
  };
  return unwrap(await world.start()).id;
}

/** What a process leaves that is killed: nothing is put in order. */
async function killAndReopen(): Promise<void> {
  const aside = elsewhere();
  mkdirSync(aside);
  for (const name of readdirSync(data()))
    if (name !== "lock.db" && existsSync(file(name))) renameSync(file(name), join(aside, name));
  await world.at.close();
  for (const name of readdirSync(data())) rmSync(file(name), { recursive: true, force: true });
  for (const name of readdirSync(aside)) renameSync(join(aside, name), file(name));
  await world.reopen();
}

describe("a list is uploaded, and Winnow's own files lose their names before it is started", () => {
  const ways: [string, () => void, RegExp][] = [
    ["another journal is renamed over it", replaceJournal, /winnow\.db/],
    ["the journal is deleted", deleteJournal, /winnow\.db/],
    ["the journal's log is deleted", deleteLog, /winnow\.db/],
    ["the lock is deleted", () => rmSync(file("lock.db")), /lock\.db/],
    ["the lock is replaced", replaceLock, /lock\.db/],
  ];

  it.each(ways)("%s: that is said, and nothing is started or paid for", async (_name, act, words) => {
    const id = await beginAnd(act);
    const cleaning = await world.at.until(id, ({ state }) => state === "waiting");
    expect(cleaning.problem).toMatchObject({ code: "store_replaced", detail: expect.stringMatching(words) });
    expect(cleaning.problem?.detail).toContain("nothing more is sent or paid for");
    expect(world.asked("start")).toBe(0);
    expect(world.charges()).toEqual([]);
  });

  it.each(ways)("%s: nothing else is begun, and what is there can still be looked at", async (_name, act) => {
    const id = await beginAnd(act);
    await world.at.until(id, ({ state }) => state === "waiting");
    expect(await world.start()).toMatchObject({ ok: false, problem: { code: "store_replaced" } });
    const check = { accountId: world.accountId, address: "alone@example.com" };
    expect(await world.at.call("checks.check", check)).toMatchObject({ ok: false });
    expect(unwrap(await world.at.call("cleanings.list", {})).cleanings).toHaveLength(1);
    expect(world.charges()).toEqual([]);
  });

  it.each(ways)("%s: the next start goes on with the list, and pays for it once", async (_name, act) => {
    const id = await beginAnd(act);
    await world.at.until(id, ({ state }) => state === "waiting");
    await world.reopen();
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "done" });
    expect(world.charges()).toEqual(PAID_FOR);
    expect(world.asked("upload")).toBe(1);
    expect(world.asked("start")).toBe(1);
  });

  it.each(ways.slice(0, 2))("%s, and Winnow is killed then: the same", async (_name, act) => {
    const id = await beginAnd(act);
    await world.at.until(id, ({ state }) => state === "waiting");
    await killAndReopen();
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "done" });
    expect(world.charges()).toEqual(PAID_FOR);
  });

  it("what stood in the journal's place is not deleted, and the user is told where it is", async () => {
    const id = await beginAnd(replaceJournal);
    await world.at.until(id, ({ state }) => state === "waiting");
    const told: string[] = [];
    await world.reopen();
    world.at.engine.on((event) => event.event === "notice" && told.push(event.problem.detail));
    await world.at.until(id, isOver);
    const [copy] = readdirSync(file("backups")).filter((name) => name.endsWith(".db"));
    expect(copy).toBeDefined();
    expect(told).toMatchObject([expect.stringContaining(join("backups", copy ?? "none"))]);
    const db = new Database(join(file("backups"), copy ?? ""), { readonly: true });
    expect(db.prepare("SELECT count(*) AS n FROM cleanings").get()).toEqual({ n: 0 });
    db.close();
    expect(readdirSync(data()).filter((name) => name.includes("kept"))).toEqual([]);
  });

  it("a file that comes back to its place lets it go on, and is paid for once", async () => {
    const id = await beginAnd(() => renameSync(file("winnow.db"), file("winnow.db.away")));
    await world.at.until(id, ({ state }) => state === "waiting");
    renameSync(file("winnow.db.away"), file("winnow.db"));
    unwrap(await world.at.act(id, "retry"));
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "done" });
    expect(world.charges()).toEqual(PAID_FOR);
    expect(readdirSync(data()).filter((name) => name.includes("kept"))).toEqual([]);
  });
});

it("what is paid for and under way when the journal is replaced comes home by the next start, and is paid for once", async () => {
  beforeStatus = () => {
    if (world.asked("start") === 0) return false;
    replaceJournal();
    return true;
  };
  const { id } = unwrap(await world.start());
  await world.at.until(id, ({ problem }) => problem?.code === "store_replaced");
  expect(world.charges()).toEqual(PAID_FOR);
  await world.reopen();
  expect(await world.at.until(id, isOver)).toMatchObject({ state: "done" });
  expect(world.charges()).toEqual(PAID_FOR);
  expect(readFileSync(world.out, "utf8")).toContain("person1@example1.com");
  expect(
    unwrap(
      await world.at.call("cleanings.price", {
        listId: world.listId,
        accountId: world.accountId,
        options: { ...PAID, reuseKnown: true },
      }),
    ),
  ).toMatchObject({ credits: 0 });
});

it("a list that waits for nothing but the user says so by itself", async () => {
  sandbox.faults.add({ name: "no-credits", operation: "start", account: world.label });
  const { id } = unwrap(await world.start());
  await world.at.until(id, ({ waiting }) => waiting?.for === "credits");
  replaceJournal();
  const cleaning = await world.at.until(id, ({ problem }) => problem?.code === "store_replaced");
  expect(cleaning).toMatchObject({ state: "waiting", waiting: { for: "user" } });
  expect(world.charges()).toEqual([]);
});

it("another journal that Winnow has worked with since is not replaced by what was kept", async () => {
  const id = await beginAnd(replaceJournal);
  await world.at.until(id, ({ state }) => state === "waiting");
  copyFileSync(file("winnow.db.kept"), join(world.folder, "kept"));
  await world.reopen();
  await world.at.until(id, isOver);
  const second = await readList(world.at, join(world.folder, "contacts.csv"));
  await world.at.close();
  copyFileSync(join(world.folder, "kept"), file("winnow.db.kept"));
  await world.reopen();
  expect(await world.get(id)).toMatchObject({ state: "done" });
  expect((await world.at.call("lists.preflight", { listId: second })).ok).toBe(true);
  expect(existsSync(file("winnow.db.kept"))).toBe(false);
});

it("a second Winnow that got in by the lost lock goes on alone, and the list is paid for once", async () => {
  const id = await beginAnd(() => rmSync(file("lock.db")));
  await world.at.until(id, ({ problem }) => problem?.code === "store_replaced");
  const first = world.at;
  world.at = { ...first, close: async () => {} };
  await world.reopen();
  try {
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "done" });
    expect(await first.call("cleanings.act", { cleaningId: id, action: "retry" })).toMatchObject({
      ok: false,
    });
    expect(world.charges()).toEqual(PAID_FOR);
    expect(world.asked("start")).toBe(1);
    expect(world.asked("upload")).toBe(1);
  } finally {
    await first.close();
  }
  // What the first one leaves behind is not the second one's.
  expect(existsSync(file("lock.db.holder"))).toBe(true);
  await world.reopen();
  expect(await world.get(id)).toMatchObject({ state: "done" });
});

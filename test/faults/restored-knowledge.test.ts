import { copyFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isOver, PAID, readList, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const BEFORE = "ann.before@needle.example";
const SINCE = "bob.since@needle.example";
const UNHEARD = "carl.unheard@needle.example";
const LISTED = "person3@example3.com";
const OPTIONS = { ...PAID, reuseKnown: true };
const sandbox = await quickSandbox();
let world: OneList;
let backup: string;

beforeEach(async () => {
  world = await oneList(sandbox, { rows: 8 });
  expect(await check(BEFORE)).toMatchObject({ source: "service" });
  backup = await backUp();
});
afterEach(async () => {
  sandbox.faults.clear();
  await world.remove();
});

const data = () => join(world.folder, "data");
const check = async (address: string, again = false) =>
  unwrap(await world.at.call("checks.check", { accountId: world.accountId, address, again }));
const backUp = async () => unwrap(await world.at.call("app.backup", { target: { path: world.folder } })).path;
const restore = async (path = backup) => unwrap(await world.at.call("app.restore", { kind: "path", path }));
const kept = async (address: string) =>
  unwrap(await world.at.call("checks.kept", { accountId: world.accountId, address }));
const lists = async () => unwrap(await world.at.call("cleanings.list", {})).cleanings;

/** Checks an address, and loses the answer of another one. */
async function checkBoth(): Promise<void> {
  expect(await check(SINCE)).toMatchObject({ source: "service" });
  sandbox.faults.add({ name: "drop-after", operation: "verify", account: world.label, times: 1 });
  expect((await check(UNHEARD)).problem?.code).toBe("check_unheard");
}

async function clean(): Promise<string> {
  const { id } = unwrap(await world.start());
  await world.at.until(id, isOver);
  return id;
}

/** What cleaning the same list once more costs. */
async function price() {
  const path = join(world.folder, "contacts.csv");
  const { listId, accountId } = { listId: await readList(world.at, path), accountId: world.accountId };
  return unwrap(await world.at.call("cleanings.price", { listId, accountId, options: OPTIONS }));
}

/** Files of the archive in whose bytes the text stands. */
const holding = (text: string) =>
  readdirSync(data()).filter(
    (name) => name.startsWith("archive.db") && readFileSync(join(data(), name), "latin1").includes(text),
  );

it("what single checks found out since a backup is not paid for again once it is restored", async () => {
  await checkBoth();
  await restore();
  expect(await check(BEFORE)).toMatchObject({ source: "known" });
  expect(await check(SINCE)).toMatchObject({ source: "known" });
  expect(await check(UNHEARD)).toMatchObject({
    verdict: null,
    problem: { code: "check_unheard_before" },
  });
  expect(world.charges()).toEqual([1, 1, 1]);
});

it("nor is what lists found out, which do not come back", async () => {
  await clean();
  await restore();
  expect(await lists()).toEqual([]);
  expect(await price()).toMatchObject({ known: 8, credits: 0 });
  expect(await check(LISTED)).toMatchObject({ source: "known" });
  const history = unwrap(await world.at.call("results.history", { search: LISTED, limit: 5 }));
  expect(history.addresses).toMatchObject([{ entries: [{ name: "Earlier cleaning" }] }]);
  expect(world.charges()).toEqual(Array(9).fill(1));
});

it("it outlasts another restore, and an archive that is built anew", async () => {
  await clean();
  await checkBoth();
  await restore();
  await restore();
  await world.at.close();
  renameSync(join(data(), "archive.db"), join(data(), "archive.db.damaged-1"));
  await world.reopen();
  expect(await check(SINCE)).toMatchObject({ source: "known" });
  expect((await check(UNHEARD)).problem?.code).toBe("check_unheard_before");
  expect(await price()).toMatchObject({ known: 8, credits: 0 });
});

it("it goes with the result of an address that is forgotten, for its list is not here to be deleted", async () => {
  await clean();
  await restore();
  expect(await kept(LISTED)).toEqual({ checks: 1, lists: [], stillKnown: false });
  expect(holding(LISTED)).not.toEqual([]);
  expect(unwrap(await world.at.call("checks.forget", { address: LISTED.toUpperCase() }))).toEqual({
    forgotten: 1,
  });
  expect(holding(LISTED)).toEqual([]);
  expect(await price()).toMatchObject({ known: 7, credits: 1 });
});

it("what was erased or put into the bin since the backup does not come along", async () => {
  await check(SINCE);
  unwrap(await world.at.call("checks.forget", { address: SINCE }));
  const id = await clean();
  unwrap(await world.at.act(id, "delete_here"));
  await restore();
  expect(holding(SINCE)).toEqual([]);
  expect(holding(LISTED)).toEqual([]);
  expect(await price()).toMatchObject({ known: 0, credits: 8 });
});

it("a backup whose archive was damaged when it was made brings back what its cleanings found out, too", async () => {
  await clean();
  await world.at.close();
  const archive = join(data(), "archive.db");
  copyFileSync(archive, `${archive}.sound`);
  writeFileSync(archive, Buffer.alloc(65_536, 7));
  // Not opened in between: nothing meets the damage.
  await world.reopen({ goOn: false });
  const path = await backUp();
  expect(readdirSync(path)).not.toContain("archive.db");
  await world.at.close();
  renameSync(`${archive}.sound`, archive);
  await world.reopen();
  await check(SINCE);
  await restore(path);
  expect(await lists()).toHaveLength(1);
  expect(await price()).toMatchObject({ known: 8, credits: 0 });
  expect(await check(SINCE)).toMatchObject({ source: "known" });
});

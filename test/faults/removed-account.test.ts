import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FaultRule } from "../../electron/sandbox/index.ts";
import type { Account } from "../../shared/bridge/accounts.ts";
import { PAID, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";
import { createMemoryKeychain } from "../unit/accounts/memory-keychain.ts";

const ROWS = 40;
const sandbox = await quickSandbox();
let world: OneList;
/** The keychain removes a key only when it is told that it may. */
let mayRemove: Promise<void>;
let letRemove: () => void;
let removing: () => void;
let isRemoving: Promise<void>;

beforeEach(async () => {
  ({ promise: mayRemove, resolve: letRemove } = Promise.withResolvers<void>());
  ({ promise: isRemoving, resolve: removing } = Promise.withResolvers<void>());
  const inner = createMemoryKeychain();
  const keychain = {
    ...inner,
    async remove(id: string) {
      removing();
      await mayRemove;
      return inner.remove(id);
    },
  };
  world = await oneList(sandbox, { rows: ROWS, credits: 1000 }, { keychain });
});
afterEach(async () => {
  letRemove();
  sandbox.faults.clear();
  await world.remove();
});

async function add(label: string, apiKey: string): Promise<Account> {
  return unwrap(await world.at.call("accounts.add", { label, baseUrl: sandbox.baseUrl, apiKey }));
}

const start = (accountId: string) =>
  world.at.call("cleanings.start", { listId: world.listId, accountId, options: PAID, agreedCredits: ROWS });

it("no cleaning begins on an account whose key is just being removed", async () => {
  const { key } = sandbox.createAccount({ label: "leaving", credits: 500 });
  const { id } = await add("Leaving", key);
  const removed = world.at.call("accounts.remove", { id });
  await isRemoving;
  expect(await start(id)).toMatchObject({ ok: false, problem: { code: "account_unknown" } });
  letRemove();
  expect(await removed).toEqual({ ok: true, value: {} });
  expect(sandbox.snapshot().jobs.filter(({ account }) => account === "leaving")).toEqual([]);
});

it("an account whose key cannot be removed goes on as before", async () => {
  const inner = createMemoryKeychain();
  const remove = async () => ({ kind: "failed" as const, state: "locked" as const, why: "locked" as const });
  await world.reopen({ keychain: { ...inner, remove } });
  const { key } = sandbox.createAccount({ label: "kept", credits: 500 });
  const { id } = await add("Kept", key);
  expect((await world.at.call("accounts.remove", { id })).ok).toBe(false);
  const { id: cleaning } = unwrap(await start(id));
  expect(await world.at.until(cleaning, ({ state }) => state === "done")).toMatchObject({ missing: 0 });
});

it("what was paid for on a removed account comes home once its key is entered again", async () => {
  const { key } = sandbox.createAccount({ label: "back", credits: 500 });
  const { key: other } = sandbox.createAccount({ label: "other", credits: 500 });
  const account = await add("Back", key);
  sandbox.faults.add({ name: "status-endless", operation: "status", account: "back" });
  const { id } = unwrap(await start(account.id));
  await world.at.until(id, ({ parts }) => parts[0]?.state === "verifying");
  await world.at.close();
  asAnEarlierWinnowRemovedIt(account.id);
  await world.reopen();
  await world.at.until(id, ({ problem }) => problem?.code === "account_unknown");
  sandbox.faults.clear();
  expect((await add("Other", other)).id).not.toBe(account.id);
  const again = await add("Back again", key);
  expect(again).toMatchObject({ id: account.id, label: "Back again", keyState: "stored" });
  const done = await world.at.until(id, ({ state }) => state === "done");
  expect(done).toMatchObject({ missing: 0, accountLabel: "Back again" });
  expect([...sandbox.charges("back").values()]).toEqual(Array.from({ length: ROWS }, () => 1));
});

/** A cleaning on an account of its own, ended by `fault`, whose account was then removed. */
async function endedThenRemoved(fault: FaultRule, label: string) {
  const { key } = sandbox.createAccount({ label, credits: 500 });
  letRemove();
  const account = await add(label, key);
  sandbox.faults.add({ ...fault, account: label });
  const { id } = unwrap(await start(account.id));
  const ended = await world.at.until(id, ({ state }) => state === "failed");
  sandbox.faults.clear();
  unwrap(await world.at.call("accounts.remove", { id: account.id }));
  return { id, key, accountId: account.id, ended };
}

const heard = (label: string) =>
  sandbox.requests.filter((one) => one.account === label && one.operation !== "balance").length;

describe.each<[string, FaultRule, "retry" | "upload_again"]>([
  ["cancelled before it was started", { name: "cancel" }, "retry"],
  ["refused when it was uploaded", { name: "invalid-file" }, "retry"],
  ["lost after it was paid for, asked about again,", { name: "vanish", operation: "download" }, "retry"],
  ["lost after it was paid for", { name: "vanish", operation: "download" }, "upload_again"],
])("a list that was %s, and whose account was removed,", (what, fault, action) => {
  it("is not set going again without it", async () => {
    const { id, ended } = await endedThenRemoved(fault, `without ${what}`);
    const asked = heard(`without ${what}`);
    const refused = await world.at.act(id, action);
    expect(refused).toMatchObject({ ok: false, problem: { code: "account_unknown" } });
    if (!refused.ok) expect(refused.problem.detail).toContain(`'without ${what}'`);
    const now = await world.get(id);
    expect({ ...now, revision: 0 }).toEqual({ ...ended, revision: 0 });
    expect(heard(`without ${what}`)).toBe(asked);
  });
});

it.each<[string, FaultRule]>([
  ["cancelled before it was started", { name: "cancel" }],
  ["refused when it was uploaded", { name: "invalid-file" }],
])("a list that was %s goes on once the same key is entered again", async (what, fault) => {
  const { id, key, accountId } = await endedThenRemoved(fault, `again ${what}`);
  expect(readFileSync(join(world.folder, "data", "winnow.db")).includes(key)).toBe(false);
  const { key: other } = sandbox.createAccount({ label: `other ${what}`, credits: 500 });
  expect((await add("Somebody else", other)).id).not.toBe(accountId);
  expect(await add("Under another name", key)).toMatchObject({ id: accountId, label: "Under another name" });
  unwrap(await world.at.act(id, "retry"));
  expect(await world.at.until(id, ({ state }) => state === "done")).toMatchObject({ missing: 0 });
  expect([...sandbox.charges(`again ${what}`).values()]).toEqual(Array.from({ length: ROWS }, () => 1));
});

it("a list is not set going again while the key of its account is being removed", async () => {
  const { key } = sandbox.createAccount({ label: "going", credits: 500 });
  const account = await add("Going", key);
  sandbox.faults.add({ name: "invalid-file", account: "going" });
  const { id } = unwrap(await start(account.id));
  await world.at.until(id, ({ state }) => state === "failed");
  const removed = world.at.call("accounts.remove", { id: account.id });
  await isRemoving;
  expect(await world.at.act(id, "retry")).toMatchObject({ ok: false, problem: { code: "account_unknown" } });
  letRemove();
  expect(await removed).toEqual({ ok: true, value: {} });
  expect((await world.get(id)).state).toBe("failed");
});

function asAnEarlierWinnowRemovedIt(id: string): void {
  const db = new Database(join(world.folder, "data", "winnow.db"));
  const removed = "removed_at = 1, key_hint = NULL, key_saved = 0, credits = NULL, credits_read_at = NULL";
  db.prepare(`UPDATE accounts SET ${removed} WHERE id = ?`).run(id);
  db.close();
}

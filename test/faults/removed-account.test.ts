import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../electron/sandbox/index.ts";
import type { Account } from "../../shared/bridge/accounts.ts";
import { PAID, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { createMemoryKeychain } from "../unit/accounts/memory-keychain.ts";

const ROWS = 40;
let sandbox: Sandbox;
let world: OneList;
/** The keychain removes a key only when it is told that it may. */
let mayRemove: Promise<void>;
let letRemove: () => void;
let removing: () => void;
let isRemoving: Promise<void>;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
});
afterAll(() => sandbox.close());
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
  const remove = async () => ({ kind: "failed" as const, state: "locked" as const, detail: "" });
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

function asAnEarlierWinnowRemovedIt(id: string): void {
  const db = new Database(join(world.folder, "data", "winnow.db"));
  const removed = "removed_at = 1, key_hint = NULL, key_saved = 0, credits = NULL, credits_read_at = NULL";
  db.prepare(`UPDATE accounts SET ${removed} WHERE id = ?`).run(id);
  db.close();
}

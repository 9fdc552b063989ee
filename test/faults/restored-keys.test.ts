import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../electron/sandbox/index.ts";
import { DEFAULT_CLEANING_OPTIONS } from "../../shared/bridge/cleanings.ts";
import { type InProcess, openInProcess, readList, unwrap } from "../support/in-process.ts";
import { createMemoryKeychain } from "../unit/accounts/memory-keychain.ts";

let folder: string;
let sandbox: Sandbox;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-keys-"));
  sandbox = await createSandbox({ accounts: [{ label: "a", key: "key-of-account-a", credits: 500 }] });
});
afterEach(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** A Winnow on a machine without a keychain. */
async function start(): Promise<InProcess> {
  const keychain = createMemoryKeychain();
  keychain.state = "no_service";
  return unwrap(await openInProcess(join(folder, "data"), { keychain }));
}

async function priceOf(at: InProcess, accountId: string) {
  const path = join(folder, "list.csv");
  writeFileSync(path, "email\nann@x.example\nbob@x.example\n");
  const listId = await readList(at, path);
  const options = DEFAULT_CLEANING_OPTIONS;
  return unwrap(await at.call("cleanings.price", { listId, accountId, options }));
}

it("a restore keeps the keys that are in memory alone; a later run says that they are missing", async () => {
  const at = await start();
  const wanted = { label: "A", baseUrl: sandbox.baseUrl, apiKey: "key-of-account-a" };
  const { id } = unwrap(await at.call("accounts.add", wanted));
  const { path } = unwrap(await at.call("app.backup", {}));
  unwrap(await at.call("app.restore", { kind: "path", path }));
  expect(unwrap(await at.call("accounts.list", {})).accounts).toMatchObject([{ id, keyState: "session" }]);
  expect(await priceOf(at, id)).toMatchObject({ credits: 2, balance: 500 });
  await at.close();

  const later = await start();
  expect(unwrap(await later.call("accounts.list", {})).accounts).toMatchObject([{ id, keyState: "missing" }]);
  expect(await priceOf(later, id)).toMatchObject({
    credits: 2,
    balance: null,
    unread: { code: "key_missing" },
  });
  await later.close();
});

it("an account that was added since the backup is still there, and its key goes with it when it is removed", async () => {
  const keychain = createMemoryKeychain();
  const at = unwrap(await openInProcess(join(folder, "data"), { keychain }));
  const wanted = { label: "A", baseUrl: sandbox.baseUrl, apiKey: "key-of-account-a" };
  const removed = unwrap(await at.call("accounts.add", { ...wanted, label: "Removed" }));
  unwrap(await at.call("accounts.remove", { id: removed.id }));
  const { path } = unwrap(await at.call("app.backup", {}));
  const { id } = unwrap(await at.call("accounts.add", wanted));
  unwrap(await at.call("app.restore", { kind: "path", path }));
  expect(unwrap(await at.call("accounts.list", {})).accounts).toMatchObject([{ id, keyState: "stored" }]);
  expect(await at.call("accounts.add", wanted)).toMatchObject({ problem: { code: "account_exists" } });
  unwrap(await at.call("accounts.remove", { id }));
  expect(keychain.keys.size).toBe(0);
  await at.close();
});

it("one whose name the backup has for another account gets another name", async () => {
  const keychain = createMemoryKeychain();
  const at = unwrap(await openInProcess(join(folder, "data"), { keychain }));
  const wanted = { label: "A", baseUrl: sandbox.baseUrl, apiKey: "key-of-account-a" };
  const first = unwrap(await at.call("accounts.add", wanted));
  const { path } = unwrap(await at.call("app.backup", {}));
  unwrap(await at.call("accounts.remove", { id: first.id }));
  const second = unwrap(await at.call("accounts.add", wanted));
  unwrap(await at.call("app.restore", { kind: "path", path }));
  expect(unwrap(await at.call("accounts.list", {})).accounts).toMatchObject([
    { id: first.id, label: "A" },
    { id: second.id, label: "A 2", keyState: "stored" },
  ]);
  await at.close();
});

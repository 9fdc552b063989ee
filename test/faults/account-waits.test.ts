import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../electron/sandbox/index.ts";
import { type InProcess, isOver, openInProcess, PAID, readList, unwrap } from "../support/in-process.ts";
import { createMemoryKeychain } from "../unit/accounts/memory-keychain.ts";

let folder: string;
let sandbox: Sandbox;
let at: InProcess | null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-account-waits-"));
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  at = null;
});
afterEach(async () => {
  await at?.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

it("a cleaning that waits for a locked keychain goes on when it is unlocked and the machine wakes", async () => {
  const keychain = createMemoryKeychain();
  const apiKey = sandbox.createAccount({ label: "mine", credits: 10 }).key;
  const first = unwrap(await openInProcess(join(folder, "data"), { keychain }));
  at = first;
  const { id: accountId } = unwrap(
    await first.call("accounts.add", { label: "Mine", baseUrl: sandbox.baseUrl, apiKey }),
  );
  writeFileSync(join(folder, "list.csv"), "Email\na@b.example\nc@d.example\n");
  const listId = await readList(first, join(folder, "list.csv"));
  unwrap(await first.call("app.online", { online: false }));
  const wish = { listId, accountId, options: PAID, agreedCredits: 2 };
  const { id } = unwrap(await first.call("cleanings.start", wish));
  await first.close();

  keychain.state = "locked";
  const second = unwrap(await openInProcess(join(folder, "data"), { keychain }));
  at = second;
  const waits = await second.until(id, ({ state }) => state === "waiting");
  expect(waits).toMatchObject({ waiting: { for: "account" }, problem: { code: "keychain_locked" } });
  keychain.state = "available";
  second.engine.resume();
  expect(await second.until(id, isOver)).toMatchObject({ state: "done" });
});

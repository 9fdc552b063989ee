import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../../electron/sandbox/index.ts";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { createWinnow, loadAll, type Winnow } from "../../../../renderer/stores/winnow.tsx";
import { type InProcess, openInProcess, unwrap } from "../../../support/in-process.ts";
import { createMemoryKeychain } from "../../accounts/memory-keychain.ts";

let folder: string;
let sandbox: Sandbox;
let at: InProcess;
let page: Winnow;
let keychain: ReturnType<typeof createMemoryKeychain>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-chosen-"));
  sandbox = await createSandbox({ accounts: [], speed: Number.POSITIVE_INFINITY });
  keychain = createMemoryKeychain();
  await open();
});
afterEach(async () => {
  await at.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

async function open(sessionAccount: { baseUrl: string; apiKey: string } | null = null): Promise<void> {
  at = unwrap(await openInProcess(join(folder, "data"), { sessionAccount, keychain }));
  const { engine } = at;
  const bridge = {
    call: (name: string, input: unknown) => engine.call(name, input),
    listen: (take: (event: never) => void) => engine.on((event) => take(event as never)),
  } as unknown as Bridge;
  page = createWinnow(bridge);
  await loadAll(page);
}

const keyOf = (label: string) => sandbox.createAccount({ label, credits: 1_000 }).key;

async function add(label: string): Promise<string> {
  const wish = { label, baseUrl: sandbox.baseUrl, apiKey: keyOf(label) };
  return unwrap(await page.accounts.getState().add(wish)).id;
}

/** Drops a list and waits until it is read and, if it starts automatically, started. */
async function drop(): Promise<void> {
  const path = join(folder, "l.csv");
  writeFileSync(path, `Email\n${Array.from({ length: 60 }, (_, i) => `p${i}@x.example`).join("\n")}\n`);
  await page.intake.getState().add([{ kind: "path", path }]);
}

const began = () => page.cleanings.getState().watched.length;

async function choose(accountId: string): Promise<void> {
  expect(await page.app.getState().save({ accountId, startUnderCredits: 100 })).toBeNull();
}

describe("a list that starts automatically", () => {
  it("does not start on a remaining account after the chosen account was removed", async () => {
    await add("Client A");
    await add("Client B");
    const chosen = await add("Client C");
    await choose(chosen);
    expect(await page.accounts.getState().remove(chosen)).toBeNull();
    await drop();
    expect(began()).toBe(0);
    expect(unwrap(await at.call("settings.get", {}))).toMatchObject({
      accountId: chosen,
      startUnderCredits: 0,
    });
    for (const { label } of sandbox.accounts()) expect(sandbox.account(label).credits).toBe(1_000);
  });
});

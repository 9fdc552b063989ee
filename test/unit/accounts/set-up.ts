import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  type Accounts,
  type AccountsOptions,
  type AccountUsage,
  createAccounts,
} from "../../../electron/engine/accounts/index.ts";
import { openJournal } from "../../../electron/engine/store/index.ts";
import type { BridgeEvent } from "../../../shared/bridge.ts";
import { testFolder } from "../../support/folders.ts";
import { unwrap } from "../../support/unwrap.ts";
import { manualClock } from "../service/manual-clock.ts";
import { type ScriptedService, startScriptedService } from "../service/scripted-service.ts";
import { createMemoryKeychain, type MemoryKeychain } from "./memory-keychain.ts";

export const GOOD = "good-key-abcd1234";
export const OTHER = "other-key-wxyz9876";

export const acme = { label: "Acme", baseUrl: null, apiKey: GOOD };
export const refusal = (code: string) => ({ ok: false, problem: { code } });

/** Creates a data folder, a service that accepts two keys, and accounts that can be closed and reopened. */
export async function setUp() {
  const dir = testFolder();
  const service = await startScriptedService();
  const balances = new Map([
    [GOOD, 100],
    [OTHER, 7],
  ]);
  balanceOf(service, balances);
  const keychain = createMemoryKeychain();
  const clock = manualClock();
  const events: BridgeEvent[] = [];
  const usage = new Map<string, AccountUsage>();
  const sandbox = { launches: 0, closed: 0, fails: false, breakDown: () => {} };
  const opened: { accounts: Accounts; close(): Promise<void> }[] = [];

  function open(options: Partial<AccountsOptions> = {}): Accounts {
    const journal = unwrap(openJournal(join(dir, "winnow.db"), join(dir, "backups")));
    const accounts = createAccounts({
      journal,
      keychain,
      fetch,
      clock,
      emit: (event) => events.push(event),
      async launchSandbox() {
        sandbox.launches++;
        if (sandbox.fails) throw new Error("no port");
        return {
          baseUrl: `${service.baseUrl}/sandbox-${sandbox.launches}`,
          apiKey: GOOD,
          ended: new Promise<void>((resolve) => {
            sandbox.breakDown = resolve;
          }),
          close: async () => void sandbox.closed++,
        };
      },
      session: null,
      serviceUrl: service.baseUrl,
      usage: (id) => usage.get(id) ?? { reserved: 0, verifying: 0, unfinished: 0, cleanings: 0 },
      ...options,
    });
    opened.push({
      accounts,
      async close() {
        await accounts.close();
        journal.close();
      },
    });
    return accounts;
  }

  async function closeAll(): Promise<void> {
    for (const one of opened.splice(0)) await one.close();
  }
  onTestFinished(async () => {
    await closeAll();
    await service.close();
  });

  return {
    dir,
    service,
    balances,
    keychain,
    clock,
    events,
    usage,
    sandbox,
    open,
    closeAll,
    /** Returns the contents of all files in the data folder as one text. */
    onDisk: () =>
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
        .join("\n"),
  };
}

function balanceOf(service: ScriptedService, balances: Map<string, number>): void {
  service.answer(({ url }) => {
    const credits = balances.get(url.searchParams.get("apikey") ?? "");
    return credits === undefined
      ? { status: 401, body: { result: "Invalid API key", success: false } }
      : { body: { success: true, credits_info: { credits_remaining: credits } } };
  });
}

export function keyIn(keychain: MemoryKeychain, id: string): unknown {
  const { key } = JSON.parse(keychain.keys.get(id) ?? "{}");
  return key;
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { testFolder } from "../support/folders.ts";
import {
  hasEnded,
  type InProcess,
  openInProcess,
  PAY_FOR_ALL,
  readList,
  unwrap,
} from "../support/in-process.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ROWS = 40;
const sandbox = await quickSandbox();

/** Starts a cleaning on a removable account, and waits until the service verifies it. */
async function started(label: string): Promise<{ at: InProcess; id: string; accountId: string }> {
  const folder = testFolder();
  const { key } = sandbox.createAccount({ label, credits: 1000 });
  const addresses = Array.from({ length: ROWS }, (_, i) => `person${i}@example${i % 5}.com`);
  writeFileSync(join(folder, "contacts.csv"), `Email\n${addresses.join("\n")}\n`);
  const at = unwrap(await openInProcess(join(folder, "data")));
  onTestFinished(() => at.close());
  const { baseUrl } = sandbox;
  const accountId = unwrap(await at.call("accounts.add", { label, baseUrl, apiKey: key })).id;
  const listId = await readList(at, join(folder, "contacts.csv"));
  sandbox.faults.add({ name: "status-endless", account: label });
  const wish = { listId, accountId, options: PAY_FOR_ALL, agreedCredits: ROWS };
  const { id } = unwrap(await at.call("cleanings.start", wish));
  await at.until(id, ({ parts }) => parts[0]?.state === "verifying");
  return { at, id, accountId };
}

describe("a started list", () => {
  it("can be given up while its key is invalid; then the account and the cleaning can be removed", async () => {
    const { at, id, accountId } = await started("refused");
    sandbox.faults.add({ name: "invalid-key", account: "refused" });
    const stuck = await at.until(id, ({ waiting }) => waiting?.for === "account");
    expect(stuck.actions).toContain("give_up");
    expect(await at.call("accounts.remove", { id: accountId })).toMatchObject({ ok: false });
    const over = unwrap(await at.act(id, "give_up"));
    expect(over).toMatchObject({
      state: "failed",
      spent: ROWS,
      unverified: { parts: 1, addresses: ROWS },
      problem: { code: "given_up" },
    });
    expect(await at.call("accounts.remove", { id: accountId })).toEqual({ ok: true, value: {} });
    unwrap(await at.act(id, "delete_here"));
    expect(
      unwrap(await at.call("cleanings.list", { search: "", bin: false, offset: 0, limit: 9 })).total,
    ).toBe(0);
  });

  it("can still be fetched if it was given up too early, and is paid for once", async () => {
    const { at, id } = await started("early");
    unwrap(await at.act(id, "stop_watching"));
    expect(unwrap(await at.act(id, "give_up")).state).toBe("failed");
    sandbox.faults.clear();
    unwrap(await at.act(id, "retry"));
    expect(await at.until(id, hasEnded)).toMatchObject({ state: "done", missing: 0, spent: ROWS });
    expect([...sandbox.charges("early").values()]).toEqual(Array.from({ length: ROWS }, () => 1));
  });
});

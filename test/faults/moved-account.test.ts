import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createSandbox, type Sandbox } from "../../electron/sandbox/index.ts";
import { type InProcess, isOver, openInProcess, PAID, readList, unwrap } from "../support/in-process.ts";

const ROWS = 5;
let worlds = 0;
let first: Sandbox;
let second: Sandbox;
let folder: string;
let at: InProcess;
let accountId: string;
let label: string;
let keys: { first: string; second: string };

beforeAll(async () => {
  first = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  second = await createSandbox({ speed: Number.POSITIVE_INFINITY });
});
afterAll(async () => {
  await first.close();
  await second.close();
});
beforeEach(async () => {
  label = `mover-${++worlds}`;
  folder = mkdtempSync(join(tmpdir(), "winnow-moved-"));
  const addresses = Array.from({ length: ROWS }, (_, i) => `person${i}@example${i}.com`);
  writeFileSync(join(folder, "contacts.csv"), `Email\n${addresses.join("\n")}\n`);
  keys = {
    first: first.createAccount({ label, credits: 1000 }).key,
    second: second.createAccount({ label, credits: 1000 }).key,
  };
  at = unwrap(await openInProcess(join(folder, "data")));
  accountId = await add(label, first, keys.first);
});
afterEach(async () => {
  await at.close();
  first.faults.clear();
  second.faults.clear();
  rmSync(folder, { recursive: true, force: true });
});

async function add(name: string, { baseUrl }: Sandbox, apiKey: string): Promise<string> {
  return unwrap(await at.call("accounts.add", { label: name, baseUrl, apiKey })).id;
}

async function moveTo({ baseUrl }: Sandbox, apiKey: string): Promise<void> {
  unwrap(await at.call("accounts.changeAddress", { id: accountId, baseUrl, apiKey }));
}

async function cleaned() {
  const listId = await readList(at, join(folder, "contacts.csv"));
  const wish = { listId, accountId, options: PAID, agreedCredits: ROWS };
  const { id } = unwrap(await at.call("cleanings.start", wish));
  return at.until(id, isOver);
}

const get = async (cleaningId: string) => unwrap(await at.call("cleanings.get", { cleaningId }));
/** Requests about jobs that the service heard from this test's account. */
const heard = (service: Sandbox) =>
  service.requests.filter((one) => one.account === label && one.operation !== "balance");
const jobsAt = (service: Sandbox) =>
  service.snapshot().jobs.filter(({ account, gone }) => account === label && !gone);

/** How often in a row the only part's last request came to nothing, by what is on disk. */
function attempts(): number {
  const db = new Database(join(folder, "data", "winnow.db"), { readonly: true });
  try {
    return Number(db.prepare("SELECT json_extract(record, '$.attempts') FROM parts").pluck().get());
  } finally {
    db.close();
  }
}

describe("after the account has moved to another service", () => {
  it("a list is deleted where it is, and nowhere else", async () => {
    const { id } = await cleaned();
    await moveTo(second, keys.second);
    expect(await at.act(id, "delete_at_service")).toMatchObject({
      ok: false,
      problem: { code: "account_moved" },
    });
    expect([heard(second), jobsAt(first).length]).toEqual([[], 1]);
    expect((await get(id)).actions).toContain("delete_at_service");
    await moveTo(first, keys.first);
    unwrap(await at.act(id, "delete_at_service"));
    expect(jobsAt(first)).toEqual([]);
    expect((await get(id)).actions).not.toContain("delete_at_service");
  });

  it("one that waits to be deleted goes on waiting until the account is back", async () => {
    unwrap(await at.call("settings.set", { deleteAfterFetch: true }));
    first.faults.add({ name: "500-html", operation: "delete", account: label });
    const { id } = await cleaned();
    await moveTo(second, keys.second);
    const before = attempts();
    await vi.waitFor(() => expect(attempts()).toBeGreaterThan(before), { timeout: 20_000, interval: 20 });
    expect([heard(second), jobsAt(first).length]).toEqual([[], 1]);
    expect((await get(id)).actions).toContain("delete_at_service");
    first.faults.clear();
    await moveTo(first, keys.first);
    await at.until(id, ({ actions }) => !actions.includes("delete_at_service"));
    expect(jobsAt(first)).toEqual([]);
  });

  it.each(["retry", "upload_again"] as const)(
    "'%s' on a failed list of the old one asks nothing and changes nothing",
    async (action) => {
      first.faults.add({ name: "vanish", operation: "download", account: label });
      const { id, state, actions } = await cleaned();
      expect([state, actions.includes(action)]).toEqual(["failed", true]);
      const before = await get(id);
      await moveTo(second, keys.second);
      expect(await at.act(id, action)).toMatchObject({ ok: false, problem: { code: "account_moved" } });
      expect(heard(second)).toEqual([]);
      expect({ ...(await get(id)), revision: before.revision }).toEqual(before);
    },
  );

  it("a key that is entered there is not tried on the lists of the old one", async () => {
    first.faults.add({ name: "cancel", account: label });
    await cleaned();
    await moveTo(second, keys.second);
    unwrap(await at.call("accounts.remove", { id: accountId }));
    await add("Another", second, keys.second);
    expect(heard(second)).toEqual([]);
  });
});

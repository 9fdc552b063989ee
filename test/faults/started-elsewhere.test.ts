import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { Problem } from "../../shared/problems.ts";
import { type InProcess, isOver, openInProcess, PAID, readList, unwrap } from "../support/in-process.ts";
import { type Client, type NumberedService, numberedService } from "../support/numbered-service.ts";
import { createMemoryKeychain } from "../unit/accounts/memory-keychain.ts";

/** The balance is shared with the service's own site, where a list can be started, too. */
const ROWS = 20;
const KEY = "the-only-key";

let service: NumberedService;
let client: Client;
let folder: string;
let at: InProcess;
let accountId: string;
let notices: Problem[];
let keychain: ReturnType<typeof createMemoryKeychain>;

beforeEach(async () => {
  service = await numberedService();
  client = service.account(KEY, 5);
  folder = mkdtempSync(join(tmpdir(), "winnow-elsewhere-"));
  notices = [];
  keychain = createMemoryKeychain();
  await open();
  const account = { label: "Acme", baseUrl: service.baseUrl, apiKey: KEY };
  accountId = unwrap(await at.call("accounts.add", account)).id;
});
afterEach(async () => {
  await at.close();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<void> {
  at = unwrap(await openInProcess(join(folder, "data"), { keychain }));
  at.engine.on((event) => void (event.event === "notice" && notices.push(event.problem)));
}

/** A list that waits at the service for credits. */
async function waiting(): Promise<string> {
  const path = join(folder, "contacts.csv");
  writeFileSync(path, `Email\n${Array.from({ length: ROWS }, (_, i) => `p${i}@firm.example`).join("\n")}\n`);
  const wish = { listId: await readList(at, path), accountId, options: PAID, agreedCredits: ROWS };
  const { id } = unwrap(await at.call("cleanings.start", { ...wish, waitForCredits: true }));
  await at.until(id, ({ waiting }) => waiting?.for === "credits");
  return id;
}

/** The user fills the account up and starts the list on the site, where it completes. */
function startOnTheSite(): void {
  const list = client.lists.get("1");
  if (list === undefined) throw new Error("there is no list");
  list.status = "completed";
  client.credits += 100 - ROWS;
  client.started.push("1");
}

const deletions = () => client.asked.filter((one) => one.startsWith("DELETE"));
const isThere = ({ actions }: Cleaning) => actions.includes("delete_at_service");

function expectPaidOnce(): void {
  expect(deletions()).toEqual([]);
  expect([client.started, client.credits, client.lists.size]).toEqual([["1"], 85, 1]);
}

describe("a list that was started on the service's site", () => {
  it("is not deleted when it is cancelled here: its results come home, which is said", async () => {
    const id = await waiting();
    startOnTheSite();
    unwrap(await at.act(id, "cancel"));
    expect(await at.until(id, ({ state }) => state === "done")).toMatchObject({ missing: 0, spent: ROWS });
    expect(notices.map(({ code }) => code)).toEqual(["started_after_all"]);
    expectPaidOnce();
  });

  it("is not deleted where the service is asked only once Winnow is opened again", async () => {
    const id = await waiting();
    client.isRevoked = true;
    unwrap(await at.act(id, "cancel"));
    await at.close();
    client.isRevoked = false;
    startOnTheSite();
    await open();
    expect(await at.until(id, ({ state }) => state === "done")).toMatchObject({ missing: 0, spent: ROWS });
    expectPaidOnce();
  });

  it("comes back from the bin, as it has cost something", async () => {
    const id = await waiting();
    client.isRevoked = true;
    unwrap(await at.act(id, "cancel"));
    unwrap(await at.act(id, "delete_here"));
    client.isRevoked = false;
    startOnTheSite();
    await at.close();
    await open();
    expect(await at.until(id, ({ state }) => state === "done")).toMatchObject({
      deletedAt: null,
      missing: 0,
    });
    expectPaidOnce();
  });

  it("is not deleted by the button for it either, whose words speak of a cancelled list", async () => {
    const id = await waiting();
    client.isRevoked = true;
    unwrap(await at.act(id, "cancel"));
    const there = await at.until(id, isOver);
    expect(there).toMatchObject({ state: "cancelled", spent: 0 });
    client.isRevoked = false;
    startOnTheSite();
    const refused = await at.act(id, "delete_at_service");
    // Where Winnow asked by itself just before, it is under way again already.
    expect(refused.ok || refused.problem.code).toMatch(/^started_after_all$|^cleaning_settled$/);
    expect(await at.until(id, ({ state }) => state === "done")).toMatchObject({ missing: 0 });
    expectPaidOnce();
  });
});

it("a list that nobody started is deleted at the service once it is cancelled", async () => {
  const id = await waiting();
  unwrap(await at.act(id, "cancel"));
  await at.until(id, (cleaning) => cleaning.state === "cancelled" && !isThere(cleaning));
  expect(client.lists.size).toBe(0);
  expect(notices).toEqual([]);
});

it("a list whose results are here is deleted at the service when the user wants it", async () => {
  client.credits = 100;
  const path = join(folder, "contacts.csv");
  writeFileSync(path, `Email\n${Array.from({ length: ROWS }, (_, i) => `p${i}@firm.example`).join("\n")}\n`);
  const wish = { listId: await readList(at, path), accountId, options: PAID, agreedCredits: ROWS };
  const { id } = unwrap(await at.call("cleanings.start", wish));
  await at.until(id, isOver);
  unwrap(await at.act(id, "delete_at_service"));
  expect(client.lists.size).toBe(0);
});

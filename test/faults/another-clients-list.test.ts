import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { type InProcess, isOver, openInProcess, PAID, readList, unwrap } from "../support/in-process.ts";
import { type Client, type NumberedService, numberedService } from "../support/numbered-service.ts";

/** A service that numbers each account's lists on its own: the other client's list has the number of the own one. */

const OWN = "key-of-the-own-account";
const SECOND = "second-key-of-the-own-account";
const OTHER = "key-of-the-other-client";
const ROWS = 20;
const THEIRS = Array.from({ length: ROWS }, (_, i) => `theirs${i}@client.example`);

let service: NumberedService;
let own: Client;
let other: Client;
let folder: string;
let at: InProcess;
let accountId: string;

beforeEach(async () => {
  service = await numberedService();
  own = service.account(OWN, 5);
  other = service.account(OTHER, 1000);
  folder = mkdtempSync(join(tmpdir(), "winnow-numbered-"));
  at = unwrap(await openInProcess(join(folder, "data")));
  accountId = await add("Own", OWN);
});
afterEach(async () => {
  await at.close();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function add(label: string, apiKey: string): Promise<string> {
  const { baseUrl } = service;
  return unwrap(await at.call("accounts.add", { label, baseUrl, apiKey })).id;
}

/** The other client's list under the number of the own one. */
const putTheirs = (createdAt: string | null, addresses = THEIRS, status: "ready" | "completed" = "ready") =>
  service.put(OTHER, { addresses, createdAt, status });

async function start(): Promise<string> {
  const path = join(folder, "contacts.csv");
  writeFileSync(path, `Email\n${Array.from({ length: ROWS }, (_, i) => `p${i}@firm.example`).join("\n")}\n`);
  const wish = { listId: await readList(at, path), accountId, options: PAID, agreedCredits: ROWS };
  return unwrap(await at.call("cleanings.start", { ...wish, waitForCredits: true })).id;
}

const replace = (apiKey: string) => at.call("accounts.replaceKey", { id: accountId, apiKey });
const isShort = ({ waiting }: Cleaning) => waiting?.for === "credits";

function expectTheirsUntouched(): void {
  expect(other.lists.get("1")?.addresses).toEqual(THEIRS);
  expect(other.started).toEqual([]);
  expect(other.credits).toBe(1000);
  expect(other.asked.filter((one) => /PATCH|DELETE|POST/.test(one))).toEqual([]);
}

describe("a list that waits for credits", () => {
  it.each([
    ["was made at another time", "11/21/2026, 9:00:02 AM"],
    ["cannot be told apart while the former key still has another balance", "11/21/2026, 9:00:01 AM"],
  ])("is not exchanged for the other client's, which %s", async (_, createdAt) => {
    putTheirs(createdAt);
    const id = await start();
    await at.until(id, isShort);
    expect(await replace(OTHER)).toMatchObject({ ok: false, problem: { code: "key_of_another" } });
    expectTheirsUntouched();
    own.credits = 100;
    unwrap(await at.call("accounts.refresh", { id: accountId }));
    expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
    expect([own.started, own.credits]).toEqual([["1"], 80]);
  });

  it("is sent anew after a yes where the service says too little of its lists to tell them apart", async () => {
    service.createdAt = null;
    putTheirs(null);
    const id = await start();
    await at.until(id, isShort);
    own.isRevoked = true;
    unwrap(await replace(OTHER));
    const asking = await at.until(id, ({ waiting }) => waiting?.for === "user");
    expect(asking).toMatchObject({ problem: { code: "key_changed" }, asks: { start: { credits: ROWS } } });
    expectTheirsUntouched();
    unwrap(await at.act(id, "start"));
    expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0, spent: ROWS });
    expect([other.started, other.lists.get("1")?.status, other.credits]).toEqual([["2"], "ready", 980]);
  });

  it("goes on with another key of the same account without a question", async () => {
    const id = await start();
    await at.until(id, isShort);
    own.isRevoked = true;
    const second = service.account(SECOND, 100);
    for (const [number, list] of own.lists) second.lists.set(number, list);
    unwrap(await replace(SECOND));
    expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
    expect([second.started, second.credits]).toEqual([["1"], 80]);
  });
});

describe("a list whose results are here", () => {
  beforeEach(() => {
    own.credits = 100;
  });

  it.each([
    ["says when they were made", "11/20/2026, 9:00:01 AM", THEIRS],
    ["says nothing of them", null, THEIRS],
    ["says only how long they are", null, THEIRS.slice(1)],
  ])("is not deleted in the other client's account, by a service that %s", async (_, createdAt, theirs) => {
    if (createdAt === null) service.createdAt = null;
    const id = await start();
    expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
    putTheirs(createdAt, theirs, "completed");
    own.isRevoked = true;
    await replace(OTHER);
    expect((await at.act(id, "delete_at_service")).ok).toBe(false);
    expect(other.lists.get("1")?.addresses).toEqual(theirs);
    expect(other.asked.filter((one) => one.startsWith("DELETE"))).toEqual([]);
    expect(unwrap(await at.call("cleanings.get", { cleaningId: id })).actions).toContain("delete_at_service");
  });

  it("is not deleted by a key that came with a move to another address and back", async () => {
    const id = await start();
    await at.until(id, isOver);
    putTheirs("11/20/2026, 9:00:01 AM", THEIRS, "completed");
    const elsewhere = await numberedService();
    try {
      elsewhere.account(OTHER, 10);
      const move = (baseUrl: string) =>
        at.call("accounts.changeAddress", { id: accountId, baseUrl, apiKey: OTHER });
      unwrap(await move(elsewhere.baseUrl));
      expect(await move(service.baseUrl)).toMatchObject({ problem: { code: "key_of_another" } });
      expect((await at.act(id, "delete_at_service")).ok).toBe(false);
      expect(other.lists.size).toBe(1);
    } finally {
      elsewhere.close();
    }
  });

  it("is deleted with another key of the same account", async () => {
    const id = await start();
    await at.until(id, isOver);
    own.isRevoked = true;
    const second = service.account(SECOND, 80);
    for (const [number, list] of own.lists) second.lists.set(number, list);
    unwrap(await replace(SECOND));
    unwrap(await at.act(id, "delete_at_service"));
    expect(second.lists.size).toBe(0);
  });
});

it("an account with lists of two keys keeps each list for the key that shows it", async () => {
  own.credits = 100;
  const first = await start();
  await at.until(first, isOver);
  // Accepted, as its list cannot be told apart by what little the service says.
  putTheirs(null, THEIRS, "completed");
  const list = own.lists.get("1");
  if (list !== undefined) own.lists.set("1", { ...list, createdAt: null });
  own.isRevoked = true;
  unwrap(await replace(OTHER));
  const second = await start();
  await at.until(second, isOver);
  expect(other.started).toEqual(["2"]);
  expect((await at.act(first, "delete_at_service")).ok).toBe(false);
  unwrap(await at.act(second, "delete_at_service"));
  expect([...other.lists.keys()]).toEqual(["1"]);
});

it("the list of a removed account does not come back with another client's key", async () => {
  own.credits = 100;
  service.results = () => ["nobody@else.example,deliverable,N,N,N,N,N,"];
  const id = await start();
  await at.until(id, isOver);
  unwrap(await at.call("accounts.remove", { id: accountId }));
  putTheirs("11/20/2026, 9:00:01 AM", THEIRS, "completed");
  expect(await add("Other", OTHER)).not.toBe(accountId);
});

it("a list that is counted anew before its start asks for its price again", async () => {
  const id = await start();
  await at.until(id, isShort);
  const list = own.lists.get("1");
  if (list !== undefined) own.lists.set("1", { ...list, addresses: list.addresses.slice(5) });
  own.credits = 100;
  unwrap(await at.call("accounts.refresh", { id: accountId }));
  const asking = await at.until(id, ({ waiting }) => waiting?.for === "user");
  expect(asking).toMatchObject({ problem: { code: "price_changed" }, asks: { start: { credits: 15 } } });
  expect([own.started, own.credits]).toEqual([[], 100]);
});

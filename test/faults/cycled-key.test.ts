import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Account } from "../../shared/bridge/accounts.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { type InProcess, isOver, openInProcess, PAID, readList, unwrap } from "../support/in-process.ts";
import { type Client, type NumberedService, numberedService } from "../support/numbered-service.ts";
import { createMemoryKeychain } from "../unit/accounts/memory-keychain.ts";

/** The environment's key is cycled at the service while a list is paid for: the account there is the same. */

const FORMER = "former-key-of-the-account";
const CYCLED = "cycled-key-of-the-account";
const OTHER = "key-of-the-other-client";
const ROWS = 20;

let service: NumberedService;
let own: Client;
let folder: string;
let at: InProcess | null;
let keychain: ReturnType<typeof createMemoryKeychain>;

beforeEach(async () => {
  service = await numberedService();
  own = service.account(FORMER, 100);
  folder = mkdtempSync(join(tmpdir(), "winnow-cycled-"));
  keychain = createMemoryKeychain();
  at = null;
});
afterEach(async () => {
  await at?.close();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(apiKey: string | null): Promise<InProcess> {
  await at?.close();
  const session = apiKey === null ? null : { baseUrl: service.baseUrl, apiKey };
  at = unwrap(await openInProcess(join(folder, "data"), { session, keychain }));
  return at;
}

async function accounts(): Promise<Account[]> {
  return unwrap((await at?.call("accounts.list", {})) ?? { ok: true, value: { accounts: [] } }).accounts;
}

const accountOf = async (label: string) => (await accounts()).find((one) => one.label === label)?.id ?? "";
const atHost = () => accountOf(new URL(service.baseUrl).host);

/** A list that is paid for with the former key, which the service then takes no more. */
async function paid(): Promise<string> {
  const run = await open(FORMER);
  const path = join(folder, "contacts.csv");
  writeFileSync(path, `Email\n${Array.from({ length: ROWS }, (_, i) => `p${i}@firm.example`).join("\n")}\n`);
  service.started = () => {
    own.isRevoked = true;
  };
  const wish = { listId: await readList(run, path), accountId: await atHost(), options: PAID };
  const { id } = unwrap(await run.call("cleanings.start", { ...wish, agreedCredits: ROWS }));
  await run.until(id, needsKey);
  expect([own.started, own.credits]).toEqual([["1"], 80]);
  return id;
}

const needsKey = ({ problem }: Cleaning) => problem?.code === "key_invalid";

/** The cleaning once it was tried again and that was met. */
async function tried(run: InProcess, id: string, code: string): Promise<Cleaning> {
  unwrap(await run.act(id, "retry"));
  return run.until(id, ({ problem }) => problem?.code === code);
}

/** What the service knows by the cycled key: everything that it knew by the former one. */
function cycle(key = CYCLED): Client {
  const client = service.account(key, own.credits);
  for (const [number, list] of own.lists) client.lists.set(number, list);
  return client;
}

describe("a list that was paid for with a key of the environment", () => {
  it("comes home with the key that the service put in its place, and is paid for once", async () => {
    const id = await paid();
    const client = cycle();
    const run = await open(CYCLED);
    expect(await run.until(id, isOver)).toMatchObject({ state: "done", missing: 0, spent: ROWS });
    expect([client.started, client.credits]).toEqual([[], 80]);
    expect(client.asked.filter((one) => /PATCH|POST .v1.bulk|DELETE/.test(one))).toEqual([]);
    expect(await accounts()).toMatchObject([{ fromEnvironment: true, keyState: "session" }]);
    const ofKeys = readdirSync(join(folder, "data"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1").includes(CYCLED));
    expect(ofKeys).toEqual([]);
  });

  it("is the same account in the runs after, which ask nothing about it any more", async () => {
    const id = await paid();
    const client = cycle();
    await (await open(CYCLED)).until(id, isOver);
    const account = (await accounts())[0]?.id;
    const before = client.asked.length;
    const run = await open(CYCLED);
    expect((await accounts()).map((one) => one.id)).toEqual([account]);
    unwrap(await run.call("accounts.refresh", { id: account ?? "" }));
    expect(client.asked.slice(before)).toEqual(["GET /v1/info"]);
  });

  it("is not looked for with the key of another client, whose lists and credits stay as they are", async () => {
    const id = await paid();
    const addresses = Array.from({ length: ROWS }, (_, i) => `theirs${i}@client.example`);
    service.put(OTHER, { addresses, createdAt: "11/21/2026, 9:00:02 AM", status: "completed" });
    const theirs = service.lists(OTHER);
    const run = await open(OTHER);
    const stuck = await tried(run, id, "key_of_environment");
    expect(stuck.problem?.action).not.toContain("WINNOW");
    expect(theirs.asked.filter((one) => /PATCH|POST|DELETE|download/.test(one))).toEqual([]);
    cycle();
    expect(await (await open(CYCLED)).until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
  });

  it("comes home with a key that is entered in the account's place, and is kept", async () => {
    const id = await paid();
    const client = cycle();
    let run = await open(null);
    await tried(run, id, "key_missing");
    unwrap(await run.call("accounts.replaceKey", { id: await atHost(), apiKey: CYCLED }));
    expect(await run.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
    expect(client.started).toEqual([]);
    run = await open(null);
    expect(await accounts()).toMatchObject([{ keyState: "stored", keyHint: CYCLED.slice(-4) }]);
  });

  it("moves with its account to another address of the service, once it is over", async () => {
    const id = await paid();
    cycle();
    const run = await open(CYCLED);
    await run.until(id, isOver);
    const later = await open(null);
    const moved = await later.call("accounts.changeAddress", {
      id: await atHost(),
      baseUrl: `${service.baseUrl}/v1/`,
      apiKey: CYCLED,
    });
    expect(moved).toMatchObject({ ok: true, value: { keyState: "stored" } });
  });

  it("is taken over by the environment's key on the user's word where the service shows too little of it", async () => {
    service.createdAt = null;
    const id = await paid();
    cycle();
    let run = await open(CYCLED);
    await tried(run, id, "key_of_environment");
    unwrap(await run.call("accounts.replaceKey", { id: await atHost(), apiKey: CYCLED }));
    expect(await run.until(id, isOver)).toMatchObject({ state: "done", missing: 0, spent: ROWS });
    expect(keychain.keys.size).toBe(0);
    run = await open(CYCLED);
    expect(await accounts()).toMatchObject([{ fromEnvironment: true }]);
  });
});

it("an account of the environment that was removed is back with the run that gives it", async () => {
  const run = await open(FORMER);
  const id = await atHost();
  unwrap(await run.call("accounts.remove", { id }));
  await open(FORMER);
  expect(await accounts()).toMatchObject([{ id, fromEnvironment: true }]);
});

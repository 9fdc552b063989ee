import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../shared/bridge/lists.ts";
import type { CallInput } from "../../../shared/bridge.ts";
import { createFaultySandbox, type FaultySandbox } from "../../support/faulty-sandbox/index.ts";
import { fullOutput, PAY_FOR_ALL, readList, unwrap } from "../../support/in-process.ts";
import { type OneList, openOneList } from "../../support/one-list.ts";
import { storedEntries } from "../../support/stored-facts.ts";

let sandbox: FaultySandbox;
let world: OneList;

beforeAll(async () => {
  sandbox = await createFaultySandbox({ speed: Number.POSITIVE_INFINITY });
  world = await openOneList(sandbox, { rows: 1, text: "Email\nsomebody@firm.example\n" });
});
afterAll(async () => {
  await world.remove();
  await sandbox.close();
});
// The tests share an engine, and each starts without suppression lists.
afterEach(async () => {
  for (const { id } of unwrap(await world.at.call("suppression.list", {})).lists)
    unwrap(await world.at.call("memory.remove", { id }));
});

const RESULTS = [
  "Email,ZB Status,ZB Sub Status",
  "ann@firm.example,valid,",
  "Bob@Firm.example,abuse,",
  "cat@firm.example,do_not_mail,toxic",
  "bob@firm.example,abuse,",
  "dan@firm.example;eve@firm.example and more,invalid,",
  "@firm.example,invalid,",
  ",,",
].join("\n");

async function listOf(text: string, options: ReadOptions = {}): Promise<string> {
  const path = join(world.folder, "given.csv");
  writeFileSync(path, `${text}\n`);
  return readList(world.at, path, options);
}

/** Imports a results file and returns the ID of its cleaning. */
async function taken(text = RESULTS): Promise<string> {
  const listId = await listOf(text, { readAs: "results" });
  const wish = { listId, accountId: world.accountId, options: PAY_FOR_ALL, agreedCredits: 0 };
  const { id } = unwrap(await world.at.call("cleanings.start", { ...wish, out: fullOutput(world.out) }));
  await world.at.until(id, (one) => one.state === "imported");
  return id;
}

const add = (cleaningId: string, more: Omit<CallInput<"suppression.addRows">, "cleaningId" | "name">) =>
  world.at.call("suppression.addRows", { name: "Not to be mailed", cleaningId, ...more });

const stored = () => storedEntries(join(world.folder, "data"));

/** Returns how many of these addresses are suppressed in another list. */
async function leftOut(...addresses: string[]): Promise<number> {
  const listId = await listOf(["Email", ...addresses].join("\n"));
  const { accountId } = world;
  return unwrap(await world.at.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL }))
    .suppressed;
}

const UNWANTED = { segments: ["do_not_send" as const], flags: ["unwanted" as const] };

describe("adding a cleaning's rows as a suppression list", () => {
  it("adds each unwanted address once, and suppresses them in other lists", async () => {
    const id = await taken();
    const told: string[] = [];
    const stop = world.at.engine.on(({ event }) => told.push(event));
    const rows = { cleaningId: id, rows: UNWANTED };
    expect(unwrap(await world.at.call("suppression.countRows", rows))).toEqual({
      fresh: 2,
      already: 0,
      without: 0,
    });
    expect(told).not.toContain("suppression.changed");
    expect(unwrap(await add(id, { rows: UNWANTED, shown: 2 }))).toMatchObject({
      name: "Not to be mailed",
      addresses: 2,
      already: 0,
    });
    stop();
    expect(told).toContain("suppression.changed");
    const entries = ["bob@firm.example", "cat@firm.example"];
    expect(stored()).toEqual([{ name: "Not to be mailed", addresses: 2, domains: 0, entries }]);
    expect(await leftOut("bob@firm.example", "CAT@firm.example", "ann@firm.example")).toBe(2);
  });

  it("takes rows by number, or by filter with exceptions, and skips addresses listed already", async () => {
    const id = await taken();
    unwrap(await add(id, { rows: [0, 1] }));
    expect(unwrap(await add(id, { rows: [1, 2] }))).toMatchObject({ addresses: 1, already: 1 });
    expect(unwrap(await add(id, { rows: {}, except: [0, 5] }))).toMatchObject({
      addresses: 2,
      already: 2,
      without: 1,
    });
    expect(stored().map(({ entries }) => entries)).toEqual([
      ["ann@firm.example", "bob@firm.example"],
      ["cat@firm.example"],
      ["dan@firm.example", "eve@firm.example"],
    ]);
  });

  it("adds every address of a cell, never a whole domain", async () => {
    const id = await taken();
    expect(unwrap(await add(id, { rows: [4, 5, 6] }))).toMatchObject({ addresses: 2, without: 2 });
    expect(stored()).toMatchObject([{ domains: 0, entries: ["dan@firm.example", "eve@firm.example"] }]);
    expect(await leftOut("zoe@firm.example")).toBe(0);
  });

  it("adds no one named by an invalid cell of 'Do not send'", async () => {
    const id = await taken();
    const rows = { segments: ["do_not_send" as const] };
    expect(unwrap(await add(id, { rows }))).toMatchObject({ addresses: 2, without: 2 });
    expect(stored()).toMatchObject([{ entries: ["bob@firm.example", "cat@firm.example"] }]);
  });
});

describe("adding a cleaning's rows", () => {
  it.each([1, 3])("is refused when there are 2 addresses and %d were shown", async (shown) => {
    const id = await taken();
    expect(await add(id, { rows: UNWANTED, shown })).toMatchObject({
      problem: { code: "suppression_rows_changed", values: { shown, now: 2 } },
    });
    expect(stored()).toEqual([]);
  });
});

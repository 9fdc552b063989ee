import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type FaultRule, type Sandbox } from "../../electron/sandbox/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { ProblemCode } from "../../shared/problems.ts";
import {
  everything,
  type InProcess,
  isOver,
  openInProcess,
  PAID,
  readList,
  unwrap,
} from "../support/in-process.ts";

/** Cleanings at a service that says what is not so: nothing is paid twice, and no strangers' results are taken in. */

const ADDRESSES = 40;
const PARTS = 2;
const PATIENCE = 60_000;

let sandbox: Sandbox;
let folder: string;
let at: InProcess;
let listId: string;
let calm: string;
let labels = 0;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  folder = mkdtempSync(join(tmpdir(), "winnow-lies-"));
  const rows = Array.from({ length: ADDRESSES }, (_, i) => `person${i}@example${i % 5}.com`);
  writeFileSync(join(folder, "contacts.csv"), `Email\n${rows.join("\n")}\n`);
  const limits = { bytes: 1e7, addresses: ADDRESSES / PARTS };
  at = unwrap(await openInProcess(join(folder, "data"), { limits }));
  listId = await readList(at, join(folder, "contacts.csv"));
  const honest = await clean([]);
  expect(honest.cleaning).toMatchObject({ state: "done", missing: 0 });
  calm = readFileSync(honest.out, "utf8");
});
afterAll(async () => {
  await at.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Cleaned {
  readonly label: string;
  readonly cleaning: Cleaning;
  readonly out: string;
  /** From now on the service says what is so. */
  stopLying(): void;
}

/** Nothing happens but that it waits for credits. */
const parked = ({ parts }: Cleaning) =>
  parts.some(({ waitingFor }) => waitingFor === "credits") &&
  parts.every(({ state, waitingFor }) => state === "done" || waitingFor === "credits");

async function clean(rules: readonly FaultRule[]): Promise<Cleaned> {
  const label = `lies-${++labels}`;
  const { key } = sandbox.createAccount({ label, credits: ADDRESSES * 10 });
  const added = await at.call("accounts.add", { label, baseUrl: sandbox.baseUrl, apiKey: key });
  const accountId = unwrap(added).id;
  const undo = rules.map((rule) => sandbox.faults.add({ ...rule, account: label }));
  const out = join(folder, `${label}.csv`);
  const wanted = { ...everything(out), withVerdicts: false };
  const input = { listId, accountId, options: PAID, agreedCredits: ADDRESSES, name: label, out: wanted };
  const { id } = unwrap(await at.call("cleanings.start", input));
  const cleaning = await at.until(id, (now) => isOver(now) || parked(now));
  const stopLying = () => {
    for (const one of undo) one();
  };
  return { label, cleaning, out, stopLying };
}

function expectPaidOnce(label: string, addresses = ADDRESSES): void {
  const charges = [...sandbox.charges(label).values()];
  expect(charges).toHaveLength(addresses);
  expect(new Set(charges)).toEqual(new Set([1]));
  const jobs = sandbox.snapshot().jobs.filter((job) => job.account === label);
  expect(jobs.filter((job) => job.starts > 1)).toEqual([]);
}

describe("a lie that passes changes nothing in the end", () => {
  const LIES: readonly (readonly [string, FaultRule])[] = [
    ["a balance that is too high", { name: "balance-off", value: 1000 }],
    ["a balance that sinks by itself", { name: "balance-drifts", value: -5 }],
    ["a status that goes back, three times", { name: "status-back", times: 3 }],
    ["counts that do not add up", { name: "counts-off" }],
    ["uploads that are taken twice", { name: "upload-doubled" }],
    ["a clock that is nine hours behind", { name: "clock-off", value: -9 }],
    ["a clock that is a day ahead", { name: "clock-off", value: 24 }],
    ["results of another list, once", { name: "foreign-results", times: 1 }],
    ["an upload that was not taken, once", { name: "false-success", operation: "upload", times: 1 }],
  ];
  it.each(LIES)("%s", { timeout: PATIENCE }, async (_, rule) => {
    const { label, cleaning, out } = await clean([rule]);
    expect(cleaning).toMatchObject({ state: "done", missing: 0 });
    expect(readFileSync(out, "utf8")).toBe(calm);
    expectPaidOnce(label);
  });
});

describe("a lie that stays is no result, and what is paid for can still be had", () => {
  const LIES: readonly (readonly [string, FaultRule, ProblemCode])[] = [
    ["results of another list", { name: "foreign-results" }, "results_foreign"],
    [
      "an upload that was taken, and is said to be refused",
      { name: "false-failure", operation: "upload" },
      "invalid_file_data",
    ],
    ["uploads that are not taken", { name: "false-success", operation: "upload" }, "job_unseen"],
  ];
  it.each(LIES)("%s", { timeout: PATIENCE }, async (_, rule, code) => {
    const { label, cleaning, out, stopLying } = await clean([rule]);
    expect(cleaning).toMatchObject({ state: "failed", problem: { code } });
    expect(cleaning.actions).toContain("retry");
    stopLying();
    unwrap(await at.act(cleaning.id, "retry"));
    const again = await at.until(cleaning.id, ({ state }) => state === "done");
    await at.until(cleaning.id, isOver);
    expect(again.missing).toBe(0);
    expect(readFileSync(out, "utf8")).toBe(calm);
    expectPaidOnce(label);
  });
});

describe("a start that is refused for credits that are there waits, and goes on when the user says so", () => {
  const LIES: readonly (readonly [string, FaultRule])[] = [
    ["no credits, once", { name: "no-credits", times: 1 }],
    ["no credits, after the start took effect", { name: "false-failure", operation: "start" }],
  ];
  it.each(LIES)("%s", { timeout: PATIENCE }, async (_, rule) => {
    const { label, cleaning, out } = await clean([rule]);
    expect(cleaning.parts.some(({ waitingFor }) => waitingFor === "credits")).toBe(true);
    // The refusal of one part keeps the other from asking: it may be refused in its turn.
    let now = cleaning;
    for (let turn = 0; turn < PARTS && !isOver(now); turn++) {
      unwrap(await at.act(cleaning.id, "retry"));
      now = await at.until(cleaning.id, (one) => isOver(one) || parked(one));
    }
    expect(now).toMatchObject({ state: "done", missing: 0 });
    expect(readFileSync(out, "utf8")).toBe(calm);
    expectPaidOnce(label);
  });
});

it("the results of a part whose job has another part's id are not taken for its own", {
  timeout: PATIENCE,
}, async () => {
  const { label, cleaning } = await clean([{ name: "job-id-reused" }]);
  expect(cleaning).toMatchObject({ state: "failed", problem: { code: "results_foreign" } });
  expect(cleaning.parts.map(({ state }) => state).toSorted()).toEqual(["done", "failed"]);
  expectPaidOnce(label, ADDRESSES / PARTS);
});

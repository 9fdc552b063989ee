import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import type { EngineOptions } from "../../electron/engine/engine.ts";
import type { CleaningOptions } from "../../shared/bridge/cleanings.ts";
import { testFolder } from "../support/folders.ts";
import {
  fullOutput,
  type InProcess,
  openInProcess,
  PAY_FOR_ALL,
  readList,
  unwrap,
} from "../support/in-process.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

export const ADDRESSES = 40;
export const PARTS = 4;
export const PER_PART = ADDRESSES / PARTS;
export const sandbox = await quickSandbox();
export let folder: string;
export let label: string;
let labels = 0;
export let at: InProcess;
let listId: string;
export let accountId: string;

beforeEach(() => {
  folder = testFolder();
  label = `money-${++labels}`;
  const rows = Array.from({ length: ADDRESSES }, (_, i) => `person${i}@example${i % 5}.com`);
  writeFileSync(join(folder, "contacts.csv"), `Email\n${rows.join("\n")}\n`);
});
afterEach(() => at.close());

export async function open(credits: number, options: Partial<EngineOptions> = {}): Promise<void> {
  sandbox.createAccount({ label, credits });
  await reopen(options);
  listId = await readList(at, join(folder, "contacts.csv"));
}

export async function reopen(options: Partial<EngineOptions> = {}): Promise<void> {
  const sessionAccount = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account(label).key };
  const limits = { bytes: 1e7, addresses: PER_PART };
  at = unwrap(await openInProcess(join(folder, "data"), { sessionAccount, limits, ...options }));
  accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
}

export const start = (
  more: {
    waitForCredits?: boolean;
    requestId?: string;
    options?: CleaningOptions;
    agreedCredits?: number;
  } = {},
) =>
  at.call("cleanings.start", {
    listId,
    accountId,
    options: PAY_FOR_ALL,
    agreedCredits: ADDRESSES,
    out: { ...fullOutput(join(folder, "out.csv")), withVerdicts: false },
    ...more,
  });
export const jobs = () => sandbox.snapshot().jobs.filter((job) => job.account === label);
export const requests = (operation: string) =>
  sandbox.requests.filter((one) => one.account === label && one.operation === operation).length;

export function expectPaidOnce(): void {
  const charges = [...sandbox.charges(label).values()];
  expect(charges).toHaveLength(ADDRESSES);
  expect(charges.every((times) => times === 1)).toBe(true);
}

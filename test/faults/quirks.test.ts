import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandboxVerdict } from "../../electron/sandbox/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import {
  createFaultySandbox,
  type FaultName,
  type FaultRule,
  type FaultySandbox,
  QUIRKS,
} from "../support/faulty-sandbox/index.ts";
import { suiteFolder } from "../support/folders.ts";
import {
  fullOutput,
  hasEnded,
  type InProcess,
  openInProcess,
  PAY_FOR_ALL,
  readList,
  unwrap,
} from "../support/in-process.ts";
import { LONG } from "../support/long.ts";

/** Complete cleanings at services with quirks: uploaded once, paid for once, and all verdicts stored. */

const ADDRESSES = 40;
const PARTS = 2;

let sandbox: FaultySandbox;
const folder = suiteFolder();
let at: InProcess;
let listId: string;
let calm: string;
let labels = 0;

beforeAll(async () => {
  sandbox = await createFaultySandbox({ speed: Number.POSITIVE_INFINITY });
  const rows = Array.from({ length: ADDRESSES }, (_, i) => `Person ${i};person+${i}@example${i % 5}.com`);
  writeFileSync(join(folder, "contacts.csv"), `Name;E-Mail\n${rows.join("\n")}\n`);
  const options = { limits: { bytes: 1e7, addresses: ADDRESSES / PARTS } };
  at = unwrap(await openInProcess(join(folder, "data"), options));
  listId = await readList(at, join(folder, "contacts.csv"));
  calm = (await clean(await open([]))).out;
});
afterAll(async () => {
  await at.close();
  await sandbox.close();
});

interface Opened {
  readonly label: string;
  readonly accountId: string;
}

async function open(rules: readonly FaultRule[]): Promise<Opened> {
  const label = `quirk-${++labels}`;
  const { key } = sandbox.createAccount({ label, credits: ADDRESSES * 2 });
  for (const rule of rules) sandbox.faults.add({ ...rule, account: label });
  const account = await at.call("accounts.add", { label, baseUrl: sandbox.baseUrl, apiKey: key });
  return { label, accountId: unwrap(account).id };
}

/** Cleans the list, which must succeed without a wait, except for `missing` results. */
async function clean(
  { label, accountId }: Opened,
  missing = 0,
): Promise<{ cleaning: Cleaning; out: string }> {
  const path = join(folder, `${label}.csv`);
  const out = { ...fullOutput(path), withVerdicts: false };
  const input = { listId, accountId, options: PAY_FOR_ALL, agreedCredits: ADDRESSES, name: label, out };
  const { id } = unwrap(await at.call("cleanings.start", input));
  const waits = ({ parts }: Cleaning) => parts.some(({ waitingFor }) => waitingFor !== null);
  const cleaning = await at.until(id, (now) => hasEnded(now) || (missing === 0 && waits(now)));
  expect(cleaning).toMatchObject({ state: "done", missing, problem: null });
  return { cleaning, out: readFileSync(path, "utf8") };
}

const jobsOf = (label: string) => sandbox.snapshot().jobs.filter((job) => job.account === label);

/** Checks the service's records: `uploads` lists were sent, and every address was charged once. */
function expectPaidOnce(label: string, uploads = PARTS): void {
  const jobs = jobsOf(label);
  expect(jobs).toHaveLength(uploads);
  expect(jobs.filter((job) => job.starts > 0)).toHaveLength(PARTS);
  const charges = [...sandbox.charges(label).values()];
  expect(charges).toHaveLength(ADDRESSES);
  expect(new Set(charges)).toEqual(new Set([1]));
}

/** Runs a cleaning, a single check and a deletion at the service. */
async function cleanCheckAndDelete(opened: Opened): Promise<void> {
  const { label, accountId } = opened;
  const { cleaning, out } = await clean(opened);
  expect(out).toBe(calm);
  expectPaidOnce(label);
  const address = `one+more-${label}@example.com`;
  const check = unwrap(await at.call("checks.check", { accountId, address }));
  expect(check).toMatchObject({ problem: null, verdict: sandboxVerdict(address).verdict });
  unwrap(await at.act(cleaning.id, "delete_at_service"));
  expect(jobsOf(label).map(({ gone }) => gone)).toEqual([true, true]);
}

const path = (value: number): FaultRule => ({ name: "job-id-path-only", value });
const VARIANTS: readonly FaultRule[] = (Object.keys(QUIRKS) as FaultName[]).flatMap((name) =>
  name === "job-id-path-only" ? (LONG ? [404, 405, 400, 200] : [404]).map(path) : [{ name }],
);
const named = ({ name, value }: FaultRule) => (value === undefined ? name : `${name}=${value}`);

it.concurrent("a service whose results lack addresses leads to a cleaned list that counts them as unknown", async () => {
  const opened = await open([{ name: "live-results" }, path(404)]);
  // The result of one address per part is missing.
  const { cleaning, out } = await clean(opened, PARTS);
  expect(cleaning.counts.unknown).toBeGreaterThanOrEqual(PARTS);
  expect(out).toBe(calm);
  expectPaidOnce(opened.label);
});

describe("a service with one quirk", () => {
  it.concurrent.each(VARIANTS.map((rule) => [named(rule), rule] as const))(
    "cleans a list as usual: %s",
    async (_, rule) => cleanCheckAndDelete(await open([rule])),
  );
});

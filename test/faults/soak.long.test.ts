import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FaultName, Operation } from "../../electron/sandbox/faults.ts";
import { createSandbox, type Sandbox } from "../../electron/sandbox/index.ts";
import { type InProcess, isOver, openInProcess, PAID, readList, unwrap } from "../support/in-process.ts";
import { SEED } from "../support/long.ts";
import { seededRandom } from "../support/random.ts";

const CLEANINGS = 100;
const SIZES = [1, 7, 40, 150, 400];
const PER_PART = 100;
/** Faults that pass, with the operations that a cleaning meets them at. */
const PASSING: readonly (readonly [FaultName, Operation])[] = [
  ["drop-before", "upload"],
  ["drop-after", "upload"],
  ["500-html", "status"],
  ["429-retry-after", "status"],
  ["nonsense-json", "status"],
  ["drop-after", "start"],
  ["500-after", "start"],
  ["active-full", "start"],
  ["truncated-body", "download"],
  ["short-body", "download"],
  ["503-retry-after", "download"],
];

let sandbox: Sandbox;
let folder: string;
let at: InProcess;
const lists = new Map<number, string>();

beforeAll(async () => {
  setFlagsFromString("--expose-gc");
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  sandbox.createAccount({ label: "soak", credits: 10_000_000 });
  folder = mkdtempSync(join(tmpdir(), "winnow-soak-"));
  const session = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account("soak").key };
  const limits = { bytes: 1e7, addresses: PER_PART };
  at = unwrap(await openInProcess(join(folder, "data"), { session, limits }, 12));
  for (const size of SIZES) {
    const path = join(folder, `${size}.csv`);
    const rows = Array.from({ length: size }, (_, i) => `${i},person${i}@example${i % 9}.com`);
    writeFileSync(path, `Nr,Email\n${rows.join("\n")}\n`);
    lists.set(size, await readList(at, path));
  }
});
afterAll(async () => {
  await at.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Megabytes that are held after everything that can be let go of was. */
function held(): number {
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") for (let n = 0; n < 3; n++) collect();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

const handles = () =>
  process.getActiveResourcesInfo().filter((kind) => !/^(TCPSocketWrap|Timeout|Immediate)/.test(kind));

it(`${CLEANINGS} cleanings of mixed sizes with faults leave nothing behind and pace their requests`, {
  timeout: 3_600_000,
}, async () => {
  const random = seededRandom(SEED);
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  let asked = 0;
  let parts = 0;
  let checkedAlone = 0;
  let faults = 0;

  async function one(): Promise<void> {
    const size = SIZES[Math.floor(random() * SIZES.length)] ?? 1;
    const fault = PASSING[Math.floor(random() * PASSING.length)];
    if (fault !== undefined && random() < 0.7) {
      sandbox.faults.add({ name: fault[0], operation: fault[1], account: "soak", times: 1 });
      faults++;
    }
    const input = { listId: lists.get(size) ?? "", accountId, options: PAID, agreedCredits: size };
    const { id } = unwrap(await at.call("cleanings.start", input));
    const cleaning = await at.until(id, isOver);
    expect(cleaning, `seed ${SEED}`).toMatchObject({ state: "done", missing: 0, uploaded: size });
    parts += cleaning.parts.length;
    checkedAlone += cleaning.parts.filter((part) => part.jobId === null).length;
  }
  async function some(count: number): Promise<void> {
    const before = sandbox.requests.length;
    for (let n = 0; n < count; n += 5) {
      await Promise.all(Array.from({ length: Math.min(5, count - n) }, one));
    }
    asked += sandbox.requests.length - before;
  }

  await some(Math.ceil(CLEANINGS / 5));
  const heapBefore = held();
  const handlesBefore = handles();
  await some(CLEANINGS - Math.ceil(CLEANINGS / 5));
  const grown = held() - heapBefore;
  console.log(
    `${CLEANINGS} cleanings, ${parts} parts, ${faults} faults, ${asked} requests, heap +${grown.toFixed(1)} MB (seed ${SEED})`,
  );
  // The sandbox in this process keeps what it was asked; the rest is what a leak would be over.
  expect(grown).toBeLessThan(8 + CLEANINGS * 0.05);
  // Threads that have answered take a moment to end.
  const beyond = () => handles().length - handlesBefore.length;
  await expect.poll(beyond, { timeout: 10_000, message: handles().join() }).toBeLessThanOrEqual(2);
  expect(asked).toBeLessThanOrEqual(9 * parts + 5 * faults + 3 * CLEANINGS);
  const jobs = sandbox.snapshot().jobs;
  expect(jobs.filter((job) => job.starts > 1)).toEqual([]);
  expect(jobs.filter((job) => job.starts === 1)).toHaveLength(parts - checkedAlone);
  expect(sandbox.requests.filter((one) => one.operation === "verify")).toHaveLength(checkedAlone);
});

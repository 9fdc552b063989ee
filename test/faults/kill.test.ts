import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { suiteFolder } from "../support/folders.ts";
import type { ProcessResult } from "../support/processes.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";
import { reportOf, spawnWinnow } from "../support/winnow.ts";

const PARTS = 2;

/** All fault points of a cleaning, in the order of an undisturbed run. */
const POINTS = [
  "before:commit-cleaning",
  "committed:cleaning",
  "committed:uploading",
  "before:upload",
  "after:upload",
  "committed:preparing",
  "before:status",
  "after:status",
  "committed:ready",
  "committed:starting",
  "before:start",
  "after:start",
  "committed:verifying",
  "committed:downloading",
  "before:download",
  "after:download",
  "before:ingest",
  "after:ingest",
  "committed:done",
  "committed:cleaning-done",
  "before:out",
  "after:out",
  "committed:out",
];

const sandbox = await quickSandbox();
const folder = suiteFolder();
let list: string;
let expected: Buffer;
let addresses: number;
let accounts = 0;

beforeAll(async () => {
  list = join(folder, "contacts.csv");
  writeFileSync(list, messyList());
  const plain = world();
  const ran = await plain.clean();
  expect(ran.stderr).toContain("credits");
  expect(ran.code).toBe(0);
  expected = readFileSync(plain.out);
  addresses = reportOf(ran).uploaded;
  plain.check();
});

function messyList(): string {
  const rows = ["Name;E-Mail;Phone"];
  for (let i = 0; i < 48; i++) {
    rows.push(`"Person ${i}; the ""${i}""";person${i % 40}@Example${(i % 40) % 7}.com;+44 0${i}`);
    if (i % 8 === 0) rows.push(`Broken ${i};not an address;000${i}`);
  }
  return `${rows.join("\r\n")}\r\n`;
}

function world() {
  const label = `kill-${++accounts}`;
  const account = sandbox.createAccount({ label, credits: 10_000 });
  const out = join(folder, `${label}.csv`);
  const env = {
    WINNOW_DATA_DIR: join(folder, label),
    WINNOW_BASE_URL: sandbox.baseUrl,
    WINNOW_API_KEY: account.key,
    WINNOW_LIMIT_ADDRESSES: "20",
    WINNOW_LIMIT_START: "1",
  };
  const faulty = (fault: string | undefined) =>
    fault === undefined ? env : { ...env, WINNOW_FAULT_POINT: fault };
  return {
    out,
    clean: (fault?: string) =>
      spawnWinnow(["clean", list, "--out", out, "--yes", "--json"], { env: faulty(fault) }),
    resume: () => spawnWinnow(["resume", "--yes", "--json"], { env }),
    check() {
      const charges = [...sandbox.charges(label).values()];
      expect(charges.filter((times) => times !== 1)).toEqual([]);
      expect(charges).toHaveLength(addresses);
      const jobs = sandbox.snapshot().jobs.filter((job) => job.account === label);
      expect(jobs.filter((job) => job.starts > 1)).toEqual([]);
      expect(jobs.filter((job) => job.starts === 1)).toHaveLength(PARTS);
      expect(readFileSync(out).equals(expected)).toBe(true);
      const ledger = new Database(join(folder, label, "winnow.db"), { readonly: true });
      const claimed = ledger.prepare("SELECT sum(addresses) AS n, state FROM ledger GROUP BY state").all();
      ledger.close();
      expect(claimed).toEqual([{ n: addresses, state: "answered" }]);
    },
  };
}

function wasKilled(ran: ProcessResult): boolean {
  return ran.signal === "SIGKILL" || ran.code === 137;
}

describe("a cleaning killed at a fault point", () => {
  it.concurrent.each(POINTS)(
    "loses nothing and pays nothing twice: %s",
    { timeout: 120_000 },
    async (point) => {
      const at = world();
      expect(wasKilled(await at.clean(point))).toBe(true);
      const ran = await at.resume();
      expect(ran.stderr).not.toMatch(/internal error|at .*\.ts:/);
      expect(ran.code).toBe(0);
      // Killed before the agreement was stored: nothing was uploaded, so the user starts again.
      if (!existsSync(at.out)) expect((await at.clean()).code).toBe(0);
      at.check();
    },
  );
});

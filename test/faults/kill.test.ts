import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../electron/sandbox/index.ts";
import { LONG, SEED } from "../support/long.ts";
import { seededRandom } from "../support/random.ts";
import { type Ran, reportOf, spawnWinnow } from "../support/winnow.ts";

/** How many chains of random kills. */
const CHAINS = LONG ? 40 : 1;
const PARTS = 2;

/** Every named point of a cleaning's life, in the order in which a plain run comes to it. */
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

let sandbox: Sandbox;
let folder: string;
let list: string;
let expected: Buffer;
let addresses: number;
let kills = 0;
let accounts = 0;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  folder = mkdtempSync(join(tmpdir(), "winnow-kill-"));
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

afterAll(async () => {
  console.log(`${kills} kills (seed ${SEED}, ${CHAINS} chains)`);
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function messyList(): string {
  const rows = ["Name;E-Mail;Phone"];
  for (let i = 0; i < 48; i++) {
    rows.push(`"Person ${i}; the ""${i}""";person${i % 40}@Example${(i % 40) % 7}.com;+44 0${i}`);
    if (i % 8 === 0) rows.push(`Broken ${i};not an address;000${i}`);
  }
  return `${rows.join("\r\n")}\r\n`;
}

/** A data folder and an account of its own. */
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
    resume: (fault?: string) => spawnWinnow(["resume", "--yes", "--json"], { env: faulty(fault) }),
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

function wasKilled(ran: Ran): boolean {
  return ran.signal === "SIGKILL" || ran.code === 137;
}

/** Runs to the end, killing at the points that `fault` names for each attempt; answers the number of kills. */
async function survive(
  at: ReturnType<typeof world>,
  fault: (attempt: number) => string | undefined,
): Promise<number> {
  let died = 0;
  for (let attempt = 0; attempt < 60; attempt++) {
    const begun = existsSync(at.out) || attempt > 0;
    const ran = begun ? await at.resume(fault(attempt)) : await at.clean(fault(attempt));
    if (wasKilled(ran)) {
      died++;
      continue;
    }
    expect(ran.stderr).not.toMatch(/mistake|ran into an error|at .*\.ts:/);
    expect(ran.code).toBe(0);
    if (existsSync(at.out)) return died;
    // Killed before anything was agreed to and stored: nothing was uploaded, so the user begins again.
    expect((await at.clean()).code).toBe(0);
    return died;
  }
  throw new Error("it never came to an end");
}

describe("a cleaning that is killed loses nothing and pays nothing twice", () => {
  it.concurrent.each(POINTS)("at %s", { timeout: 120_000 }, async (point) => {
    const at = world();
    const died = await survive(at, (attempt) => (attempt === 0 ? point : undefined));
    kills += died;
    expect(died).toBe(1);
    at.check();
  });

  it.concurrent.each(Array.from({ length: CHAINS }, (_, chain) => chain))(
    "again and again, chain %i",
    { timeout: 240_000 },
    async (chain) => {
      const random = seededRandom(SEED + chain);
      const at = world();
      const died = await survive(at, (attempt) =>
        attempt < (LONG ? 12 : 5) ? `*#${1 + Math.floor(random() * 9)}` : undefined,
      );
      kills += died;
      at.check();
    },
  );
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Cleaning, OutputFile } from "../../shared/bridge/cleanings.ts";
import type { ProblemCode } from "../../shared/problems.ts";
import {
  createFaultySandbox,
  FAULTS,
  type FaultName,
  type FaultRule,
  type FaultySandbox,
  type Operation,
  QUIRKS,
} from "../support/faulty-sandbox/index.ts";
import { suiteFolder } from "../support/folders.ts";
import {
  hasEnded,
  type InProcess,
  openInProcess,
  PAY_FOR_ALL,
  readList,
  unwrap,
} from "../support/in-process.ts";
import { LONG } from "../support/long.ts";

const ADDRESSES = 60;
/** Account of the cleaning without faults. */
const FAULTLESS = "calm";
/** Maximum number of requests per part if `hits` of them fail. */
const budget = (hits: number) => 14 + 5 * hits;

type ExpectedEnd =
  | { kind: "done" }
  /** Waits with `problem` for the user's `action`, and then ends. */
  | { kind: "asks"; problem: ProblemCode; action: "start" | "retry" }
  /** Paid for and lost at the service: only the user may pay again. */
  | { kind: "lost" };

const done: ExpectedEnd = { kind: "done" };
const asks = (problem: ProblemCode, action: "start" | "retry" = "retry"): ExpectedEnd => ({
  kind: "asks",
  problem,
  action,
});

function expected(fault: FaultName, operation: Operation, times: number): ExpectedEnd {
  switch (fault) {
    case "invalid-key":
      return asks("key_invalid");
    case "restricted":
      return asks(operation === "start" ? "account_restricted" : "download_restricted");
    case "redirect":
      return asks("service_redirect");
    case "redirect-same":
      // Only a GET request follows a redirect within the origin.
      return operation === "status" ? asks("service_refused") : asks("service_redirect");
    case "unknown-error":
    case "success-false":
      return asks("service_refused");
    case "no-credits":
      // The balance seems sufficient, but the service refused: no retry without the user or a top-up.
      return asks("credits_refused");
    case "invalid-file":
      return asks("invalid_file_data");
    case "cancel":
      return asks("job_cancelled");
    case "wrong-total":
      return asks("price_changed", "start");
    case "vanish":
      if (operation === "download") return { kind: "lost" };
      // After three lost copies of a list, another upload needs the user's consent.
      return operation === "start" && times === 3 ? asks("job_unseen") : done;
    default:
      return done;
  }
}

/** Number of requests for a list that the service does not find. */
const MAX_LOOKUPS = 8;
/** Keeps the tests short, as the engine's clock runs faster than the sandbox's. */
const VALUES: Partial<Record<FaultName, number>> = { latency: 50, "slow-body": 60_000 };

interface Case {
  readonly fault: FaultName;
  readonly operation: Operation;
  readonly times: number;
}

const OPERATIONS = ["upload", "status", "start", "download"] as const satisfies readonly Operation[];
/** Faults with tests elsewhere. */
const ELSEWHERE: readonly FaultName[] = ["status-endless", "rows-missing", "live-results"];
const names = (Object.keys(FAULTS) as FaultName[]).filter(
  (name) => !(name in QUIRKS) && !ELSEWHERE.includes(name),
);
const BOTH: Case[] = names.flatMap((fault) =>
  OPERATIONS.filter((operation) => FAULTS[fault].includes(operation)).flatMap((operation) =>
    [1, 3].map((times) => ({ fault, operation, times })),
  ),
);
/** Each fault at one of its operations; with WINNOW_LONG, at each of them. */
const CASES = LONG ? BOTH : names.flatMap(oneOf);
function oneOf(name: FaultName, nth: number): Case[] {
  const cases = BOTH.filter(({ fault }) => fault === name);
  return cases.slice(nth % cases.length, (nth % cases.length) + 1);
}

let sandbox: FaultySandbox;
const folder = suiteFolder();
let at: InProcess;
let list: string;
let calm: Buffer;
/** Requests in flight per account and job, and their maximum. */
const underWay = new Map<string, number>();
const maxConcurrent = new Map<string, number>();

beforeAll(async () => {
  sandbox = await createFaultySandbox({ speed: Number.POSITIVE_INFINITY });
  const path = join(folder, "contacts.csv");
  writeFileSync(path, contacts(ADDRESSES));
  at = unwrap(
    await openInProcess(join(folder, "data"), {
      fetch: watched,
      limits: { bytes: 1e7, addresses: 500 },
    }),
  );
  list = await readList(at, path);
  const account = await accountOf(FAULTLESS);
  const cleaning = await at.until((await start(account, FAULTLESS)).id, hasEnded);
  expect(cleaning).toMatchObject({ state: "done", missing: 0, uploaded: ADDRESSES });
  calm = readFileSync(outOf(FAULTLESS));
  expect(calm.length).toBeGreaterThan(100);
});

afterAll(async () => {
  await at.close();
  await sandbox.close();
});

function contacts(count: number): string {
  const rows = ["Name;E-Mail;Phone"];
  for (let i = 0; i < count; i++) rows.push(`"Person ""${i}""";person${i}@Example${i % 7}.com;+44 0${i}`);
  rows.push("Again;PERSON0@example0.com;1", "Broken;not an address;2");
  return `${rows.join("\r\n")}\r\n`;
}

/** The real fetch, counting concurrent requests about one job. */
const watched: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const job = url.searchParams.get("job_id") ?? url.searchParams.get("jobId") ?? "upload";
  if (!/bulk|download/.test(url.pathname)) return fetch(input, init);
  const key = `${url.searchParams.get("apikey")} ${job}`;
  const now = (underWay.get(key) ?? 0) + 1;
  underWay.set(key, now);
  maxConcurrent.set(key, Math.max(now, maxConcurrent.get(key) ?? 0));
  try {
    return await fetch(input, init);
  } finally {
    underWay.set(key, (underWay.get(key) ?? 1) - 1);
  }
};

const outOf = (label: string) => join(folder, `${label}.csv`);

async function accountOf(label: string): Promise<string> {
  const { key } = sandbox.createAccount({ label, credits: 10_000 });
  return unwrap(await at.call("accounts.add", { label, baseUrl: sandbox.baseUrl, apiKey: key })).id;
}

async function start(accountId: string, label: string): Promise<Cleaning> {
  const out: OutputFile = {
    path: outOf(label),
    keep: ["deliverable", "accept_all"],
    withVerdicts: false,
    keepDuplicates: true,
    overwrite: true,
  };
  const input = { listId: list, accountId, options: PAY_FOR_ALL, agreedCredits: ADDRESSES, name: label, out };
  return unwrap(await at.call("cleanings.start", input));
}

const isStuckOrOver = (cleaning: Cleaning) =>
  hasEnded(cleaning) || (cleaning.state === "waiting" && forUser(cleaning));
/** Returns whether the cleaning waits for something that only the user can provide. */
function forUser({ parts }: Cleaning): boolean {
  const reasons = ["user", "account", "credits"];
  return parts.some((part) => part.state === "uncertain" || reasons.includes(part.waitingFor ?? ""));
}

function check(label: string, cleaning: Cleaning, hits: number): void {
  const jobs = sandbox.snapshot().jobs.filter((job) => job.account === label);
  expect(jobs.filter((job) => job.starts > 1)).toEqual([]);
  const charges = [...sandbox.charges(label)];
  expect(charges.filter(([, times]) => times > 1)).toEqual([]);
  if (cleaning.state === "done") {
    expect(charges).toHaveLength(cleaning.uploaded);
    expect(cleaning.parts.every((part) => part.state === "done")).toBe(true);
  } else {
    expect(cleaning.actions.length).toBeGreaterThan(0);
  }
  const { key } = sandbox.account(label);
  expect([...maxConcurrent].filter(([one, most]) => one.startsWith(key) && most > 1)).toEqual([]);
  const asked = sandbox.requests.filter(({ account }) => account === label).length;
  expect(asked, "requests").toBeLessThanOrEqual(budget(hits));
  expect(JSON.stringify(cleaning) + at.lines.join()).not.toContain(key);
}

describe("a fault at an operation of a cleaning", () => {
  it.concurrent.each(CASES)(
    "leads to no double start or charge, and to the expected end: $fault at $operation, $times ×",
    async ({ fault, operation, times }) => {
      const label = `${fault}-${operation}-${times}`;
      const account = await accountOf(label);
      const rule: FaultRule = { name: fault, operation, account: label, times };
      sandbox.faults.add(VALUES[fault] === undefined ? rule : { ...rule, value: VALUES[fault] });
      const { id } = await start(account, label);
      const ending = expected(fault, operation, times);
      // A missing list is looked for several times before it counts as gone.
      const hits = fault === "vanish" ? times * MAX_LOOKUPS : times;
      let cleaning = await at.until(id, isStuckOrOver);
      check(label, cleaning, hits);
      if (ending.kind === "asks") {
        expect(cleaning.problem?.code).toBe(ending.problem);
        expect(cleaning.actions).toContain(ending.action);
        // The fault may still be active, so the user retries.
        for (let tries = 0; cleaning.state !== "done" && tries < 4; tries++) {
          const action = cleaning.actions.includes("start") ? "start" : "retry";
          unwrap(await at.act(id, action));
          cleaning = await at.until(id, isStuckOrOver);
        }
        check(label, cleaning, hits * 2);
      }
      if (ending.kind === "lost") {
        expect(cleaning).toMatchObject({ state: "failed", problem: { code: "job_gone" } });
        expect(cleaning.actions).toContain("upload_again");
        return;
      }
      expect(cleaning.state).toBe("done");
      expect(cleaning.missing).toBe(0);
      expect(readFileSync(outOf(label)).equals(calm)).toBe(true);
    },
  );
});

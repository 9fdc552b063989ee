import { mkdirSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { beforeEach, expect, onTestFinished } from "vitest";
import type { AccountDirectory } from "../../../electron/engine/accounts/index.ts";
import { newPart, type PartRecord } from "../../../electron/engine/cleanings/part/record.ts";
import { createRecords, type Records } from "../../../electron/engine/cleanings/records.ts";
import { createExecutor, type Executor } from "../../../electron/engine/cleanings/run/executor.ts";
import type { IngestOutcome } from "../../../electron/engine/cleanings/types.ts";
import { createLedger } from "../../../electron/engine/ledger/index.ts";
import { failed } from "../../../electron/engine/service/error-responses.ts";
import type { JobStatus, ServiceAnswer, ServiceClient } from "../../../electron/engine/service/index.ts";
import { type Journal, type Layout, layoutOf } from "../../../electron/engine/store/index.ts";
import { openAndMigrate } from "../../../electron/engine/store/journal.ts";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import { price } from "../../fixtures/page.ts";
import { testFolder } from "../../support/folders.ts";
import { NO_TEAM } from "../../support/no-team.ts";
import { unwrap } from "../../support/unwrap.ts";
import { createFakeClock, type FakeClock } from "./stepped-clock.ts";

export const ADDRESSES = 10;
type Answers = Pick<ServiceClient, "uploadFile" | "status" | "start" | "download" | "remove">;

/** An executor on an in-memory journal, with a balance from `balance` and service replies from `answers`. */
export interface ExecutorFixture {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly clock: FakeClock;
  readonly records: Records;
  executor: Executor;
  /** Requests to the service, with the monotonic time in ms. */
  readonly asked: { what: string; at: number }[];
  timesOf(what: string): number[];
  /** The state that each commit led to, in order. */
  readonly commits: string[];
  /** Ids passed to the `changed` and `settled` callbacks, in order. */
  readonly told: string[];
  readonly settled: string[];
  answers: Partial<Answers>;
  balance: () => number | null;
  /** Refreshes the balance as pricing does. */
  readBalance(): Promise<unknown>;
  ingest: () => IngestOutcome;
  /** Adds a cleaning with one part per size and hands it to the executor. */
  add(id: string, sizes?: readonly number[]): void;
  part(id: string, ordinal?: number): PartRecord;
  /** Notifies the executor that the account has changed. */
  notifyAccountChanged(): void;
  /** Replaces the executor and hands all active cleanings to the new one. */
  restart(): Promise<void>;
}

const account: Account = {
  id: "a1",
  label: "Acme",
  kind: "service",
  baseUrl: "https://service.example",
  keyHint: "1234",
  keyState: "stored",
  balance: null,
  reserved: 0,
};

export function createExecutorFixture(): ExecutorFixture {
  const dir = testFolder();
  const layout = layoutOf(dir);
  const journal = unwrap(openAndMigrate(layout.journal, () => new Database(":memory:")));
  journal.db
    .prepare("INSERT INTO accounts (id, label, kind, base_url, created_at) VALUES (?, ?, ?, ?, ?)")
    .run(account.id, account.label, "service", account.baseUrl, 0);
  const records = createRecords(journal);
  const clock = createFakeClock(() => fixture.executor.transferring());
  const asked: { what: string; at: number }[] = [];
  const commits: string[] = [];
  const told: string[] = [];
  const settled: string[] = [];
  let known: number | null = null;
  let jobs = 0;

  const ready = (jobId: string): JobStatus => ({
    status: "ready",
    jobId,
    createdAt: null,
    total: null,
    analysis: null,
    creditError: null,
  });
  const usual: Answers = {
    uploadFile: async () => ({ ok: true, value: { jobId: `job-${++jobs}`, message: "" } }),
    status: async (jobId) => ({ ok: true, value: ready(jobId) }),
    start: async () => ({ ok: true, value: { message: "" } }),
    download: async (_jobId, path) => {
      writeFileSync(path, "");
      return { ok: true, value: { bytes: 0 } };
    },
    remove: async () => ({ ok: true, value: { message: "" } }),
  };
  const note = (what: string) => asked.push({ what, at: clock.monotonic() });

  const fixture: ExecutorFixture = {
    journal,
    layout,
    clock,
    records,
    asked,
    commits,
    told,
    settled,
    timesOf: (what) => asked.filter((one) => one.what === what).map(({ at }) => at),
    answers: {},
    balance: () => null,
    readBalance: () => directory().refreshCredits(account.id),
    ingest: () => ({ kind: "taken", missing: 0 }),
    executor: make(),
    add(id, sizes = [ADDRESSES]) {
      journal.db.prepare("INSERT INTO lists (id, name, created_at) VALUES (?, ?, ?)").run(id, id, 0);
      mkdirSync(layout.cleaning(id).dir, { recursive: true });
      const addresses = sizes.reduce((sum, size) => sum + size, 0);
      const counts = { credits: addresses, available: null, parts: sizes.length };
      records.insert(
        {
          id,
          name: id,
          list_id: id,
          account_id: account.id,
          scope: account.baseUrl,
          options: { reuseKnown: false, suppress: true, limit: null },
          price: price({ rows: addresses, ...counts }),
          unique_addresses: addresses,
          agreed_credits: addresses,
          out: null,
          state: "active",
          created_at: clock.now() + asked.length,
        },
        sizes.map((size, index) => ({ ordinal: index + 1, bytes: 100, record: newPart(size) })),
        clock.now(),
      );
      for (const { ordinal } of records.parts(id)) fixture.executor.resume(id, ordinal);
    },
    part(id, ordinal = 1) {
      const part = records.part(id, ordinal);
      if (part === null) throw new Error(`no part ${ordinal} of ${id}`);
      return part.record;
    },
    notifyAccountChanged: () => fixture.executor.accountChanged(account),
    async restart() {
      await fixture.executor.close();
      fixture.executor = make();
      for (const id of records.active())
        for (const { ordinal } of records.parts(id)) fixture.executor.resume(id, ordinal);
    },
  };
  onTestFinished(async () => {
    await fixture.executor.close();
    journal.close();
  });

  function make(): Executor {
    return createExecutor({
      team: NO_TEAM,
      journal,
      records,
      ledger: createLedger(journal),
      layout,
      accounts: directory(),
      clock,
      isIngested: () => false,
      ingest: async () => fixture.ingest(),
      changed: (id) => void told.push(id),
      onSettled: (id) => void settled.push(id),
      reportLocalProblem: () => {},
      deleteAfterFetch: () => false,
      probe: (point) => void (point.startsWith("committed:") && commits.push(point.slice(10))),
      log: (line) => {
        throw new Error(line);
      },
      random: () => 0.5,
    });
  }

  function directory(): AccountDirectory {
    const at = (what: string) => {
      note(what);
      return { ...usual, ...fixture.answers };
    };
    const client: Answers = {
      uploadFile: (...input) => at("upload").uploadFile(...input),
      status: (...input) => at("status").status(...input),
      start: (...input) => at("start").start(...input),
      download: (...input) => at("download").download(...input),
      remove: (...input) => at("delete").remove(...input),
    };
    const unused = () => Promise.reject(new Error("not asked for by a cleaning"));
    return {
      client: async () => ok({ ...client, balance: unused, verify: unused }),
      absence: () => null,
      has: () => true,
      scope: () => ok(account.baseUrl),
      credits: () => known,
      async refreshCredits() {
        note("balance");
        const balance = fixture.balance();
        if (balance === null) return fail(problem("service_broken", { status: 500 }));
        known = balance;
        fixture.notifyAccountChanged();
        return ok(balance);
      },
      label: () => account.label,
      isSandbox: () => false,
    };
  }
  return fixture;
}

/** Returns the service's refusal of a start for lack of credits. */
export async function noCredits(): Promise<ServiceAnswer<never>> {
  return failed(problem("credits_short"), "credits", "refused");
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export let world: ExecutorFixture;
beforeEach(() => {
  world = createExecutorFixture();
});

export const starts = () => world.timesOf("start");
export const gaps = (times: readonly number[]) =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0));
export const parked = (id = "c1") =>
  expect(world.part(id).state).toMatchObject({ kind: "waiting", for: "credits" });

const counts = { createdAt: null, total: ADDRESSES, pending: 0, analysis: null, counts: null };
export const verifying = (jobId: string): JobStatus => ({
  ...counts,
  status: "verifying",
  jobId,
  verified: 0,
});
export const completed = (jobId: string): JobStatus => ({
  ...counts,
  status: "completed",
  jobId,
  verified: ADDRESSES,
});

import Database from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import type { CleaningRow } from "../../../electron/engine/catalog/index.ts";
import { createActions } from "../../../electron/engine/cleanings/actions.ts";
import type { CleaningFinisher } from "../../../electron/engine/cleanings/finish.ts";
import { newPart, type PartRecord, type PartState } from "../../../electron/engine/cleanings/part/record.ts";
import { createExecutor } from "../../../electron/engine/cleanings/run/executor.ts";
import { createExclusive } from "../../../electron/engine/cleanings/run/fill-in.ts";
import { cleaningView } from "../../../electron/engine/cleanings/view.ts";
import { createLedger } from "../../../electron/engine/ledger/index.ts";
import { layoutOf } from "../../../electron/engine/store/index.ts";
import { openAndMigrate } from "../../../electron/engine/store/journal.ts";
import { CLEANING_ACTIONS, type CleaningAction } from "../../../shared/bridge/constants.ts";
import { problem } from "../../../shared/problems.ts";
import { ok } from "../../../shared/result.ts";
import { emptyVerdictCounts } from "../../../shared/verdicts.ts";
import { price } from "../../fixtures/page.ts";
import { fullOutput, unwrap } from "../../support/in-process.ts";
import { NO_TEAM } from "../../support/no-team.ts";
import { storeCleaning } from "../../support/stored-cleaning.ts";
import { manualClock } from "../service/manual-clock.ts";

const jobId = "job-1";
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Row = Partial<Pick<CleaningRow, "state" | "watching" | "deleted_at" | "out" | "counts">>;
interface CleaningCase {
  readonly row: Row;
  readonly parts: readonly PartRecord[];
  /** Number of addresses that another list verifies. */
  readonly elsewhere?: number;
  readonly beyondLimit?: number;
  /** The actions that apply; every other action must change nothing. */
  readonly offered: readonly CleaningAction[];
}

const part = (state: PartState, more: Partial<PartRecord> = {}): PartRecord => ({
  ...newPart(10),
  atService: "jobId" in state && state.jobId !== null,
  ...more,
  state,
});
const charged = { mayBeCharged: true, startedAt: 1 };
const home = part({ kind: "done", jobId }, charged);
const failedUnpaid = part({ kind: "failed", jobId: null }, { problem: problem("invalid_file_data") });
const failedPaid = part(
  { kind: "failed", jobId },
  { ...charged, problem: problem("job_cancelled", { started: true }) },
);
const waiting = (reason: "user" | "credits" | "account", more: Partial<PartRecord> = {}) =>
  part(
    { kind: "waiting", for: reason, step: "start", jobId },
    { problem: problem("credits_short"), ...more },
  );
const pending = { ...fullOutput("/nowhere/out.csv"), rows: null };
const written = { ...pending, rows: 10 };

/** States of a cleaning, each with the actions that the user is offered. */
const CASES: Record<string, CleaningCase> = {
  queued: { row: {}, parts: [part({ kind: "queued" })], offered: ["cancel"] },
  verifying: {
    row: {},
    parts: [part({ kind: "verifying", jobId }, charged)],
    offered: ["stop_watching"],
  },
  "verifying and failing": {
    row: {},
    parts: [
      part({ kind: "verifying", jobId }, { ...charged, attempts: 2, problem: problem("rate_limited") }),
    ],
    offered: ["retry", "stop_watching", "give_up"],
  },
  "waiting for the account after it was started": {
    row: {},
    parts: [waiting("account", charged), home],
    offered: ["retry", "stop_watching", "give_up"],
  },
  "waiting for the account, with one part started and one not": {
    row: {},
    parts: [waiting("account", charged), waiting("account")],
    offered: ["retry", "cancel", "stop_watching", "give_up"],
  },
  "waiting in one part, verifying in another": {
    row: {},
    parts: [waiting("account", charged), part({ kind: "verifying", jobId }, charged)],
    offered: ["retry", "stop_watching"],
  },
  "waiting for credits": {
    row: {},
    parts: [waiting("credits")],
    offered: ["retry", "cancel", "stop_watching"],
  },
  "waiting for another list after the cleaning's own parts ended": {
    row: {},
    elsewhere: 2,
    parts: [home],
    offered: ["cancel"],
  },
  uncertain: {
    row: {},
    parts: [part({ kind: "uncertain" }, { attempts: 3 })],
    offered: ["upload_again", "cancel"],
  },
  "a check whose response was lost": {
    row: {},
    parts: [part({ kind: "uncertain" }, { single: true, mayBeCharged: true, addresses: 1 })],
    offered: ["upload_again", "cancel"],
  },
  "not watched, verifying": {
    row: { watching: false },
    parts: [part({ kind: "verifying", jobId }, charged)],
    offered: ["resume", "give_up"],
  },
  "not watched, with all results ingested": { row: { watching: false }, parts: [home], offered: ["resume"] },
  "done, with the cleaned list written": {
    row: { state: "done", out: written },
    parts: [home],
    offered: ["delete_at_service", "delete_here"],
  },
  "done, with the cleaned list not written": {
    row: { state: "done", out: pending },
    parts: [{ ...home, atService: false }],
    offered: ["retry", "leave_file", "delete_here"],
  },
  "failed before it was paid for": {
    row: { state: "failed", out: pending },
    parts: [{ ...home, atService: false }, failedUnpaid],
    offered: ["retry", "delete_here"],
  },
  "given up because its results cannot be summed up": {
    row: { state: "failed", counts: null },
    parts: [{ ...home, atService: false }],
    offered: ["retry", "delete_here"],
  },
  gone: {
    row: { state: "failed" },
    parts: [part({ kind: "gone", jobId }, { ...charged, atService: false })],
    offered: ["retry", "upload_again", "delete_here"],
  },
  cancelled: {
    row: { state: "cancelled", out: pending },
    parts: [part({ kind: "cancelled", jobId: null })],
    offered: ["delete_here"],
  },
  "imported, with the cleaned list not written": {
    row: { state: "imported", out: pending },
    parts: [],
    offered: ["retry", "leave_file", "delete_here"],
  },
  imported: { row: { state: "imported", out: written }, parts: [], offered: ["delete_here"] },
};

function world(standing: CleaningCase) {
  const layout = layoutOf("/nowhere");
  const journal = unwrap(openAndMigrate(layout.journal, () => new Database(":memory:")));
  const clock = manualClock();
  const { state = "active", watching = true, deleted_at = null, out = null } = standing.row;
  const { counts = state === "active" ? null : emptyVerdictCounts() } = standing.row;
  const { elsewhere, beyondLimit = 0, parts } = standing;
  const paid = price({ rows: 10, credits: 10, available: 100, beyondLimit, elsewhere });
  const records = storeCleaning(journal, { price: paid, out, state, parts });
  records.finish("c1", state, counts, 0, null);
  records.setWatching("c1", watching);
  records.setDeleted("c1", deleted_at);
  const asked: string[] = [];
  const accounts = {
    // Requests never return: the tests look only at what the action itself stores.
    client: () => new Promise<never>(() => asked.push("client")),
    scope: () => ({ ok: true as const, value: "https://service.example" }),
    credits: () => null,
    refreshCredits: () => new Promise<never>(() => asked.push("credits")),
    label: () => "Acme",
    absence: () => null,
    has: () => true,
    isSandbox: () => false,
  };
  const told: string[] = [];
  const finisher: CleaningFinisher = {
    finishIfSettled: (id) => void told.push(`settled ${id}`),
    writeOutput: (id) => void told.push(`write ${id}`),
    giveUp: async (id) => void told.push(`give up ${id}`),
    recountTotals: async (id) => void told.push(`sum up ${id}`),
    dropOutput: async (id) => {
      told.push(`leave ${id}`);
      records.setOut(id, null);
    },
    ended: async () => {},
    waitsFor: () => null,
    waitingFor: () => [],
    onClaimEnded: () => {},
    stopWaiting: async (id) => {
      told.push(`stop waiting ${id}`);
      records.finish(id, "cancelled", emptyVerdictCounts(), 0, 1);
    },
    close: async () => {},
  };
  const ledger = createLedger(journal);
  const executor = createExecutor({
    team: NO_TEAM,
    journal,
    records,
    ledger,
    layout,
    accounts,
    clock,
    isIngested: () => false,
    ingest: () => new Promise<never>(() => {}),
    changed: () => {},
    onSettled: (id) => finisher.finishIfSettled(id),
    reportLocalProblem: () => {},
    deleteAfterFetch: () => false,
    probe: () => {},
    log: () => {},
  });
  const view = (id: string) => {
    const row = records.cleaning(id);
    const context = {
      accountLabel: "Acme",
      sandbox: false,
      problem: null,
      offlineSince: null,
      pausedUntil: null,
      waitsFor: null,
      revision: 0,
    };
    return row === null ? null : cleaningView(row, records.parts(id), context);
  };
  const actions = createActions({
    journal,
    records,
    ledger,
    clock,
    accounts,
    executor,
    finisher,
    layout,
    fillIn: () => Promise.reject(new Error("nothing is fetched here")),
    countClaimedByOthers: async () => ok(0),
    view,
    changed: () => void told.push("changed"),
    bin: {
      empty: async () => [],
      erase: async () => null,
      isErasing: () => false,
    },
    exclusive: createExclusive(),
  });
  closing.push(async () => void journal.close());
  const stored = () =>
    ["cleanings", "parts", "journal"].map((table) =>
      journal.db.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all(),
    );
  /** Performs the action and agrees to the shown price, or to `agreed` credits. */
  const act = (action: CleaningAction, agreed?: number) => {
    const asks = action === "start" || action === "upload_again" ? view("c1")?.asks?.[action] : null;
    return actions["cleanings.act"](
      { cleaningId: "c1", action, agreedCredits: agreed ?? asks?.credits },
      { signal: new AbortController().signal },
    );
  };
  return { act, stored, told, asked, records, view };
}

describe.each(Object.entries(CASES))("a cleaning that is %s", (_name, standing) => {
  it("offers the actions that apply", () => {
    expect(world(standing).view("c1")?.actions.toSorted()).toEqual(standing.offered.toSorted());
  });

  it("refuses every other action and changes nothing", async () => {
    const at = world(standing);
    const before = at.stored();
    for (const action of CLEANING_ACTIONS.filter((one) => !standing.offered.includes(one)))
      expect([action, await at.act(action)]).toMatchObject([action, { ok: false }]);
    expect(at.stored()).toEqual(before);
    expect([at.told, at.asked]).toEqual([[], []]);
  });

  const local = standing.offered.filter((action) => action !== "delete_at_service");
  it.each(local)(
    "changes the stored data on '%s', and can be resumed if it is active but not watched",
    async (action) => {
      const at = world(standing);
      const before = at.stored();
      const done = await at.act(action);
      expect(done).toMatchObject({ ok: true });
      const isWrite = at.told.includes("write c1");
      if (!isWrite) expect(at.stored()).not.toEqual(before);
      // An active cleaning that is not watched must offer to resume.
      const row = at.records.cleaning("c1");
      if (row?.state === "active" && !row.watching) expect(at.view("c1")?.actions).toContain("resume");
    },
  );
});

const priced = Object.entries(CASES).flatMap(([name, standing]) =>
  (["start", "upload_again"] as const)
    .filter((action) => standing.offered.includes(action))
    .map((action) => ({ name, action, standing })),
);

describe("agreeing to an action", () => {
  it.each(priced)(
    "is rejected when the price of '$action' differs from the one agreed to: $name",
    async ({ action, standing }) => {
      const at = world(standing);
      const shown = at.view("c1")?.asks?.[action]?.credits ?? Number.NaN;
      const before = at.stored();
      for (const sum of [shown + 1, shown - 1]) {
        expect(await at.act(action, sum)).toMatchObject({ ok: false, problem: { code: "price_changed" } });
        expect(at.stored()).toEqual(before);
      }
      expect([at.told, at.asked]).toEqual([[], []]);
    },
  );

  it("covers all parts that wait for consent, and each part shows its own price", () => {
    const parts = [
      waiting("user", { total: 12, problem: problem("price_changed", { shown: 10, now: 12 }) }),
      waiting("user", { total: 500, problem: problem("price_changed", { shown: 10, now: 500 }) }),
      waiting("credits"),
    ];
    const view = world({ row: {}, parts, offered: [] }).view("c1");
    expect(view?.asks?.start).toEqual({ credits: 512, parts: 2, mayBePaid: false });
    expect(view?.problem).toEqual(problem("price_changed", { shown: 20, now: 512 }));
    expect(view?.parts.map(({ asks }) => asks)).toEqual([12, 500, null]);
  });
});

describe("an action", () => {
  it("that reactivates a finished cleaning marks the cleaned list as not written", async () => {
    const at = world({ row: { state: "failed", out: written }, parts: [home, failedUnpaid], offered: [] });
    unwrap(await at.act("retry"));
    expect(at.records.cleaning("c1")).toMatchObject({ state: "active", out: { rows: null } });
  });

  it("polls the parts that may have been paid for and queues the others on 'retry'", async () => {
    const at = world({ row: { state: "failed" }, parts: [failedUnpaid, failedPaid], offered: [] });
    unwrap(await at.act("retry"));
    expect(at.records.parts("c1").map(({ record }) => record.state.kind)).toEqual(["queued", "verifying"]);
  });
});

describe("resuming a paused cleaning", () => {
  it("finishes it if all its results were fetched before the pause", async () => {
    const at = world({ row: { watching: false }, parts: [home], offered: [] });
    unwrap(await at.act("resume"));
    expect(at.told).toContain("settled c1");
  });
});

describe("a finished cleaning", () => {
  it("counts addresses beyond the limit apart from those that another list left without a verdict", () => {
    const row: Row = { state: "failed", counts: { ...emptyVerdictCounts(), deliverable: 5 } };
    const view = world({ row, elsewhere: 4, beyondLimit: 3, parts: [home], offered: [] }).view("c1");
    expect(view?.unverified).toMatchObject({ parts: 0, addresses: 2 });
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { openArchive } from "../../../../../electron/engine/ledger/index.ts";
import {
  createResultCalls,
  createResultReader,
  type ResultReader,
} from "../../../../../electron/engine/results/index.ts";
import { type Journal, layoutOf, openJournal } from "../../../../../electron/engine/store/index.ts";
import { type CallRequest, engineCalls } from "../../../../../shared/bridge.ts";
import { ok, type Result } from "../../../../../shared/result.ts";
import { cleaning } from "../../../../fixtures/cleaning.ts";
import { workers } from "../../../../support/built-workers.ts";
import { buildCleaning } from "../../build-cleaning.ts";

const context = () => ({ signal: new AbortController().signal });
const ROW = { by: { kind: "row" as const }, descending: false };
const cardOf = async () => ok(cleaning());
const open: { journal: Journal; reader: ResultReader }[] = [];

afterEach(async () => {
  for (const { journal, reader } of open.splice(0)) {
    await reader.close();
    journal.close();
  }
});

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.code);
  return result.value;
}

/** Sets up the cleaning `c1` with a journal, a reader and the calls on it. */
function review(made = sample()) {
  const layout = layoutOf(made.built.dataDir);
  const journal = value(openJournal(layout.journal, layout.backups));
  journal.db.exec(`
    INSERT INTO lists (id, name, created_at) VALUES ('list-1', 'contacts.csv', 1);
    INSERT INTO cleanings (id, name, list_id, account_id, scope, options, price, unique_addresses, agreed_credits, state, created_at)
    VALUES ('c1', 'March', 'list-1', 'a', 'sandbox', '{}', '{}', 3, 3, 'done', 1);
  `);
  const reader = createResultReader({ layout, workerUrl: workers.reader });
  open.push({ journal, reader });
  return {
    ...made,
    layout,
    journal,
    reader,
    calls: createResultCalls({ journal, reader, cleaning: cardOf }),
  };
}

function sample() {
  return buildCleaning(
    [
      ["ann@x.example", "7"],
      ["bob@y.example", "10"],
      ["ANN@x.example", "8"],
      [null, ""],
      ["cy@x.example", ""],
    ],
    [
      { verdict: "deliverable", flags: ["role"], at: 5000, fate: "part" },
      { verdict: "undeliverable", flags: [], at: 0, fate: "part" },
      { verdict: "unknown", flags: ["free"], at: 0, fate: "part" },
    ],
  );
}

function query(given: Partial<CallRequest<"results.rows">> = {}): CallRequest<"results.rows"> {
  return { cleaningId: "c1", filter: {}, sort: ROW, offset: 0, limit: 100, sequence: 0, ...given };
}

describe("results.*", () => {
  it("summarises a cleaning in counts that add up", async () => {
    const { calls } = review();
    const summary = value(await calls["results.summary"]({ cleaningId: "c1" }, context()));
    expect(engineCalls["results.summary"].output.parse(summary)).toEqual(summary);
    expect(summary).toMatchObject({
      rows: 5,
      verdictRows: { deliverable: 2, undeliverable: 1, unknown: 1, accept_all: 0 },
      noneRows: 1,
      verdictAddresses: { deliverable: 1, undeliverable: 1, unknown: 1, accept_all: 0 },
      flagRows: { role: 2, free: 1 },
      classRows: { first: 3, repeated: 1, malformed: 1, empty: 0 },
      saved: 0,
      steps: { undo: false, redo: false },
    });
    expect(summary.oneReason).toBeUndefined();
    expect(summary.domains[0]).toEqual({ domain: "y.example", verified: 1, undeliverable: 1, risky: 0 });
  });

  it("tells whether every row has the same reason, and whether the list was converted to CSV", async () => {
    const made = buildCleaning(
      [["ann@x.example"], ["bob@x.example"]],
      [
        { verdict: "deliverable", flags: [], at: 5000, fate: "part" },
        { verdict: "unknown", flags: [], at: 5000, fate: "part" },
      ],
    );
    const { calls } = review(made);
    const summary = value(await calls["results.summary"]({ cleaningId: "c1" }, context()));
    expect(summary).toMatchObject({ oneReason: true });
    expect(summary.converted).toBeUndefined();
  });

  it("returns pages of rows, and one row in full with its history", async () => {
    const { calls, layout } = review();
    const archive = openArchive(layout.archive);
    archive.storeCheck("sandbox", { address: "ann@x.example", verdict: "deliverable", flags: [], at: 7 });
    archive.close();
    const rows = value(
      await calls["results.rows"](
        query({ sort: { by: { kind: "column", column: 1, numeric: true }, descending: true }, limit: 2 }),
        context(),
      ),
    );
    expect(rows).toMatchObject({
      total: 5,
      rows: [
        { row: 1, cells: ["bob@y.example", "10"] },
        { row: 2, class: "repeated" },
      ],
    });
    const row = value(await calls["results.row"]({ cleaningId: "c1", row: 0 }, context()));
    expect(engineCalls["results.row"].output.parse(row)).toEqual(row);
    expect(row).toMatchObject({
      address: "ann@x.example",
      serviceRow: null,
      history: [{ at: 7, cleaningId: "check", sandbox: true }],
    });
    const history = value(await calls["results.history"]({ search: "ANN@", limit: 5 }, context()));
    expect(history.addresses.map(({ address }) => address)).toEqual(["ann@x.example"]);
  });

  it("cancels a request that is superseded by a newer one or aborted", async () => {
    const { calls } = review();
    const answers = await Promise.all(
      [1, 2, 3].map((sequence) => calls["results.rows"](query({ sequence }), context())),
    );
    expect(answers.map((answer) => (answer.ok ? answer.value.sequence : answer.problem.code))).toEqual([
      "cancelled",
      "cancelled",
      3,
    ]);
    // A reloaded page restarts its sequence numbers.
    expect(await calls["results.rows"](query({ sequence: 1 }), context())).toMatchObject({ ok: true });
    const controller = new AbortController();
    const asked = calls["results.rows"](query(), { signal: controller.signal });
    controller.abort();
    expect(await asked).toMatchObject({ ok: false, problem: { code: "cancelled" } });
  });

  it("marks rows, and undoes and redoes the marks even after a restart", async () => {
    const made = sample();
    const first = review(made);
    const mark = (rows: number[] | object, decision: "keep" | "drop" | null) =>
      first.calls["results.mark"](
        { cleaningId: "c1", rows: rows as number[], except: [], decision, reason: "client" },
        context(),
      );
    expect(value(await mark([0, 2, 99], "drop"))).toEqual({ changed: 2 });
    expect(value(await mark({ verdicts: ["undeliverable"] }, "keep"))).toEqual({ changed: 1 });
    expect(value(await mark([0], null))).toEqual({ changed: 1 });
    await first.reader.close();
    first.journal.close();
    open.pop();

    const layout = layoutOf(made.built.dataDir);
    const journal = value(openJournal(layout.journal, layout.backups));
    const reader = createResultReader({ layout, workerUrl: workers.reader });
    const calls = createResultCalls({ journal, reader, cleaning: cardOf });
    const marks = async () => {
      const { rows } = value(await calls["results.rows"](query(), context()));
      return rows.map(({ mark }) => mark);
    };
    const undo = async (redo: boolean) =>
      value(await calls["results.undo"]({ cleaningId: "c1", redo }, context())).changed;
    expect(await marks()).toEqual([null, "keep", "drop", null, null]);
    const steps = async () => value(await calls["results.summary"]({ cleaningId: "c1" }, context())).steps;
    expect(await steps()).toEqual({ undo: true, redo: false });
    expect(await undo(false)).toBe(1);
    expect(await undo(false)).toBe(1);
    expect(await steps()).toMatchObject({ redo: true });
    expect(await marks()).toEqual(["drop", null, "drop", null, null]);
    expect(await undo(true)).toBe(1);
    expect(await undo(true)).toBe(1);
    expect(await undo(true)).toBe(0);
    expect(await marks()).toEqual([null, "keep", "drop", null, null]);
    expect(value(await calls["results.row"]({ cleaningId: "c1", row: 2 }, context())).markReason).toBe(
      "client",
    );
    const kept = { verdicts: ["deliverable" as const], applyOverrides: true };
    expect(
      value(await calls["results.rows"](query({ filter: kept }), context())).rows.map(({ row }) => row),
    ).toEqual([0, 1]);
  });
});

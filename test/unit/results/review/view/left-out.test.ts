import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultExportFilter } from "../../../../../electron/engine/exports/index.ts";
import { openCleaning } from "../../../../../electron/engine/results/index.ts";
import { maskOf } from "../../../../../electron/engine/results/review/query/filter.ts";
import { runToEnd } from "../../../../../electron/engine/results/review/thread/steps.ts";
import { rowAccount } from "../../../../../electron/engine/results/review/view/left-out.ts";
import { intentOf } from "../../../../../renderer/views/results/export/export-choices.ts";
import { ROW_CLASSES } from "../../../../../shared/bridge/constants.ts";
import type { ResultFilter } from "../../../../../shared/bridge/results.ts";
import { VERDICTS, type Verdict } from "../../../../../shared/verdicts.ts";
import { type AddressResult, buildCleaning } from "../../build-cleaning.ts";

const truth = (verdict: Verdict | null, fate: AddressResult["fate"] = "part"): AddressResult => ({
  verdict,
  flags: [],
  at: 0,
  fate,
});
/** Truths of the distinct addresses of `TABLE`, which ends with repeats and rows without an address. */
const TRUTHS = [
  truth("deliverable"),
  truth("undeliverable"),
  truth(null),
  truth(null, "suppressed"),
  truth(null, "beyond_limit"),
];
const TABLE: [string | null, string][] = [
  ["good@a.example", "1"],
  ["bad@a.example", "2"],
  ["failed@a.example", "3"],
  ["never@a.example", "4"],
  ["later@a.example", "5"],
  ["good@a.example", "6"],
  ["failed@a.example", "7"],
  ["", "8"],
  [null, "9"],
];

function rowAccountOf(
  filter: ResultFilter,
  marks: ("keep" | "drop" | null)[] = [],
  table = TABLE,
  typos: Readonly<Record<string, string>> = {},
  truths: readonly AddressResult[] = TRUTHS,
) {
  const { built, cleaning } = buildCleaning(table, truths, marks, typos);
  const opened = openCleaning(built.list, cleaning.results, { readonly: true });
  try {
    return runToEnd(rowAccount(opened, filter, runToEnd(maskOf(opened, filter))));
  } finally {
    opened.close();
  }
}

describe("the rows that an export leaves out", () => {
  it("are each counted under the reason that keeps them out", () => {
    expect(rowAccountOf(defaultExportFilter(["deliverable"], { keepDuplicates: false }))).toEqual({
      rows: 1,
      unverified: 0,
      leftOut: {
        undeliverable: 1,
        unverified: 1,
        suppressed: 1,
        beyond_limit: 1,
        repeated: 2,
        empty: 1,
        malformed: 1,
      },
    });
  });

  it("include repeated and malformed rows that are marked keep", () => {
    const asked = defaultExportFilter(["deliverable"], { keepDuplicates: false });
    const kept = [null, null, null, null, null, "keep", "keep", "keep", "keep"] as const;
    expect(rowAccountOf(asked, [...kept])).toEqual(rowAccountOf(asked));
  });

  it("are only those marked drop if only marks apply; written rows marked drop are counted", () => {
    const struck = ["drop", null, "keep"] as const;
    expect(rowAccountOf({}, [...struck])).toMatchObject({ rows: TABLE.length, dropped: 1, leftOut: {} });
    const { dropped, ...without } = rowAccountOf({ leaveOutMarked: "drop" }, [...struck]);
    expect(dropped).toBeUndefined();
    expect(without).toMatchObject({ rows: TABLE.length - 1, leftOut: { dropped: 1 } });
    // A keep mark adds no rows that the filter excludes.
    const screen = { verdicts: ["deliverable" as const], leaveOutMarked: "drop" as const };
    expect(rowAccountOf(screen, [null, null, "keep"]).rows).toBe(rowAccountOf(screen).rows);
  });

  it("include no rows without an address if these are kept, unless they are marked drop", () => {
    const clean = defaultExportFilter(["deliverable"], { keepDuplicates: false });
    const kept = defaultExportFilter(["deliverable"], { keepDuplicates: false, keepEmpty: true });
    const { empty, ...others } = rowAccountOf(clean).leftOut;
    expect(empty).toBe(1);
    expect(rowAccountOf(kept)).toEqual({ rows: 2, unverified: 0, leftOut: others });
    const all = defaultExportFilter(VERDICTS, { keepDuplicates: true, keepEmpty: true });
    expect(rowAccountOf(all).leftOut.empty).toBeUndefined();
    const struck = rowAccountOf(kept, [...TABLE.map(() => "drop" as const)]);
    expect(struck.rows).toBe(0);
    expect(Object.values(struck.leftOut).reduce((sum, rows) => sum + rows, 0)).toBe(TABLE.length);
  });

  it("include addresses that another service says not to mail, regardless of the verdict, unless marked keep", () => {
    const truths = TRUTHS.map((one) => ({ ...one, flags: ["unwanted" as const] }));
    const of = (filter: ResultFilter) =>
      rowAccountOf(filter, [null, "keep"], TABLE, {}, [...truths.slice(0, 2), ...TRUTHS.slice(2)]);
    const clean = of(defaultExportFilter(["deliverable"], { keepDuplicates: false }));
    expect(clean).toMatchObject({ rows: 1, leftOut: { unwanted: 1 } });
    expect(clean.unwanted).toBeUndefined();
    expect(of({ leaveOutUnwanted: true })).toMatchObject({ rows: 7, leftOut: { unwanted: 2 } });
    expect(of({ leaveOutUnwanted: true, overridden: "drop" }).rows).toBe(0);
    expect(of(defaultExportFilter(VERDICTS, { keepDuplicates: true }))).toMatchObject({ unwanted: 2 });
    expect(of(intentOf("do_not_send", {}).filter).unwanted).toBeUndefined();
  });

  it("add up to the whole list together with the written rows, for any filter", () => {
    const rows = fc.array(
      fc.tuple(
        fc.constantFrom(
          "good@a.example",
          "bad@a.example",
          "c@b.example",
          "d@b.example",
          "e@b.example",
          "",
          null,
        ),
        fc.constant("x"),
      ),
      { minLength: 1, maxLength: 30 },
    );
    const filter: fc.Arbitrary<ResultFilter> = fc.record(
      {
        verdicts: fc.subarray([...VERDICTS, "none" as const]),
        classes: fc.subarray([...ROW_CLASSES]),
        search: fc.constantFrom("a", "b.example", ""),
        applyOverrides: fc.boolean(),
        leaveOutUnwanted: fc.boolean(),
        leaveOutMarked: fc.constantFrom("keep" as const, "drop" as const),
      },
      { requiredKeys: [] },
    );
    const mark = fc.constantFrom("keep" as const, "drop" as const, null);
    fc.assert(
      fc.property(rows, filter, fc.array(mark, { maxLength: 30 }), (table, asked, marks) => {
        const { rows: written, leftOut } = rowAccountOf(asked, marks.slice(0, table.length), table);
        const left = Object.values(leftOut).reduce((sum, one) => sum + one, 0);
        expect(written + left).toBe(table.length);
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});

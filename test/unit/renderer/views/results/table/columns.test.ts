import { describe, expect, it } from "vitest";
import {
  areNumbers,
  arranged,
  arrangement,
  firstColumns,
  fittingWidth,
  moved,
  movedTo,
  ownIndex,
} from "../../../../../../renderer/views/results/table/columns.ts";

const added = { verdict: "Verdict", reason: "Reason", flags: "Flags", verified_at: "Verified" };
const columns = firstColumns(["id", "email"], [["1", "ann@acme.example"]], added, 1);
const keys = (list: readonly { key: string }[]) => list.map((column) => column.key);

describe("columns", () => {
  it("are the address and its verdict, which stay in sight, the reason, the list's own, and what else is said", () => {
    expect(keys(columns)).toEqual(["c1", "verdict", "reason", "c0", "flags", "verified_at"]);
    expect(keys(columns.filter(({ pinned }) => pinned))).toEqual(["c1", "verdict"]);
    expect(ownIndex("c1")).toBe(1);
    expect(ownIndex("verdict")).toBeNull();
  });

  it("have the verdict beside the address, however many columns follow", () => {
    expect(keys(firstColumns(["email", "city", "zip"], [], added, 0))).toEqual([
      "c0",
      "verdict",
      "reason",
      "c1",
      "c2",
      "flags",
      "verified_at",
    ]);
  });

  it("are as wide as they need, within bounds", () => {
    expect(fittingWidth("id", ["1"])).toBe(84);
    expect(fittingWidth("note", ["x".repeat(500)])).toBe(300);
    expect(fittingWidth("email", ["ann@acme.example"])).toBeGreaterThan(fittingWidth("email", ["ann@a.b"]));
  });

  it("come back in the saved order, width and visibility", () => {
    const mine = moved(columns, "c0", -1).map((column) =>
      column.key === "c0" ? { ...column, width: 200, hidden: true } : column,
    );
    expect(keys(mine)).toEqual(["c1", "verdict", "c0", "reason", "flags", "verified_at"]);
    expect(arranged(columns, arrangement(mine))).toEqual(mine);
  });

  it("are moved no further than those that stay in sight, which are not moved", () => {
    expect(keys(moved(columns, "reason", -5))).toEqual(keys(columns));
    expect(keys(moved(columns, "verdict", 2))).toEqual(keys(columns));
    expect(keys(moved(columns, "c0", 99)).at(-1)).toBe("c0");
  });

  it("are put where another one is, from either side", () => {
    expect(keys(movedTo(columns, "flags", "reason"))).toEqual([
      ...["c1", "verdict", "flags", "reason", "c0", "verified_at"],
    ]);
    expect(keys(movedTo(columns, "reason", "flags"))).toEqual([
      ...["c1", "verdict", "c0", "flags", "reason", "verified_at"],
    ]);
  });

  it.each([
    ["no JSON", "{"],
    ["another form", '{"a":1}'],
    ["a width out of bounds", '[{"key":"c0","width":-4,"hidden":false}]'],
    ["nothing saved", null],
  ])("keep their first order when %s is saved", (_name, saved) => {
    expect(arranged(columns, saved)).toEqual(columns);
  });

  it("forget columns that are gone and keep new ones at the end", () => {
    const saved = arrangement([
      { key: "c7", name: "gone", width: 100, hidden: false, numeric: false, pinned: false },
      { key: "flags", name: "Flags", width: 100, hidden: false, numeric: false, pinned: false },
    ]);
    expect(keys(arranged(columns, saved))).toEqual(["c1", "verdict", "flags", "reason", "c0", "verified_at"]);
  });
});

describe("a column", () => {
  it.each([
    [["1", "10", "", "100"], true],
    [["1.234,50 €", "12,5"], true],
    [["-3", "0", "0.5"], true],
    [["00012", "00013"], false],
    [["+49 170 1234567"], false],
    [["1", "ten"], false],
    [["", " "], false],
  ])("of %j is of numbers: %s", (cells, numbers) => expect(areNumbers(cells)).toBe(numbers));
});

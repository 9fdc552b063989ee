import { describe, expect, it } from "vitest";
import {
  areNumbers,
  arranged,
  arrangement,
  firstColumns,
  fittingWidth,
  moved,
  ownIndex,
} from "../../../../../../renderer/views/results/table/columns.ts";

const added = { verdict: "Verdict", flags: "Flags", verified_at: "Verified" };
const columns = firstColumns(["id", "email"], [["1", "ann@acme.example"]], added, 1);
const keys = (list: readonly { key: string }[]) => list.map((column) => column.key);

describe("columns", () => {
  it("are the list's own, then the verdict's", () => {
    expect(keys(columns)).toEqual(["c0", "c1", "verdict", "flags", "verified_at"]);
    expect(ownIndex("c1")).toBe(1);
    expect(ownIndex("verdict")).toBeNull();
  });

  it("have the verdict beside the address, however many columns follow", () => {
    expect(keys(firstColumns(["email", "city", "zip"], [], added, 0))).toEqual([
      "c0",
      "verdict",
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
    const mine = moved(columns, "verdict", -2).map((column) =>
      column.key === "c0" ? { ...column, width: 200, hidden: true } : column,
    );
    expect(keys(mine)).toEqual(["verdict", "c0", "c1", "flags", "verified_at"]);
    expect(arranged(columns, arrangement(mine))).toEqual(mine);
  });

  it("moving stops at the ends", () => {
    expect(keys(moved(columns, "c0", -5))).toEqual(keys(columns));
    expect(keys(moved(columns, "c0", 99)).at(-1)).toBe("c0");
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
      { key: "c7", name: "gone", width: 100, hidden: false, numeric: false },
      { key: "flags", name: "Flags", width: 100, hidden: false, numeric: false },
    ]);
    expect(keys(arranged(columns, saved))).toEqual(["flags", "c0", "c1", "verdict", "verified_at"]);
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

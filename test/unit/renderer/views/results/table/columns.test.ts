import { describe, expect, it } from "vitest";
import {
  areNumbers,
  arranged,
  arrangement,
  firstColumns,
  listColumnIndex,
  moved,
} from "../../../../../../renderer/views/results/table/columns.ts";

const added = {
  verdict: "Verdict",
  reason: "Reason",
  mail_host: "Mail host",
  flags: "Flags",
  verified_at: "Verified",
};
const columns = firstColumns(["id", "email"], [["1", "ann@acme.example"]], added, 1);
const keys = (list: readonly { key: string }[]) => list.map((column) => column.key);

describe("the table's columns", () => {
  it("are the pinned address and verdict, the reason, the list's own columns and the rest, in this order", () => {
    expect(keys(columns)).toEqual(["c1", "verdict", "reason", "c0", "flags", "verified_at"]);
    expect(keys(columns.filter(({ pinned }) => pinned))).toEqual(["c1", "verdict"]);
    expect(listColumnIndex("c1")).toBe(1);
    expect(listColumnIndex("verdict")).toBeNull();
    expect(listColumnIndex("confidence")).toBeNull();
  });

  it("hide a reason that is the same in every row, unless it also names mail hosts", () => {
    const hidden = (facts: { oneReason: boolean; mailHosts?: boolean }) =>
      keys(firstColumns(["email"], [], added, 0, facts).filter((column) => column.hidden));
    expect(hidden({ oneReason: true })).toEqual(["reason"]);
    expect(hidden({ oneReason: true, mailHosts: true })).toEqual([]);
    expect(hidden({ oneReason: false })).toEqual([]);
  });

  it("keep the saved order, width and visibility", () => {
    const mine = moved(columns, "c0", -1).map((column) =>
      column.key === "c0" ? { ...column, width: 200, hidden: true } : column,
    );
    expect(keys(mine)).toEqual(["c1", "verdict", "c0", "reason", "flags", "verified_at"]);
    expect(arranged(columns, arrangement(mine))).toEqual(mine);
  });

  it("have their default order when the saved one is not valid JSON", () => {
    expect(arranged(columns, "{")).toEqual(columns);
  });
});

describe("a column", () => {
  it.each([
    [["1", "10", "", "100"], true],
    [["1.234,50 €", "12,5"], true],
    [["00012", "00013"], false],
    [["+49 170 1234567"], false],
    [["", " "], false],
  ])("is recognised as numeric from its cells: %j is %s", (cells, numbers) =>
    expect(areNumbers(cells)).toBe(numbers),
  );
});

import { describe, expect, it } from "vitest";
import { nextActive } from "../../../../../renderer/views/results/table/keyboard.ts";
import {
  isChosen,
  selectedOf,
  sizeOf,
  toggledRow,
  withRow,
  withRows,
} from "../../../../../renderer/views/results/table/selection.ts";

describe("a key in the table", () => {
  it.each([
    ["ArrowDown", 5, 6],
    ["ArrowUp", 0, 0],
    ["PageDown", 95, 99],
    ["j", 5, 6],
    ["Home", 50, 0],
    ["x", 50, null],
  ])("%s moves from row %i to %s", (key, from, to) => expect(nextActive(key, from, 100, 20)).toBe(to));
});

describe("the selection of rows", () => {
  it("toggles one row on and off", () => {
    const one = toggledRow({ kind: "some", rows: new Set() }, 7);
    expect(one).toEqual({ kind: "some", rows: new Set([7]) });
    expect(toggledRow(one, 7)).toEqual({ kind: "some", rows: new Set() });
  });
  it("holds all rows except the one that was unticked", () => {
    const all = { kind: "all", except: new Set<number>(), shown: 5 } as const;
    const butOne = toggledRow(all, 3);
    expect([isChosen(butOne, 3), isChosen(butOne, 4), sizeOf(butOne, 62)]).toEqual([false, true, 61]);
    expect(toggledRow(butOne, 3)).toEqual(all);
    expect(withRow(butOne, 3)).toEqual(all);
    expect(withRow(butOne, 4)).toBe(butOne);
    expect(withRows(butOne, [3, 4])).toEqual(all);
  });
  it("is sent as row numbers or as a filter with exceptions, and is not sent if it is empty", () => {
    const filter = { search: "a" };
    expect(selectedOf({ kind: "some", rows: new Set([7, 2]) }, filter)).toEqual({ rows: [7, 2], except: [] });
    expect(selectedOf({ kind: "all", except: new Set([3]), shown: 5 }, filter)).toEqual({
      rows: filter,
      except: [3],
    });
    expect(selectedOf({ kind: "some", rows: new Set() }, filter)).toBeNull();
    expect(selectedOf({ kind: "all", except: new Set([3]), shown: 1 }, filter)).toBeNull();
  });
});

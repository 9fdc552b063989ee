import { describe, expect, it } from "vitest";
import { byFinishTime, compareFrom, compareTo } from "../../../../../renderer/views/compare/compare-state.ts";

describe("the URL of a comparison", () => {
  it.each([
    { kind: "changed", from: null, to: null },
    { kind: "changed", from: "deliverable", to: "none" },
  ] as const)("restores its state: %j", (state) => {
    expect(compareFrom(compareTo(state))).toEqual(state);
  });

  it.each(["kind=all&from=good", "%%%"])("shows the plain view for '%s'", (search) => {
    expect(compareFrom(search)).toEqual({ kind: "changed", from: null, to: null });
  });

  it("orders the two cleanings by when they finished", () => {
    const [old, young] = [
      { createdAt: 2, finishedAt: 3 },
      { createdAt: 1, finishedAt: 4 },
    ];
    expect(byFinishTime(young, old)).toEqual([old, young]);
    expect(byFinishTime(old, young)).toEqual([old, young]);
  });
});

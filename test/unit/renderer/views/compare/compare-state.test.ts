import { describe, expect, it } from "vitest";
import {
  compareFrom,
  compareTo,
  inOrder,
  swapped,
} from "../../../../../renderer/views/compare/compare-state.ts";

describe("a comparison's address", () => {
  it.each([
    { kind: "changed", from: null, to: null },
    { kind: "changed", from: "deliverable", to: "none" },
  ] as const)("comes back as it was: %j", (state) => {
    expect(compareFrom(compareTo(state))).toEqual(state);
  });

  it.each(["kind=all&from=good", "%%%"])("reads '%s' as the plain view", (search) => {
    expect(compareFrom(search)).toEqual({ kind: "changed", from: null, to: null });
  });

  it.each([
    [
      { kind: "gained", from: "none", to: "unknown" },
      { kind: "lost", from: "unknown", to: "none" },
    ],
    [
      { kind: "new", from: null, to: null },
      { kind: "new", from: null, to: null },
    ],
  ] as const)(
    "asks for the same moves, and stays with what is new or left, with before and after swapped: %j",
    (state, other) => {
      expect(swapped(state)).toEqual(other);
      expect(swapped(other)).toEqual(state);
    },
  );

  it("puts first what came to its results first", () => {
    const [old, young] = [
      { createdAt: 2, finishedAt: 3 },
      { createdAt: 1, finishedAt: 4 },
    ];
    expect(inOrder(young, old)).toEqual([old, young]);
    expect(inOrder(old, young)).toEqual([old, young]);
  });
});

import { describe, expect, it } from "vitest";
import { compareFrom, compareTo, inOrder } from "../../../../../renderer/views/compare/compare-state.ts";

describe("a comparison's address", () => {
  it.each([
    { kind: "changed", from: null, to: null },
    { kind: "new", from: null, to: "unknown" },
    { kind: "changed", from: "deliverable", to: "none" },
  ] as const)("comes back as it was: %j", (state) => {
    expect(compareFrom(compareTo(state))).toEqual(state);
  });

  it.each(["", "kind=all&from=good", "%%%", "from=&to=&kind="])("reads '%s' as the plain view", (search) => {
    expect(compareFrom(search)).toEqual({ kind: "changed", from: null, to: null });
  });

  it("puts the older one before", () => {
    const [old, young] = [{ createdAt: 1 }, { createdAt: 2 }];
    expect(inOrder(young, old)).toEqual([old, young]);
    expect(inOrder(old, young)).toEqual([old, young]);
  });
});

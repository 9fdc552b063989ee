import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { grainsOf } from "../../../../renderer/components/GrainBar.tsx";

const counts = fc.array(fc.oneof(fc.constant(0), fc.nat(9), fc.nat(3_000_000)), {
  minLength: 1,
  maxLength: 6,
});

describe("the grains of a chart", () => {
  it("fill the space, with at least one grain for each count above zero and none for zero", () => {
    fc.assert(
      fc.property(counts, fc.constantFrom(25, 100), (parts, room) => {
        const grains = grainsOf(parts, room);
        const sum = parts.reduce((all, one) => all + one, 0);
        expect(grains.reduce((all, one) => all + one, 0)).toBe(sum === 0 ? 0 : room);
        expect(grains.map((one) => one > 0)).toEqual(parts.map((one) => one > 0));
      }),
    );
  });

  it.each([
    [[585, 97, 92, 137], 100, [64, 11, 10, 15]],
    [[999_999, 1], 100, [99, 1]],
    [[0, 0], 100, [0, 0]],
  ])("represent counts of %j with %i grains as %j", (parts, room, expected) =>
    expect(grainsOf(parts, room)).toEqual(expected),
  );
});

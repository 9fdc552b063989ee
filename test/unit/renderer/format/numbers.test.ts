import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { share, shares, size } from "../../../../renderer/format/numbers.ts";

describe("shares", () => {
  it("always add up to a hundred percent in tenths", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5_000_000), { minLength: 1, maxLength: 6 }), (counts) => {
        const total = counts.reduce((sum, value) => sum + value, 0);
        const tenths = shares(counts).reduce((sum, value) => sum + Math.round(value * 1000), 0);
        expect(tenths).toBe(total === 0 ? 0 : 1000);
      }),
    );
  });

  it("are within a tenth of a percent of the truth", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 6 }),
        (counts) => {
          const total = counts.reduce((sum, value) => sum + value, 0);
          shares(counts).forEach((value, index) => {
            expect(Math.abs(value - (counts[index] ?? 0) / total)).toBeLessThan(0.001);
          });
        },
      ),
    );
  });

  it("give the rest to the largest remainders", () => {
    expect(shares([1, 1, 1])).toEqual([0.334, 0.333, 0.333]);
  });
});

describe("sizes and shares in words", () => {
  it.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1500, "1.5 kB"],
    [65_000_000, "65 MB"],
  ])("%i bytes", (bytes, words) => expect(size(bytes)).toBe(words));
  it("a share has one decimal", () => expect(share(0.5)).toBe("50.0%"));
});

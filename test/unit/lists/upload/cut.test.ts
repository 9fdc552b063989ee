import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitEvenly } from "../../../../electron/engine/lists/upload-parts.ts";

const LIMITS = { bytes: 10_000_000, addresses: 500_000 };

function runs(sizes: Uint32Array, limits = LIMITS, header = 6): number[] {
  const ends = splitEvenly(sizes, header, limits);
  return ends.map((end, i) => end - (ends[i - 1] ?? 0));
}

const lines = (count: number, size = 18) => new Uint32Array(count).fill(size);

/** Returns the minimum number of runs within both limits, by filling each run completely. */
function fewest(sizes: readonly number[], limits: typeof LIMITS, header: number): number {
  let count = 0;
  let bytes = 0;
  let addresses = 0;
  for (const size of sizes) {
    if (count === 0 || addresses >= limits.addresses || header + bytes + size > limits.bytes) {
      count++;
      bytes = 0;
      addresses = 0;
    }
    bytes += size;
    addresses++;
  }
  return count;
}

describe("cutting a list into parts", () => {
  it.each([
    [500_000, [500_000]],
    [500_001, [250_001, 250_000]],
    [1_000_001, [333_334, 333_334, 333_333]],
    [2, [2]],
    [1, [1]],
    [0, []],
  ])("turns %i short addresses into parts of %j", (count, expected) => {
    const made = runs(lines(count));
    expect(made.toSorted((a, b) => b - a)).toEqual(expected);
  });

  it("makes no more parts than needed, breaks no limit, and leaves no part nearly empty", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 60, max: 600 }),
        fc.integer({ min: 1, max: 60 }),
        (sizes, bytes, addresses) => {
          const limits = { bytes, addresses };
          const header = 6;
          const made = runs(Uint32Array.from(sizes), limits, header);
          expect(made.reduce((sum, own) => sum + own, 0)).toBe(sizes.length);
          expect(made).toHaveLength(fewest(sizes, limits, header));
          let start = 0;
          for (const own of made) {
            expect(own).toBeGreaterThan(0);
            expect(own).toBeLessThanOrEqual(addresses);
            const size = sizes.slice(start, start + own).reduce((sum, one) => sum + one, 0);
            expect(header + size).toBeLessThanOrEqual(bytes);
            start += own;
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

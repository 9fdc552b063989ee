import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priceTerms } from "../../../../../renderer/views/clean/PriceLine.tsx";
import type { Price } from "../../../../../shared/bridge/cleanings.ts";
import { DEFAULT_CLEANING_OPTIONS } from "../../../../../shared/bridge/defaults.ts";

const price: Price = {
  rows: 12_480,
  repeated: 310,
  malformed: 96,
  empty: 0,
  suppressed: 0,
  known: 4_200,
  beyondLimit: 0,
  credits: 7_874,
  available: 10_000,
  parts: 1,
};

describe("the price line", () => {
  it("adds up for any terms", () => {
    const nat = fc.nat(100_000);
    fc.assert(
      fc.property(
        nat,
        nat,
        nat,
        nat,
        nat,
        nat,
        nat,
        (repeated, malformed, empty, suppressed, known, beyondLimit, credits) => {
          const rows = repeated + malformed + empty + suppressed + known + beyondLimit + credits;
          const terms = priceTerms(
            { ...price, rows, repeated, malformed, empty, suppressed, known, beyondLimit, credits },
            DEFAULT_CLEANING_OPTIONS,
          );
          const [first, ...rest] = terms;
          expect((first?.value ?? 0) - rest.reduce((sum, term) => sum + term.value, 0)).toBe(credits);
        },
      ),
    );
  });

  it("keeps a switched-off term, so that it can be switched on again", () => {
    const options = { ...DEFAULT_CLEANING_OPTIONS, reuseKnown: false };
    const term = priceTerms({ ...price, known: 0 }, options).find((one) => one.name === "known");
    expect(term).toMatchObject({ off: true, value: 0 });
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priceTerms } from "../../../../../renderer/views/clean/PriceLine.tsx";
import { DEFAULT_CLEANING_OPTIONS } from "../../../../../shared/bridge/defaults.ts";
import { price } from "../../../../fixtures/page.ts";

describe("the price line", () => {
  it("adds up for any terms", () => {
    const names = [
      "repeated",
      "malformed",
      "empty",
      "suppressed",
      "known",
      "beyondLimit",
      "credits",
    ] as const;
    const nat = fc.nat(100_000);
    fc.assert(
      fc.property(fc.tuple(nat, nat, nat, nat, nat, nat, nat), (values) => {
        const rows = values.reduce((sum, one) => sum + one, 0);
        const terms = Object.fromEntries(names.map((name, at) => [name, values[at]]));
        const [first, ...rest] = priceTerms(price({ rows, ...terms }), DEFAULT_CLEANING_OPTIONS);
        expect((first?.value ?? 0) - rest.reduce((sum, term) => sum + term.value, 0)).toBe(terms.credits);
      }),
    );
  });

  it("keeps a switched-off term, so that it can be switched on again", () => {
    const options = { ...DEFAULT_CLEANING_OPTIONS, reuseKnown: false };
    const term = priceTerms(price(), options).find((one) => one.name === "known");
    expect(term).toMatchObject({ off: true, value: 0 });
  });
});

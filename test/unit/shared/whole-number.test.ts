import { describe, expect, it } from "vitest";
import { wholeNumberIn } from "../../../shared/whole-number.ts";

describe("a whole number that someone typed", () => {
  it.each(["1500", "1,500", "1.500", "1 500", "1'500", "1500.00"])("%j is 1500", (typed) =>
    expect(wholeNumberIn(typed)).toBe(1500),
  );

  it.each([
    ["0", 0],
    ["007", 7],
    ["12.345.678", 12_345_678],
    ["1,00,000", 100_000],
  ])("%j is %i", (typed, number) => expect(wholeNumberIn(typed)).toBe(number));

  it.each(["", "1.5", "1.50", "1.00", "1500.5", "1.500.0000", "-5", "12 credits"])(
    "%j is not guessed at",
    (typed) => expect(wholeNumberIn(typed)).toBeNull(),
  );
});

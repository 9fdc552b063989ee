import { describe, expect, it } from "vitest";
import { wholeNumberIn } from "../../../shared/numbers.ts";

describe("wholeNumberIn", () => {
  it.each([
    ["0", 0],
    [" 90 ", 90],
    ["1500", 1500],
    ["1,500", 1500],
    ["1.500", 1500],
    ["1 000 000", 1_000_000],
    ["1’500", 1500],
  ])("reads '%s' as %d", (text, number) => expect(wholeNumberIn(text)).toBe(number));

  it.each(["", "1.5", "1,50", "-5", "−5", "1e3", "90 days", "1,5000"])("refuses '%s'", (text) =>
    expect(wholeNumberIn(text)).toBeNull(),
  );
});

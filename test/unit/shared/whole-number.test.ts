import { describe, expect, it } from "vitest";
import { wholeNumberIn } from "../../../shared/whole-number.ts";

describe("a whole number that someone typed", () => {
  it.each([
    "1500",
    "1,500",
    "1.500",
    "1 500",
    "1\u00a0500",
    "1\u202f500",
    "1'500",
    "1’500",
    " 1500 ",
    "1500.00",
    "1.500,00",
    "1,500.0",
  ])("%j is 1500", (typed) => expect(wholeNumberIn(typed)).toBe(1500));

  it.each([
    ["0", 0],
    ["007", 7],
    ["999", 999],
    ["12.345.678", 12_345_678],
    ["12,345,678", 12_345_678],
    ["1,00,000", 100_000],
  ])("%j is %i", (typed, number) => expect(wholeNumberIn(typed)).toBe(number));

  it.each([
    "",
    "1.5",
    "1,5",
    "1.50",
    "1.0",
    "1.00",
    "1.",
    "12.34",
    "1500.5",
    "1500.000",
    "1.500,000",
    "1.500.0000",
    "1,2345",
    "1.234,567",
    "-5",
    "1e3",
    "0x10",
    "12 credits",
    "99999999999999999999",
  ])("%j is not guessed at", (typed) => expect(wholeNumberIn(typed)).toBeNull());
});

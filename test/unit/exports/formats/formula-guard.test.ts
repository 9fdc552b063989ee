import { describe, expect, it } from "vitest";
import { runsInSpreadsheet } from "../../../../electron/engine/exports/formats/formula-guard.ts";

describe("runsInSpreadsheet", () => {
  it.each([
    "=1+1",
    "=cmd|' /C calc'!A0",
    "@SUM(A1)",
    "\tx",
    "\u3000＝1",
    "＠SUM",
    "+A1",
    "-2+3+cmd",
    "--A1",
    '+HYPERLINK("x")',
  ])("is true for %j", (cell) => {
    expect(runsInSpreadsheet(cell)).toBe(true);
  });

  it.each([
    "",
    "a=b",
    "00012",
    "-12.5",
    "+44 20 7946 0958",
    "+44 (0)20 7946-0958",
    "-1.5e10",
    "-",
    "name@acme.example",
  ])("is false for %j", (cell) => {
    expect(runsInSpreadsheet(cell)).toBe(false);
  });
});

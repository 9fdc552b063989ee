import { describe, expect, it } from "vitest";
import { runsInSpreadsheet } from "../../../../electron/engine/exports/formats/formula-guard.ts";

describe("runsInSpreadsheet", () => {
  it.each([
    "=1+1",
    "=cmd|' /C calc'!A0",
    "@SUM(A1)",
    "\tx",
    "\rx",
    " =1",
    "\u00a0=1",
    "\u3000＝1",
    "＝1",
    "＠SUM",
    " \t=1",
    "\n=1",
    "+cmd",
    "-cmd|x",
    "+A1",
    "-2+3+cmd",
    "＋cmd",
    "+1+1",
    "--A1",
    "-(A1)",
    '+HYPERLINK("x")',
  ])("guards %j", (cell) => {
    expect(runsInSpreadsheet(cell)).toBe(true);
  });

  it.each([
    "",
    "text",
    "a=b",
    "12",
    "00012",
    "-12.5",
    "-12,5 %",
    "+44 20 7946 0958",
    "+44 (0)20 7946-0958",
    "+1-555-010-9999",
    "+49.30.1234",
    "+1 555 0100 ext. 7",
    "-1.5e10",
    "-3 €",
    "-",
    " - ",
    "--"[0] ?? "",
    "name@acme.example",
    "'=1",
  ])("leaves %j alone", (cell) => {
    expect(runsInSpreadsheet(cell)).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { createFormulaGuard, runsInSpreadsheet } from "../../../electron/engine/text/formula-guard.ts";

describe("runsInSpreadsheet", () => {
  it.each([
    "=1+1",
    "=cmd|' /C calc'!A0",
    "@SUM(A1)",
    "\tx",
    '\u0000=HYPERLINK("http://a.example")',
    " \u0000\u0000@SUM(A1)",
    "\u0000+A1",
    "\u3000＝1",
    "＠SUM",
    "+A1",
    "-2+3+cmd",
    "--A1",
    "=1@acme.example|x",
    "@acme.example",
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
    "+15551234567@sms.example",
  ])("is false for %j", (cell) => {
    expect(runsInSpreadsheet(cell)).toBe(false);
  });
});

describe("createFormulaGuard", () => {
  it("escapes a formula after U+0000 at the start and after another delimiter", () => {
    const guard = createFormulaGuard(",");
    expect(guard.disarmed("\u0000=1+1")).toBe("'\u0000=1+1");
    expect(guard.isDangerous("x;\u0000=1+1")).toBe(true);
    expect(guard.disarmed("x;\u0000=1+1")).toBe("x;\u0000'=1+1");
  });

  it("escapes a plus or minus sign after a separator only if a formula follows on the same line", () => {
    const guard = createFormulaGuard(",");
    expect(guard.disarmed("a;-b;+c(1);-d\n-e;=f")).toBe("a;'-b;'+c(1);-d\n-e;'=f");
    expect(guard.isDangerous("a;-b\n;c(1)")).toBe(false);
    expect(guard.isDangerous("a;-b(1)")).toBe(true);
  });
});

import { describe, expect, test } from "vitest";
import { codeOf, flagsOfCode, verdictOfCode } from "../../../electron/sandbox/list.ts";
import { sandboxVerdict, VERDICT_MIX, VERDICT_RULES } from "../../../electron/sandbox/verdicts.ts";
import { FLAG_BIT, flagsOf, VERDICTS, type Verdict } from "../../../shared/verdicts.ts";

describe("the table of verdicts", () => {
  test.each(VERDICT_RULES.map((rule) => [rule]))("applies its rule %j", (rule) => {
    const address = "domain" in rule ? `ann@mail.${rule.domain}` : `${rule.local}.7@corp.example`;
    expect(sandboxVerdict(address).verdict).toBe(rule.verdict);
    expect(sandboxVerdict(address.toUpperCase()).verdict).toBe(rule.verdict);
  });
});

test("a verdict and its flags survive being packed into one byte", () => {
  for (const verdict of VERDICTS) {
    for (let flags = 0; flags < FLAG_BIT.unwanted; flags++) {
      const [code = 0] = Uint8Array.of(codeOf(verdict, flags));
      expect([verdictOfCode(code), flagsOfCode(code)]).toEqual([verdict, flags]);
    }
  }
});

describe("an address without a rule", () => {
  test.each([
    ["free", "gmail.com"],
    ["other", "corp.example"],
  ] as const)("gets a verdict from the mix of its kind: %s", (kind, domain) => {
    const counts: Record<Verdict, number> = { deliverable: 0, undeliverable: 0, accept_all: 0, unknown: 0 };
    for (let i = 0; i < 20_000; i++) counts[sandboxVerdict(`person.${i}@${domain}`).verdict]++;
    let below = 0;
    for (const { upTo, verdict } of VERDICT_MIX[kind]) {
      expect(counts[verdict] / 200).toBeCloseTo(upTo - below, -0.5);
      below = upTo;
    }
  });
});

describe("the flags of an address", () => {
  test.each([
    ["ann@gmail.com", ["free"]],
    ["ann@corp.example", []],
    ["info+news@corp.example", ["role"]],
    ["ann@mailinator.com", ["disposable"]],
    ["spamtrap3@corp.example", ["trap"]],
    ["info@gmail.com", ["free", "role"]],
    ["ann", ["syntax_error"]],
    ["ann@@corp.example", ["syntax_error"]],
    ["ann lee@corp.example", ["syntax_error"]],
  ])("are right for %s", (address, flags) => {
    const verdictTotal = sandboxVerdict(address);
    expect(flagsOf(verdictTotal.flags)).toEqual(flags);
    if (flags.includes("syntax_error")) expect(verdictTotal.verdict).toBe("undeliverable");
  });
});

import { describe, expect, test } from "vitest";
import { sandboxVerdict, VERDICT_RULES } from "../../../electron/sandbox/verdicts.ts";
import { flagsOf } from "../../../shared/verdicts.ts";

describe("the table of verdicts", () => {
  test.each(VERDICT_RULES.map((rule) => [rule]))("applies the rule %j", (rule) => {
    const address = "domain" in rule ? `ann@mail.${rule.domain}` : `${rule.local}.7@corp.example`;
    expect(sandboxVerdict(address).verdict).toBe(rule.verdict);
    expect(sandboxVerdict(address.toUpperCase()).verdict).toBe(rule.verdict);
  });
});

describe("the flags of an address", () => {
  test.each([
    ["ann@gmail.com", ["free"]],
    ["info+news@corp.example", ["role"]],
    ["ann@mailinator.com", ["disposable"]],
    ["spamtrap3@corp.example", ["trap"]],
    ["ann", ["syntax_error"]],
    ["ann@@corp.example", ["syntax_error"]],
    ["ann lee@corp.example", ["syntax_error"]],
  ])("are right for %s", (address, flags) => {
    const verdictTotal = sandboxVerdict(address);
    expect(flagsOf(verdictTotal.flags)).toEqual(flags);
    if (flags.includes("syntax_error")) expect(verdictTotal.verdict).toBe("undeliverable");
  });
});

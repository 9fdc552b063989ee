import { describe, expect, it } from "vitest";
import { chargedSentence } from "../../../shared/price.ts";
import { causedBy, problem } from "../../../shared/problems.ts";

describe("a problem that can occur before or after a start", () => {
  it.each([
    problem("key_invalid", { account: "Shop" }),
    problem("account_unknown", { account: "Shop", removed: true }),
    problem("balance_unread", { why: causedBy(problem("rate_limited")) }),
    problem("lists_full"),
  ])("says nothing about money: $code", (one) => {
    expect(one.chargeUnknown).toBe(true);
    expect(`${one.detail} ${one.action}`).not.toMatch(/charged|paid|credit/i);
  });

  it("is followed by a sentence on what was charged for the cleaning", () => {
    expect(chargedSentence(0)).toBe("Nothing was charged for this cleaning so far.");
    expect(chargedSentence(900)).toContain("up to 900 credits are charged");
  });
});

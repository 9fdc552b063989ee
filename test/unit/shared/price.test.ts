import { describe, expect, it } from "vitest";
import type { Price } from "../../../shared/bridge/cleanings.ts";
import { balanceSentence, chargedSentence, priceNotes, shortBy } from "../../../shared/price.ts";
import { balanceWords } from "../../../shared/problems/wording.ts";
import { causedBy, problem } from "../../../shared/problems.ts";
import { price } from "../../fixtures/page.ts";

describe("the balance beside a price", () => {
  it.each<[string, Partial<Price>, string]>([
    ["enough", { balance: 200, promised: 0 }, "You have 200; 140 will be left."],
    ["too little", { balance: 20, promised: 0 }, "You have 20; 40 more are needed."],
    [
      "less than the reserved credits",
      { balance: 200, promised: 400 },
      "You have 200, and 400 are reserved for other cleanings; 260 more are needed.",
    ],
    ["less than nothing", { balance: -5, promised: 0 }, "The account is overdrawn by 5; 65 more are needed."],
    ["unknown", { balance: null, available: null }, "Your balance could not be read just now."],
    [
      "no key to ask with",
      { balance: null, available: null, unread: problem("key_missing", { account: "Acme" }) },
      "The API key is missing: your balance could not be read.",
    ],
  ])("is one sentence that adds up and never goes below zero: %s", (_name, changes, expected) => {
    expect(balanceSentence(price(changes))).toBe(expected);
  });

  it.each([
    [60, 0, 60, 0],
    [60, 500, 60, 500],
    [60, 0, 100, 0],
    [0, 500, 60, 0],
  ])(
    "is compared with a price of %d and %d promised credits: a balance of %d is short by %d",
    (credits, promised, balance, short) => {
      expect(shortBy(price({ credits, promised }), balance)).toBe(short);
    },
  );

  it("is followed by a warning about addresses that may have been paid for", () => {
    expect(priceNotes(price({}))).toEqual([]);
    expect(priceNotes(price({ perhapsPaid: 2 }))).toEqual([
      "2 of these addresses may have been paid for already, in a list or a check whose results never arrived: verifying them here costs credits again.",
    ]);
  });
});

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

it.each([
  [-1, "overdrawn by 1 credit"],
  [0, "0 credits"],
  [1_200, "1,200 credits"],
])("a balance of %d is said as: %s", (balance, words) => {
  expect(balanceWords(balance)).toBe(words);
});

import { describe, expect, it } from "vitest";
import { headline, insightWords, priceSentences, segmentDetail } from "../../../../renderer/words/answer.ts";
import type { Answer } from "../../../../shared/bridge/answer.ts";
import type { Insight } from "../../../../shared/bridge/insights.ts";

const behind = (addresses: number) => ({ rows: addresses, addresses, written: addresses });

function answered(safe: number, risky: number, not: number, open = 0, empty = 0) {
  const addresses = safe + risky + not + open;
  return {
    rows: addresses + empty,
    addresses,
    segments: { safe: behind(safe), risky: behind(risky), do_not_send: behind(not) },
    notVerified: open === 0 ? null : behind(open),
  };
}

describe("the headline of a list's results", () => {
  it.each([
    ["some safe", answered(585, 189, 137), "585 of 911 addresses are safe to send."],
    ["one safe", answered(1, 0, 1), "1 of 2 addresses is safe to send."],
    ["the only one safe", answered(1, 0, 0), "The only address is safe to send."],
    ["none safe", answered(0, 5, 6), "None of the 11 addresses is safe to send."],
    ["some left for later", answered(5, 1, 1, 3), "5 of 10 addresses are safe to send; 3 are not verified."],
    [
      "none safe, some not verified",
      answered(0, 1, 1, 3),
      "3 addresses are not verified, and none of the other 2 is safe to send.",
    ],
    ["the only one not verified", answered(0, 0, 0, 1), "The only address is not verified."],
    ["no addresses", answered(0, 0, 0, 0, 4), "There are no addresses in this list."],
  ])("%s", (_, answer, sentence) => expect(headline(answer, false)).toBe(sentence));

  it.each([
    [answered(5, 1, 0), "5 of 6 addresses would be safe to send."],
    [answered(0, 0, 0, 2), "None of the 2 addresses is verified."],
  ])("promises nothing for the sandbox's made-up verdicts", (answer, sentence) =>
    expect(headline(answer, true)).toBe(sentence),
  );
});

const NOTHING: Answer["price"] = {
  rows: 1000,
  duplicates: 0,
  invalid: 0,
  empty: 0,
  suppressed: 0,
  known: 0,
  inFile: 0,
  withoutVerdict: 0,
  beyondLimit: 0,
  elsewhere: 0,
  sent: 1000,
  charged: 1000,
  saved: 0,
};

describe("the price line below the headline", () => {
  const said = (price: Partial<Answer["price"]>, of: Partial<Parameters<typeof priceSentences>[1]> = {}) =>
    priceSentences(
      { price: { ...NOTHING, ...price } },
      { state: "done", sandbox: false, ...of },
      "21 Nov 2026",
    );

  it.each([
    [{}, "1,000 rows, cleaned 21 Nov 2026."],
    [
      { duplicates: 50, invalid: 26, empty: 13 },
      "1,000 rows, cleaned 21 Nov 2026. 50 duplicates, 26 invalid and 13 empty rows were not charged.",
    ],
    [
      { duplicates: 1, empty: 1 },
      "1,000 rows, cleaned 21 Nov 2026. 1 duplicate and 1 empty row were not charged.",
    ],
    [{ invalid: 1 }, "1,000 rows, cleaned 21 Nov 2026. 1 invalid row was not charged."],
    [
      { suppressed: 1, saved: 1 },
      "1,000 rows, cleaned 21 Nov 2026. You saved 1 credit on suppressed addresses.",
    ],
  ])("explains %j", (price, line) => expect(said(price)).toBe(line));

  it("speaks of sandbox credits for the sandbox", () => {
    expect(said({ known: 3, saved: 3 }, { sandbox: true })).toBe(
      "1,000 rows, cleaned 21 Nov 2026. You saved 3 sandbox credits on 3 addresses already known.",
    );
  });

  it("says that the verdicts are those of an opened results file, and claims no savings", () => {
    expect(said({ inFile: 990, saved: 990, charged: 0, duplicates: 10 }, { state: "imported" })).toBe(
      "1,000 rows, opened 21 Nov 2026. The verdicts come from the file. Nothing was charged.",
    );
    expect(said({ inFile: 990, withoutVerdict: 1 }, { state: "imported" })).toBe(
      "1,000 rows, opened 21 Nov 2026. The verdicts come from the file; it has none for 1 address, which counts as unknown. Nothing was charged.",
    );
  });

  it("does not call a cancelled or failed list clean", () => {
    expect(said({}, { state: "cancelled" })).toBe("1,000 rows, cancelled 21 Nov 2026.");
    expect(said({}, { state: "failed" })).toBe("1,000 rows, ended 21 Nov 2026.");
  });
});

describe("the detail of a segment", () => {
  const by = {
    acceptAll: 2,
    addresses: 5,
    invalid: 0,
    kept: false,
    suppressed: false,
    dropped: false,
    unwanted: 0,
    beyondLimit: false,
    imported: false,
  };
  it.each([
    ["safe", 618, {}, "618 rows"],
    ["safe", 618, { kept: true }, "618 rows: deliverable, or kept by you"],
    ["risky", 201, {}, "201 rows: accept-all or unknown"],
    ["do_not_send", 168, { invalid: 26 }, "168 rows, 26 of them invalid"],
    [
      "do_not_send",
      168,
      { invalid: 26, suppressed: true, dropped: true },
      "168 rows, 26 of them invalid; also suppressed and dropped by you",
    ],
    ["do_not_send", 9, { dropped: true, unwanted: 4 }, "9 rows; also 4 not to be mailed and dropped by you"],
    ["not_verified", 9, { beyondLimit: true }, "9 rows: left for later"],
  ] as const)("describes %s with %i rows and %j", (segment, rows, more, words) =>
    expect(segmentDetail(segment, rows, { ...by, ...more })).toBe(words),
  );
});

describe("the words for an insight", () => {
  const shown = { addresses: 2, rows: 3, filter: {} };
  const on = () => "14 August";
  const insights: [Insight, string][] = [
    [
      { code: "host_silent", domain: "a.example", ...shown },
      "None of the 2 addresses at a.example got an answer.",
    ],
    [
      { code: "unknowns_at_domain", domain: "a.example", unknown: 88, ...shown },
      "2 of 88 unknown addresses are at a.example.",
    ],
    [
      { code: "likely_typos", domains: 2, ...shown },
      "2 addresses look mistyped at 2 domains, not counting any that are deliverable.",
    ],
    [
      { code: "turned_bad", since: "c1", name: "spring.csv", at: 1, ...shown },
      "2 addresses went bad since 'spring.csv' was cleaned on 14 August.",
    ],
  ];
  it.each(insights)("explain %j", (insight, beginning) => {
    const { fact, meaning } = insightWords(insight, on);
    expect(`${fact} ${meaning}`).toMatch(/[.]$/);
    expect(`${fact} ${meaning}`.startsWith(beginning)).toBe(true);
  });
});

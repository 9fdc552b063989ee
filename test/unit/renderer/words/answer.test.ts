import { describe, expect, it } from "vitest";
import { forecastWords, headline, priceSentences } from "../../../../renderer/words/answer.ts";
import type { Answer } from "../../../../shared/bridge/answer.ts";
import { answerPrice } from "../../../fixtures/page.ts";

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
    ["the only one safe", answered(1, 0, 0), "The only address is safe to send."],
    ["some left for later", answered(5, 1, 1, 3), "5 of 10 addresses are safe to send; 3 are not verified."],
  ])("%s", (_, answer, sentence) => expect(headline(answer, false)).toBe(sentence));

  it.each([
    [answered(5, 1, 0), "5 of 6 addresses would be safe to send."],
    [answered(0, 0, 0, 2), "None of the 2 addresses is verified."],
  ])("promises nothing for the sandbox's made-up verdicts", (answer, sentence) =>
    expect(headline(answer, true)).toBe(sentence),
  );
});

describe("the expected bounces", () => {
  const forecast = (addresses: number) => ({
    ...{
      addresses,
      bounds: { low: 0, middle: 0.01, high: 0.5 },
      byRule: 0,
      unverified: 0,
      sent: 9,
      groups: [],
    },
  });

  it.each([
    [1, 1, "Expected bounces: 0 to 1 of 1."],
    [
      4,
      60,
      "Expected bounces: 0 to 2 of 4 if you send to the safe addresses, 0 to 30 of 60 with the risky ones.",
    ],
    [50, 50, "Expected bounces: 1.0% (0.0–50.0%)."],
  ])("of %d safe addresses among %d are people if there are few", (safe, all, sentence) =>
    expect(forecastWords.line(forecast(safe), forecast(all))).toBe(sentence),
  );
});

describe("the price line below the headline", () => {
  const said = (price: Partial<Answer["price"]>, of: Partial<Parameters<typeof priceSentences>[1]> = {}) =>
    priceSentences({ price: answerPrice(price) }, { state: "done", sandbox: false, ...of }, "21 Nov 2026");

  it.each([
    [{}, "1,000 rows, cleaned 21 Nov 2026."],
    [
      { duplicates: 50, invalid: 26, empty: 13 },
      "1,000 rows, cleaned 21 Nov 2026. 50 duplicates, 26 invalid and 13 empty rows were not charged.",
    ],
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

  it("says that a list cancelled before its verification cost nothing", () => {
    expect(said({ duplicates: 50, charged: 0 }, { state: "cancelled" })).toBe(
      "1,000 rows, cancelled 21 Nov 2026. Nothing was charged.",
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
});

import { describe, expect, it, test } from "vitest";
import { reportAdvice, reportCaution, reportSteps } from "../../../../renderer/words/report.ts";
import type { Answer } from "../../../../shared/bridge/answer.ts";
import { cleaning } from "../../../fixtures/cleaning.ts";
import { answerPrice } from "../../../fixtures/page.ts";

const behind = (addresses: number) => ({ rows: addresses, addresses, written: addresses });
const answer: Answer = {
  cleaningId: "c1",
  rows: 1000,
  addresses: 911,
  segments: { safe: behind(585), risky: behind(189), do_not_send: behind(137) },
  acceptAll: 101,
  notVerified: null,
  empty: 13,
  invalid: 26,
  leavesOutSuppressed: true,
  price: answerPrice({
    ...{ duplicates: 50, invalid: 26, empty: 13, known: 100, saved: 100, sent: 811, charged: 811 },
  }),
};

describe("the report", () => {
  it("subtracts all rows that were not verified, down to the verified addresses", () => {
    const off = reportSteps(answer).reduce((sum, [, rows]) => sum + rows, 0);
    expect(answer.price.rows - off).toBe(answer.price.sent);
  });

  it("gives advice on each address once", () => {
    const numbers = reportAdvice(answer, null).map((one) => Number(/\d+/.exec(one)?.[0]));
    expect(numbers).toEqual([585, 101, 88, 137]);
    expect(numbers.reduce((sum, n) => sum + n, 0)).toBe(answer.addresses);
  });
});

test.each([
  [{ state: "cancelled" }, "Cancelled on 3 Jan"],
  [{ state: "done", unverified: { parts: 1, addresses: 5, rows: 6 } }, "without results for all addresses"],
  [{ state: "done" }, null],
] as const)("the report warns about a cleaning without complete results: %j", (changes, says) => {
  const caution = reportCaution(cleaning(changes), "3 Jan");
  if (says === null) expect(caution).toBeNull();
  else expect(caution).toContain(says);
});

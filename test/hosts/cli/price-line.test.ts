import { expect, test } from "vitest";
import { priceLines } from "../../../electron/hosts/cli/commands/agreement.ts";

const nothing = {
  ...{ rows: 0, repeated: 0, malformed: 0, empty: 0, suppressed: 0, known: 0, beyondLimit: 0, credits: 0 },
  ...{ available: 5, balance: 5, promised: 0, parts: 1 },
};

test.each([
  [{ rows: 1, credits: 1 }, "1 row = 1 credit. You have 5; 4 will be left."],
  [{ rows: 2, repeated: 1, credits: 1 }, "2 rows − 1 duplicate = 1 credit. You have 5; 4 will be left."],
  [
    { rows: 10, inFile: 4, withoutVerdict: 6 },
    "10 rows − 4 with a verdict in this file − 6 without one, not verified = 0 credits. You have 5; 5 will be left.",
  ],
  [{ rows: 1, empty: 1 }, "1 row − 1 empty = 0 credits. You have 5; 5 will be left."],
  [{ rows: 1_200, credits: 1_200 }, "1,200 rows = 1,200 credits. You have 5; 1,195 more are needed."],
  [{ rows: 6, credits: 6 }, "6 rows = 6 credits. You have 5; 1 more is needed."],
])("the price line adds up for %j", (price, line) => {
  expect(priceLines({ ...nothing, ...price })).toEqual([line]);
});

import { expect, test } from "vitest";
import { readOpen } from "../reading.ts";

/** Returns a list of 3,000 people whose `column` holds `last` in the last row and `others` in all others. */
const listOf = (column: string, others: string, last: string) =>
  [
    `Email,${column},City`,
    ...Array.from({ length: 2_999 }, (_, i) => `p${i}@firm.example,${others},Bern`),
    `last@firm.example,${last},Bern`,
  ].join("\n");

test.each([
  ["Email Opt Out", "No", "Yes", "unsubscribed"],
  ["Status", "Lead", "Unsubscribed", "unsubscribed"],
  ["unsubscribed", "", "1", "unsubscribed"],
  ["Unsubscribe Date", "", "2024-03-01", "unsubscribed"],
  ["Abgemeldet", "Nein", "Ja", "unsubscribed"],
  ["Email Status", "Active", "Do not contact", "suppressed"],
])(
  "a list with the column %s, the value %j and %j in the last row asks whom to leave out",
  async (...row) => {
    const [column, others, last, outcome] = row;
    const { preflight } = await readOpen(listOf(column, others, last));
    expect(preflight.questions).toMatchObject([
      { kind: "outcomes", isAudience: true, looked: 3_000, outcomes: { [outcome]: 1 } },
    ]);
  },
);

test.each([
  ["Status", "Lead", "Customer"],
  ["Email Opt Out", "No", "No"],
  ["Unsubscribed", "0", "false"],
  ["Email Opt Out", "", "?"],
])("a list with the column %s and the values %j and %j asks nothing", async (column, others, last) => {
  const { preflight } = await readOpen(listOf(column, others, last));
  expect(preflight.questions).toBeUndefined();
});

test("a list asks nothing once the user has confirmed that it is a list", async () => {
  const { preflight } = await readOpen(listOf("Opted out", "no", "yes"), { readAs: "list" });
  expect(preflight.questions).toBeUndefined();
});

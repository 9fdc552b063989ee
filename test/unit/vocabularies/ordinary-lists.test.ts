import { expect, test } from "vitest";
import { recognise } from "../../../electron/engine/vocabularies/index.ts";
import { LONG } from "../../support/long.ts";

const COLUMNS: readonly (readonly [string, readonly string[]])[] = [
  ["Status", ["Active", "Lead", "Customer", "Churned"]],
  ["Status", ["open", "won", "lost", "unknown"]],
  ["Status", ["paid", "pending", "refunded", "unknown"]],
  ["Status", ["valid until 2026", "expired", "unknown"]],
  ["Result", ["called", "no answer", "meeting booked"]],
  ["Result", ["passed", "failed", "ok"]],
  ["Reason", ["price", "too busy", "does not exist any more"]],
  ["Reason", ["moved away", "other", ""]],
  ["State", ["CA", "NY", "TX", "Unknown"]],
  ["Score", ["12", "88", "45"]],
  ["Quality", ["good", "bad", "hot"]],
  ["Verdict", ["interested", "not now"]],
  ["Code", ["1", "5", "A7"]],
  ["Type", ["business", "private", "press"]],
  ["Event", ["fair 2024", "webinar", "dinner"]],
  ["Role", ["CEO", "Assistant", "Owner"]],
  ["Free", ["yes", "no"]],
  ["Email Status", ["Opted in", "To ask", "Double opt-in"]],
  ["Date", ["2024-05-01", "2023-12-24"]],
  ["Date Created", ["01/05/2024", "12/24/2023"]],
  ["Created_at", ["2024-05-01T10:00:00Z"]],
  ["Tags", ["vip;news", "trial"]],
  ["IP", ["10.0.0.1"]],
  ["Source", ["web", "shop", "import"]],
  ["Campaign", ["Spring", "Autumn"]],
  ["Comment", ["call back", "VS", ""]],
  ["Subscribed", ["yes", "no"]],
  ["Risk", ["high", "low"]],
  ["Classification", ["A", "B", "C"]],
  ["Disposable", ["no"]],
];
const ADDRESS = ["Email", "E-mail", "Email Address", "address", "mail", "Recipient"];
const LISTS = LONG ? 600 : 150;

function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function ordinaryList(seed: number) {
  const next = numbers(seed * 7_919 + 1);
  const chosen = new Map<string, readonly string[]>();
  for (let i = 0; i < 4 + next(9); i++) {
    const [name, values] = COLUMNS[next(COLUMNS.length)] ?? ["Status", []];
    if (!chosen.has(name)) chosen.set(name, values);
  }
  const header = [ADDRESS[next(ADDRESS.length)] ?? "Email", "First Name", "Company", ...chosen.keys()];
  const rows = Array.from({ length: 5 + next(60) }, (_, i) => [
    ...[`p${i}@example.com`, "Ann", "Acme"],
    ...[...chosen.values()].map((values) => values[next(values.length)] ?? ""),
  ]);
  return { header, rows };
}

test(`none of ${LISTS} customers' lists is recognised as results or bounces`, () => {
  const mistaken = Array.from({ length: LISTS }, (_, seed) => {
    const { header, rows } = ordinaryList(seed);
    return recognise(header, rows)
      .filter(({ sure }) => sure !== "possible")
      .map(({ source }) => `${source}: ${header.join(",")}`);
  }).flat();
  expect(mistaken).toEqual([]);
});

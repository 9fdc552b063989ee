import { describe, expect, it } from "vitest";
import { chipsOf } from "../../../../../../renderer/views/results/table/chips.ts";
import type { ResultFilter } from "../../../../../../shared/bridge/results.ts";

const id = { cleaningId: "c", listId: "l" };
const names = (filter: ResultFilter) => chipsOf(filter, ["email", "city"], false).map(({ name }) => name);

const PARTS: readonly (readonly [ResultFilter, string])[] = [
  [{ search: "ann" }, "“ann”"],
  [{ segments: ["risky"] }, "Risky"],
  [{ verdicts: ["accept_all", "unknown"] }, "Verdict: Accept-all, Unknown"],
  [{ exclude: { verdicts: ["none"] } }, "Verdict: not No verdict"],
  [{ likelyTypo: true }, "Flag: Likely typo"],
  [{ reasons: ["beyond_limit"] }, "Reason: Left for later"],
  [{ domains: ["a.example", "b", "c", "d", "e"] }, "Domain: a.example, b, c +2"],
  [{ cells: [{ column: 1, values: ["Oslo", ""] }] }, "city: Oslo, (empty)"],
  [
    { turned: { since: id, from: "deliverable", to: "undeliverable" } },
    "Deliverable before, Undeliverable now",
  ],
  [{ columns: [{ column: 1, op: "contains", value: "os" }] }, "city contains “os”"],
  [{ overridden: "keep" }, "Marked keep"],
];

describe("the chips of a filter", () => {
  it.each(PARTS)("show %j as: %s", (filter, name) => {
    expect(names(filter)).toEqual([name]);
  });

  it("remove only their own condition when closed", () => {
    const whole: ResultFilter = Object.assign({}, ...PARTS.map(([filter]) => filter));
    const chips = chipsOf(whole, ["email", "city"], false);
    expect(chips).toHaveLength(new Set(PARTS.map(([filter]) => Object.keys(filter)[0])).size);
    let left: ResultFilter = whole;
    for (const { name } of chips) {
      const chip = chipsOf(left, ["email", "city"], false).find((one) => one.name === name);
      const before = names(left);
      const merged = Object.entries({ ...left, ...chip?.without }).filter(([, value]) => value !== undefined);
      left = Object.fromEntries(merged);
      expect(names(left)).toEqual(before.filter((one) => one !== name));
    }
    expect(left).toEqual({});
  });
});

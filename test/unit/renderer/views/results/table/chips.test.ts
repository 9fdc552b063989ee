import { describe, expect, it } from "vitest";
import { chipsOf, NO_FILTER } from "../../../../../../renderer/views/results/table/chips.ts";
import { type ResultFilter, resultFilterSchema } from "../../../../../../shared/bridge/results.ts";

const id = { cleaningId: "c", listId: "l" };
const names = (filter: ResultFilter) => chipsOf(filter, ["email", "city"], false).map(({ name }) => name);

const PARTS: readonly (readonly [ResultFilter, string])[] = [
  [{ search: "ann" }, "“ann”"],
  [{ doors: ["risky"] }, "Risky"],
  [{ verdicts: ["accept_all", "unknown"] }, "Verdict: Accept-all, Unknown"],
  [{ exclude: { verdicts: ["none"] } }, "Verdict: not No verdict"],
  [{ flags: ["free"] }, "Flag: Free provider"],
  [{ likelyTypo: true }, "Flag: Likely typo"],
  [{ likelyTypo: false }, "Flag: not Likely typo"],
  [{ reasons: ["beyond_limit"] }, "Reason: Left for later"],
  [{ providers: ["own"] }, "Provider: Own domain"],
  [{ domains: ["a.example", "b", "c", "d", "e"] }, "Domain: a.example, b, c +2"],
  [{ cells: [{ column: 1, values: ["Oslo", ""] }] }, "city: Oslo, (empty)"],
  [{ cells: [{ column: 1, exclude: ["Oslo"] }] }, "city: not Oslo"],
  [
    { turned: { since: id, from: "deliverable", to: "undeliverable" } },
    "Deliverable before, Undeliverable now",
  ],
  [{ classes: ["suppressed"] }, "Suppressed"],
  [{ columns: [{ column: 1, op: "contains", value: "os" }] }, "city contains “os”"],
  [{ overridden: "keep" }, "Marked keep"],
];

describe("chips", () => {
  it.each(PARTS)("say of %j: %s", (filter, name) => {
    expect(names(filter)).toEqual([name]);
  });

  it("take away themselves, and nothing else", () => {
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

  it("are all gone without a filter, whatever it was: but for what only exports ask", () => {
    const ofExports = [
      ...["applyOverrides", "leaveOutSuppressed", "leaveOutMarked", "leaveOutUnverified"],
      ...["leaveOutUnwanted", "keepEmpty"],
    ];
    const parts = Object.keys(resultFilterSchema.shape).filter((part) => !ofExports.includes(part));
    expect(Object.keys(NO_FILTER).sort()).toEqual(parts.sort());
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  choiceOf,
  type FacetId,
  type SelectionState,
  selectionOf,
  toggled,
  withSelection,
} from "../../../../../../renderer/views/results/facets/facet-choice.ts";
import { type ResultFilter, resultFilterSchema } from "../../../../../../shared/bridge/results.ts";

const VALUES: Readonly<Record<string, readonly string[]>> = {
  verdict: ["deliverable", "unknown", "none"],
  flag: ["free", "role"],
  typo: ["likely"],
  reason: ["service", "empty"],
  provider: ["own", "free"],
  domain: ["a.example", "b.example"],
  c2: ["Oslo", "", "Bergen"],
  c11: ["1", "2"],
};
const IDS = Object.keys(VALUES) as FacetId[];
const step = fc.constantFrom(...IDS).chain((id) =>
  fc.record({
    id: fc.constant(id),
    value: fc.constantFrom(...(VALUES[id] ?? [])),
    standing: fc.constantFrom<SelectionState>("chosen", "excluded", "open"),
  }),
);

function patched(filter: ResultFilter, patch: Partial<ResultFilter>): ResultFilter {
  const merged = Object.entries({ ...filter, ...patch }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(merged);
}

describe("the choice of a facet", () => {
  it("keeps the last choice for each value, regardless of choices for other values", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let filter: ResultFilter = { search: "ann" };
        const said = new Map<string, SelectionState>();
        for (const { id, value, standing } of steps) {
          filter = patched(filter, withSelection(filter, id, value, standing));
          said.set(`${id} ${value}`, standing);
        }
        expect(resultFilterSchema.parse(filter)).toEqual(filter);
        expect(filter.search).toBe("ann");
        for (const id of IDS)
          for (const value of VALUES[id] ?? [])
            expect([id, value, selectionOf(choiceOf(filter, id), value)]).toEqual([
              ...[id, value, said.get(`${id} ${value}`) ?? "open"],
            ]);
      }),
    );
  });

  it.each([
    ["open", "chosen", "chosen"],
    ["chosen", "chosen", "open"],
    ["excluded", "chosen", "chosen"],
    ["excluded", "excluded", "open"],
  ] as const)("turns a value that is %s and then marked %s into %s", (now, wanted, then) => {
    expect(toggled(now, wanted)).toBe(then);
  });
});

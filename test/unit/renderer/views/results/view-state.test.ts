import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  LIST_ORDER,
  type ViewState,
  viewFrom,
  viewTo,
} from "../../../../../renderer/views/results/view-state.ts";
import { ROW_CLASSES } from "../../../../../shared/bridge/constants.ts";

import { PROVIDERS, REASONS, SEGMENTS } from "../../../../../shared/segments.ts";
import { FLAGS, VERDICTS } from "../../../../../shared/verdicts.ts";

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const text = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" });

const texts = fc.uniqueArray(text, { minLength: 1, maxLength: 4 });
const id = fc.stringMatching(/^[a-z0-9-]{1,36}$/);
const choice = {
  verdicts: some([...VERDICTS, "none" as const]),
  flags: some(FLAGS),
  domains: texts,
  reasons: some(REASONS),
  providers: some(PROVIDERS),
};
const filter = fc.record(
  {
    ...choice,
    exclude: fc.oneof(...Object.entries(choice).map(([key, values]) => fc.record({ [key]: values }))),
    likelyTypo: fc.boolean(),
    cells: fc.uniqueArray(
      fc
        .record({ column: fc.nat(10_000), values: texts, exclude: texts })
        .chain((part) => fc.constantFrom(part, { column: part.column, exclude: part.exclude })),
      { minLength: 1, maxLength: 3, selector: ({ column }) => column },
    ),
    segments: some(SEGMENTS),
    turned: fc.record({
      since: fc.record({ cleaningId: id, listId: id }),
      from: fc.constantFrom(...VERDICTS),
      to: fc.constantFrom(...VERDICTS),
    }),
    classes: some(ROW_CLASSES),
    search: text,
    searchAll: fc.constant(true),
    overridden: fc.constantFrom("keep" as const, "drop" as const),
    columns: fc.array(
      fc.record({
        column: fc.nat(10_000),
        op: fc.constantFrom("contains" as const, "equals" as const, "is_empty" as const),
        value: fc.string({ maxLength: 30 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  },
  { requiredKeys: [] },
);
const sort = fc.record({
  by: fc.oneof(
    fc.record({ kind: fc.constantFrom("row", "address", "domain", "verdict", "flags", "verified_at") }),
    fc.record({ kind: fc.constant("column" as const), column: fc.nat(10_000), numeric: fc.boolean() }),
  ),
  descending: fc.boolean(),
});

describe("the URL of a view", () => {
  it("restores any filter, sort and position", () => {
    fc.assert(
      fc.property(
        filter,
        sort,
        fc.nat(5_000_000),
        fc.option(fc.nat(5_000_000)),
        (filters, sorting, at, row) => {
          const view = { filter: filters, sort: sorting, at, row } as ViewState;
          expect(viewFrom(viewTo(view))).toEqual(view);
        },
      ),
    );
  });

  it("is empty for the plain view", () => {
    expect(viewTo({ filter: {}, sort: LIST_ORDER, at: 0, row: null })).toBe("");
    expect(viewFrom("")).toEqual({ filter: {}, sort: LIST_ORDER, at: 0, row: null });
  });

  it.each(["filter={", "sort=made-up.asc", "%%%"])("ignores invalid parameters: %s", (search) => {
    expect(viewFrom(search)).toEqual({ filter: {}, sort: LIST_ORDER, at: 0, row: null });
  });
});

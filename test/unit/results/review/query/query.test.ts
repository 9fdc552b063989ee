import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openCleaning } from "../../../../../electron/engine/results/index.ts";
import { selection } from "../../../../../electron/engine/results/review/query/select.ts";
import { runToEnd } from "../../../../../electron/engine/results/review/thread/steps.ts";
import { ROW_CLASSES } from "../../../../../shared/bridge/constants.ts";
import type { ResultFilter, ResultSort } from "../../../../../shared/bridge/results.ts";
import { foldDomain, foldText } from "../../../../../shared/fold-addresses.ts";
import { foldSearch } from "../../../../../shared/fold-search.ts";
import { numberIn } from "../../../../../shared/numbers.ts";
import { assertNever } from "../../../../../shared/result.ts";
import { FLAG_BIT, FLAGS, VERDICTS } from "../../../../../shared/verdicts.ts";
import { LONG } from "../../../../support/long.ts";
import { type AddressResult, buildCleaning, type ExpectedRow } from "../../build-cleaning.ts";

const collator = new Intl.Collator();

function domainOf(row: ExpectedRow): string | null {
  return row.address === null || row.address === "" ? null : foldText(row.address.split("@").at(-1) ?? "");
}

/** Returns true if the row passes the filter. */
function passes(row: ExpectedRow, filter: ResultFilter): boolean {
  const { verdicts, flags, domains, search, searchAll, columns, classes, overridden, applyOverrides } =
    filter;
  const byVerdict = verdicts === undefined || verdicts.includes(row.verdict ?? "none");
  if (!(applyOverrides ? row.mark === "keep" || (byVerdict && row.mark !== "drop") : byVerdict)) return false;
  if (filter.leaveOutMarked !== undefined && row.mark === filter.leaveOutMarked) return false;
  if (filter.leaveOutUnwanted && row.flags.includes("unwanted") && row.mark !== "keep") return false;
  if (overridden !== undefined && row.mark !== overridden) return false;
  if (classes !== undefined && !classes.includes(row.class)) return false;
  if (flags !== undefined && !flags.some((flag) => row.flags.includes(flag))) return false;
  const domain = domainOf(row);
  if (domains !== undefined && (domain === null || !domains.map(foldDomain).includes(foldDomain(domain))))
    return false;
  const text = foldSearch(search?.trim() ?? "");
  const where = searchAll ? row.cells : row.cells.slice(0, 1);
  if (text !== "" && !where.some((cell) => foldSearch(cell).includes(text))) return false;
  return (columns ?? []).every(({ column, op, value }) => {
    const cell = row.cells[column] ?? "";
    const wanted = foldText(value.trim());
    switch (op) {
      case "contains":
        return foldSearch(cell).includes(foldSearch(value.trim()));
      case "equals":
        return foldText(cell.trim()) === wanted;
      case "is_empty":
        return cell.trim() === "";
      case "is_not_empty":
        return cell.trim() !== "";
      default:
        return assertNever(op);
    }
  });
}

/** Returns the sort key of a row; `null` if it has none. */
function keyOf(row: ExpectedRow, index: number, { by }: ResultSort): number | string | null {
  const hasAddress = row.address !== null && row.address !== "";
  switch (by.kind) {
    case "row":
      return index;
    case "address":
      return hasAddress ? foldText(row.address ?? "") : null;
    case "domain":
      return domainOf(row);
    case "verdict":
      return row.verdict === null ? null : VERDICTS.indexOf(row.verdict);
    case "flags":
      return row.flags.length === 0 ? null : row.flags.reduce((bits, flag) => bits | FLAG_BIT[flag], 0);
    case "verified_at":
      return row.at === 0 ? null : row.at;
    case "column": {
      const cell = row.cells[by.column] ?? "";
      if (cell.trim() === "") return null;
      return by.numeric ? (numberIn(cell) ?? cell) : cell;
    }
  }
}

function compare(a: number | string, b: number | string, { by }: ResultSort): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "number") return -1;
  if (typeof b === "number") return 1;
  if (by.kind === "address") return a < b ? -1 : a > b ? 1 : 0;
  return collator.compare(a, b);
}

function naive(rows: readonly ExpectedRow[], filter: ResultFilter, sort: ResultSort): number[] {
  const keys = rows.map((row, index) => keyOf(row, index, sort));
  return [...rows.keys()]
    .filter((index) => {
      const row = rows[index];
      return row !== undefined && passes(row, filter);
    })
    .sort((a, b) => {
      const [one, two] = [keys[a] ?? null, keys[b] ?? null];
      if (one === null || two === null) return Number(one === null) - Number(two === null) || a - b;
      return (sort.descending ? -1 : 1) * compare(one, two, sort) || a - b;
    });
}

const local = fc.constantFrom("ann", "Ann", "bob", "info", "zoë", "ZOË", "o'hara", "K.lee");
const TYPOS = { "acmee.example": "acme.example", "zbeta.example": "beta.example" };
const domain = fc
  .constantFrom("acme", "Beta", "münchen", "xn--mnchen-3ya", "x", "acmee", "ZBeta")
  .map((name) => `${name}.example`);
const address = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(local, domain).map((parts) => parts.join("@")) },
  { weight: 1, arbitrary: fc.constantFrom("", null) },
);
const cell = fc.oneof(
  fc.constantFrom(...'| |10|9|1,234.5|-3|éclair|Eclair|zebra|Ångström|a "b", c|00012'.split("|")),
  fc.string({ maxLength: 6 }),
);
const table = fc.array(
  fc
    .tuple(address, fc.array(cell, { maxLength: 3 }))
    .map(([own, cells]) => [own, ...cells] as [string | null, ...string[]]),
  { maxLength: 40 },
);
const truth: fc.Arbitrary<AddressResult> = fc.record({
  verdict: fc.constantFrom(...VERDICTS, null),
  flags: fc.subarray([...FLAGS]),
  at: fc.constantFrom(0, 1000, 2000, 3000),
  fate: fc.constantFrom("part", "part", "part", "suppressed", "beyond_limit"),
});
const part = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const text = fc.constantFrom(
  ...'|a|ANN|@|e@|münchen|munchen|zoe|éc|angstr|zbeta|acmee|.example| bob |k|"b"|12|le'.split("|"),
);
const filter: fc.Arbitrary<ResultFilter> = fc
  .record({
    verdicts: part(fc.subarray([...VERDICTS, "none"] as const)),
    flags: part(fc.subarray([...FLAGS])),
    domains: part(fc.subarray(["acme.example", "BETA.example", "münchen.example", "none.example"])),
    search: part(text),
    searchAll: part(fc.boolean()),
    columns: part(
      fc.array(
        fc.record({
          column: fc.nat(4),
          op: fc.constantFrom("contains", "equals", "is_empty", "is_not_empty"),
          value: text,
        }),
        { maxLength: 2 },
      ),
    ),
    classes: part(fc.subarray([...ROW_CLASSES])),
    overridden: part(fc.constantFrom("keep", "drop")),
    applyOverrides: part(fc.boolean()),
    leaveOutMarked: part(fc.constantFrom("keep", "drop")),
    leaveOutUnwanted: part(fc.boolean()),
  })
  .map((whole) => whole as ResultFilter);
const sort: fc.Arbitrary<ResultSort> = fc.record({
  by: fc.oneof(
    fc.record({ kind: fc.constantFrom("row", "address", "domain", "verdict", "flags", "verified_at") }),
    fc.record({ kind: fc.constant("column" as const), column: fc.nat(4), numeric: fc.boolean() }),
  ),
  descending: fc.boolean(),
});
const marks = fc.array(fc.constantFrom(null, null, "keep", "drop"), { maxLength: 40 });

describe("filter and sort", () => {
  it("give the same rows as a naive implementation", () => {
    fc.assert(
      fc.property(
        table,
        fc.array(truth, { maxLength: 8 }),
        marks,
        fc.array(fc.tuple(filter, sort), { minLength: 1, maxLength: 12 }),
        (rows, truths, given, queries) => {
          const { built, cleaning, rows: all } = buildCleaning(rows, truths, given, TYPOS);
          const opened = openCleaning(built.list, cleaning.results, { readonly: true });
          try {
            for (const [one, order] of queries) {
              expect(Array.from(runToEnd(selection(opened, one, order)))).toEqual(naive(all, one, order));
            }
          } finally {
            opened.close();
          }
        },
      ),
      { numRuns: LONG ? 240 : 25 },
    );
  }, 120_000);
});

describe("sort by a column of dates", () => {
  const sorted = (cells: readonly string[], descending = false) => {
    const { built, cleaning } = buildCleaning(
      cells.map((cell, at) => [`p${at}@a.example`, cell]),
      [{ verdict: "deliverable", flags: [], at: 1, fate: "part" }],
    );
    const opened = openCleaning(built.list, cleaning.results, { readonly: true });
    const rows = runToEnd(
      selection(opened, {}, { by: { kind: "column", column: 1, numeric: false }, descending }),
    );
    opened.close();
    return Array.from(rows, (row) => cells[row]);
  };
  it.each([
    [
      "day first, dotted",
      ["15.1.2026", "", "2.2.2026", "31.12.2025"],
      ["31.12.2025", "15.1.2026", "2.2.2026", ""],
    ],
    ["month first", ["1/15/2026", "12/31/2025", "2/2/2026"], ["12/31/2025", "1/15/2026", "2/2/2026"]],
    [
      "with a comma and other texts",
      ["2.1.2026, 10:00", "n/a", "2.1.2026, 9:30", "1.2.2026", "1.1.2026"],
      ["1.1.2026", "2.1.2026, 9:30", "2.1.2026, 10:00", "1.2.2026", "n/a"],
    ],
    ["day or month first", ["10/1/2026", "2/3/2026"], ["10/1/2026", "2/3/2026"]],
  ])("follows the calendar: %s", (_what, cells, expected) => {
    expect(sorted(cells)).toEqual(expected);
  });
});

describe("numberIn", () => {
  it.each([
    ["12", 12],
    [" 1,234.5 ", 1234.5],
    ["1.234,5", 1234.5],
    ["-3 €", -3],
    ["n/a", null],
    ["1-2", null],
  ])("reads %j", (given, value) => {
    expect(numberIn(given)).toBe(value);
  });
});

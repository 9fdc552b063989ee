import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { ResultFilter, ResultSort, SelectedRows } from "../../../../shared/bridge/results.ts";
import { foldAddress } from "../../../../shared/fold-addresses.ts";
import { VERDICTS } from "../../../../shared/verdicts.ts";
import { suppress } from "../../memory/put-facts.ts";
import { type AddressResult, buildCleaning, type ExpectedRow } from "../../results/build-cleaning.ts";
import { targetFolder, writeOne } from "../write-one.ts";

const ADDRESSES = ["ann@a.example", "bob@a.example", "cy@b.example", "Dee@b.example", "", null];
const addresses = fc.array(fc.constantFrom(...ADDRESSES), { minLength: 1, maxLength: 25 });
const truth: fc.Arbitrary<AddressResult> = fc.record({
  verdict: fc.constantFrom(...VERDICTS, null),
  flags: fc.constant([]),
  at: fc.constant(1),
  fate: fc.constantFrom("part", "known", "suppressed", "beyond_limit"),
});
const marks = fc.array(fc.constantFrom(null, "keep", "drop"), { maxLength: 25 });
const verdicts = fc.option(fc.subarray([...VERDICTS, "none" as const]), { nil: undefined });
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 30 }));

const IN_ORDER: ResultSort = { by: { kind: "row" }, descending: false };
const BACKWARDS: ResultSort = { by: { kind: "column", column: 1, numeric: true }, descending: true };

function rowsOf(given: readonly (string | null)[]) {
  return given.map((address, row): [string | null, string] => [address, String(row)]);
}

/** Exports the selection and reads the row numbers back; `null` if there were no rows to write. */
async function exportSelection(
  made: ReturnType<typeof buildCleaning>,
  selected: SelectedRows,
  sort: ResultSort,
  leaveOutSuppressed: boolean,
) {
  const { outcome } = await writeOne(
    made,
    { filter: { selected, leaveOutSuppressed }, sort },
    { target: join(targetFolder(), "out.csv") },
  );
  if (!outcome.ok) {
    expect(outcome.problem.code).toBe("export_empty");
    return null;
  }
  const { rows, account, files } = outcome.value;
  const [header, ...lines] = Papa.parse<string[]>(readFileSync(files[0]?.path ?? "", "utf8"), {
    skipEmptyLines: true,
  }).data;
  expect(header).toEqual(["email", "c1"]);
  expect([rows, account.rows]).toEqual([lines.length, lines.length]);
  return { lines: lines.map(([, number]) => Number(number)), account };
}

function isShown(row: ExpectedRow, { verdicts: shown }: ResultFilter): boolean {
  return shown === undefined || shown.includes(row.verdict ?? "none");
}

describe("an export of the selected rows", () => {
  it("writes those rows in the order on screen, including repeated and dropped but not suppressed ones", async () => {
    await fc.assert(
      fc.asyncProperty(
        addresses,
        fc.array(truth, { minLength: 1, maxLength: 5 }),
        marks,
        verdicts,
        fc.record({ isAll: fc.boolean(), numbers }),
        fc.boolean(),
        fc.boolean(),
        async (given, truths, marked, chosen, { isAll, numbers }, isBackwards, leaveOutSuppressed) => {
          const made = buildCleaning(rowsOf(given), truths, marked);
          suppress(made.built.dataDir, ["bob@a.example"]);
          const filter: ResultFilter = chosen === undefined ? {} : { verdicts: chosen };
          const selected = isAll ? { rows: filter, except: numbers } : { rows: numbers, except: [] };
          const ticked = made.rows.flatMap((row, number) => {
            const isTicked = isAll
              ? isShown(row, filter) && !numbers.includes(number)
              : numbers.includes(number);
            return isTicked ? [number] : [];
          });
          const isSuppressed = (number: number) =>
            leaveOutSuppressed && foldAddress(made.rows[number]?.address ?? "") === "bob@a.example";
          const expected = ticked.filter((number) => !isSuppressed(number));
          const found = await exportSelection(
            made,
            selected,
            isBackwards ? BACKWARDS : IN_ORDER,
            leaveOutSuppressed,
          );
          expect(found === null).toBe(expected.length === 0);
          if (found === null) return;
          expect(found.lines).toEqual(isBackwards ? expected.toReversed() : expected);
          const { leftOut, dropped = 0 } = found.account;
          expect(leftOut.unselected ?? 0).toBe(given.length - ticked.length);
          expect(leftOut.suppressed ?? 0).toBe(ticked.length - expected.length);
          expect(Object.keys(leftOut).sort()).toEqual(
            [
              ...(ticked.length > expected.length ? ["suppressed"] : []),
              ...(ticked.length < given.length ? ["unselected"] : []),
            ].sort(),
          );
          expect(dropped).toBe(expected.filter((number) => made.rows[number]?.mark === "drop").length);
        },
      ),
      { numRuns: 15 },
    );
  });

  const list = () =>
    buildCleaning(
      rowsOf(["ann@a.example", "bob@a.example", "cy@b.example", "bob@a.example"]),
      [
        { verdict: "undeliverable", flags: [], at: 1, fate: "part" },
        { verdict: "deliverable", flags: [], at: 1, fate: "part" },
      ],
      [null, null, "drop"],
    );

  it("is refused when marks have changed the rows since they were shown", async () => {
    const selected = { rows: { overridden: "drop" as const }, except: [] };
    const { outcome } = await writeOne(
      list(),
      { filter: { selected }, shown: 2 },
      { target: join(targetFolder(), "out.csv") },
    );
    expect(outcome).toMatchObject({ ok: false, problem: { code: "export_rows_changed" } });
  });
});

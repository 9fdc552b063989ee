import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reportPage } from "../../../electron/engine/exports/report.ts";
import { priceLine } from "../../../electron/engine/results/agreed.ts";
import { lookUpBeside, openCleaning, resultTotals } from "../../../electron/engine/results/index.ts";
import { answerOf, summaryOf } from "../../../electron/engine/results/review/view/summary.ts";
import { layoutOf } from "../../../electron/engine/store/index.ts";
import { cleaningReport } from "../../../electron/hosts/cli/writing/report.ts";
import { foldAddress } from "../../../shared/addresses.ts";
import type { RowClass } from "../../../shared/bridge/constants.ts";
import { fileOf } from "../../../shared/bridge/segment-files.ts";

import { count } from "../../../shared/numbers.ts";
import { SEGMENTS } from "../../../shared/segments.ts";
import { VERDICTS } from "../../../shared/verdicts.ts";
import { cleaning as card } from "../../fixtures/cleaning.ts";
import { LONG } from "../../support/long.ts";
import { type AddressTruth, buildCleaning } from "../results/build-cleaning.ts";
import { suppress } from "./suppress.ts";
import { targetFolder, writeOne } from "./write-one.ts";

const TYPOS = { "tpyo.example": "a.example" };
const table = fc.array(
  fc
    .oneof(
      {
        weight: 8,
        arbitrary: fc
          .tuple(
            fc.constantFrom("ann", "bob", "cy", "Dee", "eve"),
            fc.constantFrom("a.example", "b.example", "tpyo.example"),
          )
          .map((parts) => parts.join("@")),
      },
      { weight: 2, arbitrary: fc.constantFrom("", null) },
    )
    .map((address) => [address] as [string | null]),
  { minLength: 1, maxLength: 25 },
);
const truth: fc.Arbitrary<AddressTruth> = fc.record({
  verdict: fc.constantFrom(...VERDICTS, null),
  flags: fc.constant([]),
  at: fc.constant(1),
  fate: fc.constantFrom("part", "part", "part", "known", "suppressed", "beyond_limit"),
});
const marks = fc.array(fc.constantFrom(null, null, "keep", "drop"), { maxLength: 25 });
const suppressed = fc.subarray(["bob@a.example", "cy@b.example", "@b.example"]);

describe("the summary above a list's results", () => {
  it("shows the counts that the exported files, the report and the command line come to", async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.array(truth, { minLength: 1, maxLength: 9 }),
        marks,
        suppressed,
        fc.boolean(),
        async (given, truths, marked, entries, suppresses) => {
          const made = buildCleaning(given, truths, marked, TYPOS);
          const { dataDir, list } = made.built;
          suppress(dataDir, entries);
          const opened = openCleaning(list, made.cleaning.results, { readonly: true });
          expect(lookUpBeside(opened, layoutOf(dataDir), { leaveOutSuppressed: true }).ok).toBe(true);
          const answer = answerOf(opened, suppresses);
          const summary = summaryOf("c1", opened);
          opened.close();

          const folder = targetFolder();
          const counts = { ...answer.segments, not_verified: answer.notVerified };
          for (const segment of SEGMENTS) {
            const target = join(folder, `${segment}.csv`);
            const filter = { ...fileOf(segment), leaveOutSuppressed: suppresses };
            const { outcome } = await writeOne(made, { filter }, { target, allowEmpty: true });
            expect(outcome).toMatchObject({ ok: true, value: { rows: counts[segment]?.written ?? 0 } });
            const lines = readFileSync(target, "utf8").split("\n").slice(1, -1);
            const addresses = lines.filter((line) => line.includes("@")).map(foldAddress);
            expect(lines.length).toBe(counts[segment]?.written ?? 0);
            expect(new Set(addresses).size).toBe(counts[segment]?.addresses ?? 0);
          }

          const rowsOf = (name: RowClass) => made.rows.filter((row) => row.class === name).length;
          const firsts = (fate: AddressTruth["fate"]) =>
            made.rows.filter((row) => row.fate === fate && row.class !== "repeated").length;
          const totals = resultTotals(made.cleaning.results);
          const own = card({
            state: "done",
            rows: made.rows.length,
            uploaded: firsts("part"),
            verified: firsts("part"),
            spent: firsts("part"),
            counts: totals.counts,
            skipped: {
              duplicate: rowsOf("repeated"),
              malformed: rowsOf("malformed"),
              empty: rowsOf("empty"),
              known: firsts("known"),
              suppressed: firsts("suppressed"),
              beyondLimit: firsts("beyond_limit"),
              elsewhere: 0,
            },
          });
          const price = priceLine(own, "{}", answer.saved);
          const { rows, duplicates, invalid, empty, known, beyondLimit, sent, saved } = price;
          expect(rows - duplicates - invalid - empty - price.suppressed - known - beyondLimit).toBe(sent);
          expect({ rows, invalid, empty, saved }).toEqual({
            rows: answer.rows,
            invalid: answer.invalid,
            empty: answer.empty,
            saved: summary.saved,
          });
          expect(answer.rows).toBe(summary.rows);
          expect(own.counts).toEqual(summary.verdictAddresses);
          const said = cleaningReport(own);
          expect(said.results).toEqual(summary.verdictAddresses);
          expect(said.skipped).toEqual({
            duplicate: duplicates,
            malformed: invalid + empty,
            empty,
            known,
            suppressed: price.suppressed,
            beyondLimit,
            elsewhere: 0,
          });
          const page = reportPage(own, summary, new Date(0));
          for (const verdict of VERDICTS)
            expect(page).toContain(`</td><td>${count(summary.verdictRows[verdict])}</td>`);
          if (invalid > 0)
            expect(page).toContain(`<td>Invalid rows, not paid for</td><td>${count(invalid)}</td>`);
          if (empty > 0) expect(page).toContain(`<td>Empty rows, not paid for</td><td>${count(empty)}</td>`);
          expect(page).toContain(`<td>All rows</td><td>${count(rows)}</td>`);
        },
      ),
      { numRuns: LONG ? 80 : 6 },
    );
  }, 120_000);
});

import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { beginResults } from "../../../../electron/engine/results/index.ts";
import { readResults } from "../../../../electron/engine/results/results-file.ts";
import { resultTasks } from "../../../../electron/engine/results/tasks.ts";
import { layoutOf, openColumns } from "../../../../electron/engine/store/index.ts";
import { FLAGS, flagsOf, sourceOf, type Verdict, verdictOf } from "../../../../shared/verdicts.ts";
import { LONG } from "../../../support/long.ts";
import { listOf } from "../build-list.ts";

/** When the results come: none of them is from later. */
const NOW = 1_900_000_000_000;

/** Those that the service itself has columns for. */
const OWN_FLAGS = FLAGS.filter((flag) => flag !== "unwanted");
const NAMES = ["Syntax Error", "ISP", "Role", "Disposable", "Trap"];
const SPELLINGS: Record<Verdict, string[]> = {
  deliverable: ["deliverable", "Deliverable", "DELIVERABLE"],
  undeliverable: ["undeliverable", " Undeliverable "],
  accept_all: ["accept_all", "accept-all", "accept all", "Accept-All"],
  unknown: ["unknown", "UNKNOWN"],
};
const YES = ["Y", "1", "true", "TRUE", "y"];
const NO = ["N", "0", "false", "n", ""];

const result = fc.record({
  verdict: fc.constantFrom("deliverable", "undeliverable", "accept_all", "unknown") as fc.Arbitrary<Verdict>,
  spelling: fc.nat(),
  flags: fc.subarray(OWN_FLAGS),
  yes: fc.nat(),
  at: fc.integer({ min: 1_600_000_000_000, max: NOW }),
  came: fc.integer({ min: 0, max: 9 }),
  upper: fc.boolean(),
  extra: fc.tuple(fc.constantFrom("", "x", 'a "q"', "b,c;d\te", "two\nlines"), fc.constantFrom("1", "", "é")),
});
const dialect = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t"),
  gap: fc.constantFrom("", " ", "\t"),
  quoteAll: fc.boolean(),
  newline: fc.constantFrom("\n", "\r\n"),
  bom: fc.boolean(),
  ended: fc.boolean(),
  uploaded: fc.constantFrom("none", "before", "after"),
  header: fc.constantFrom("right", "none", "without accept-all", "with accept-all"),
  acceptAll: fc.constantFrom("none", "first", "last"),
  addressHeader: fc.constantFrom("Email", "E-Mail address"),
  stranger: fc.boolean(),
});

it("an ingest reads generated results files correctly in every dialect", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(result, { minLength: 1, maxLength: 12 }),
      dialect,
      fc.func(fc.integer()),
      async (results, form, shuffle) => {
        const addresses = results.map((_, at) => `${at % 3 === 0 ? "Zoë" : "p"}${at}@x.example`);
        const came = results.map(({ came: c }, at) => at === 0 || c > 1);
        const gap = form.gap === form.delimiter || !form.quoteAll ? "" : form.gap;
        const line = (cells: readonly string[]) =>
          cells
            .map((cell) =>
              form.quoteAll || /["\r\n]/.test(cell) || cell.includes(form.delimiter)
                ? `"${cell.replaceAll('"', '""')}"`
                : cell,
            )
            .join(form.delimiter + gap);
        const verdictColumns = (accept: string, names: readonly string[]) => {
          if (form.acceptAll === "first") return [accept, ...names];
          return form.acceptAll === "last" ? [...names, accept] : [...names];
        };
        const around = (own: string[], extra: readonly string[]) => {
          if (form.uploaded === "before") return [...extra, ...own];
          return form.uploaded === "after" ? [...own, ...extra] : own;
        };
        const lines = results.map(({ verdict, spelling, flags, yes, at, upper, extra }, index) => {
          const address = addresses[index] ?? "";
          const words = SPELLINGS[verdict];
          const cells = OWN_FLAGS.map((flag, place) => {
            const choice = flags.includes(flag) ? YES : NO;
            return choice[(yes + place) % choice.length] ?? "";
          });
          const service = [
            upper ? address.toUpperCase() : address,
            words[spelling % words.length] ?? "",
            ...verdictColumns(verdict === "accept_all" ? "Y" : "N", cells),
            new Date(at).toISOString(),
          ];
          return line(around(service, extra));
        });
        const headerNames = {
          right: verdictColumns("Accept-all", NAMES),
          none: null,
          "without accept-all": NAMES,
          "with accept-all": verdictColumns("Accept-all", NAMES).includes("Accept-all")
            ? verdictColumns("Accept-all", NAMES)
            : ["Accept-all", ...NAMES],
        }[form.header];
        const header =
          headerNames === null
            ? []
            : [
                line(
                  around(
                    [form.addressHeader, "Verification Result", ...headerNames, "Verified At"],
                    ["First", "Second"],
                  ),
                ),
              ];
        const sent = lines.filter((_, at) => came[at]);
        if (form.stranger)
          sent.push(
            line(
              around(
                [
                  "eve@else.example",
                  "unknown",
                  ...verdictColumns(
                    "N",
                    NO.map(() => "N"),
                  ),
                  "2026-01-01T00:00:00.000Z",
                ],
                ["", ""],
              ),
            ),
          );
        sent.sort((a, b) => shuffle(a) - shuffle(b));
        const text =
          (form.bom ? "\ufeff" : "") +
          [...header, ...sent].join(form.newline) +
          (form.ended ? form.newline : "");

        const { dataDir, list } = listOf(addresses);
        const layout = layoutOf(dataDir);
        const cleaning = layout.cleaning("c1");
        beginResults(cleaning.results, { fate: new Uint16Array(addresses.length).fill(1), known: null });
        writeFileSync(cleaning.download(1), text);
        const taken = await resultTasks["results.ingest"](
          {
            list,
            results: cleaning.results,
            archive: layout.archive,
            scope: "s",
            cleaningId: "c1",
            ordinal: 1,
            download: cleaning.download(1),
            expectedTotal: addresses.length,
            now: NOW,
          },
          { progress: () => undefined },
        );
        const missing = came.filter((own) => !own).length;
        expect(taken).toMatchObject({
          ok: true,
          value: {
            received: addresses.length - missing,
            missing,
            unexpected: form.stranger ? 1 : 0,
            unknownVerdicts: 0,
          },
        });
        const store = openColumns(cleaning.results, { readonly: true });
        const columns = readResults(store, addresses.length);
        store.close();
        // Which of six flag columns is the accept-all one cannot be told when nothing says so.
        const isTold = form.acceptAll === "none" || headerNames?.includes("Accept-all") === true;
        for (const [at, { verdict, flags, at: time }] of results.entries()) {
          const source = sourceOf(columns.source[at] ?? 0);
          expect(source).toBe(came[at] ? "service" : "missing");
          expect(verdictOf(columns.verdict[at] ?? 0)).toBe(came[at] ? verdict : "unknown");
          expect(columns.verifiedAt[at]).toBe(came[at] ? time : 0);
          if (isTold) expect(flagsOf(columns.flags[at] ?? 0)).toEqual(came[at] ? flags : []);
        }
      },
    ),
    { numRuns: LONG ? 300 : 30 },
  );
}, 120_000);

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultExportFilter } from "../../../../../electron/engine/exports/index.ts";
import { type OpenCleaning, openCleaning, selectRows } from "../../../../../electron/engine/results/index.ts";
import { rowAccountSync } from "../../../../../electron/engine/results/review/view/left-out.ts";
import { answerOf } from "../../../../../electron/engine/results/review/view/summary.ts";
import { intentOf, type Preset } from "../../../../../renderer/views/results/export/export-choices.ts";
import type { ResultFilter } from "../../../../../shared/bridge/results.ts";
import { fileOf } from "../../../../../shared/bridge/segment-files.ts";
import { foldAddress } from "../../../../../shared/fold-addresses.ts";
import { RECOMMENDED_SEGMENTS, SEGMENTS, type Segment } from "../../../../../shared/segments.ts";
import { RECOMMENDED_VERDICTS, VERDICTS, type Verdict } from "../../../../../shared/verdicts.ts";
import { LONG } from "../../../../support/long.ts";
import { type AddressResult, buildCleaning, type ExpectedRow } from "../../build-cleaning.ts";

const IN_ORDER = { by: { kind: "row" as const }, descending: false };
const table = fc.array(
  fc
    .oneof(
      {
        weight: 8,
        arbitrary: fc.constantFrom("ann@a.example", "Ann@a.example", "bob@b.example", "cy@c.example"),
      },
      { weight: 4, arbitrary: fc.nat(9).map((n) => `n${n}@d.example`) },
      { weight: 2, arbitrary: fc.constantFrom("", null) },
    )
    .map((address) => [address] as [string | null]),
  { maxLength: 30, size: "max" },
);
const truth: fc.Arbitrary<AddressResult> = fc.record({
  verdict: fc.constantFrom(...VERDICTS, null),
  flags: fc.constantFrom([], ["unwanted" as const], ["unwanted" as const], ["role" as const]),
  at: fc.constant(1),
  fate: fc.constantFrom("part", "part", "known", "suppressed", "beyond_limit"),
});
const marks = fc.array(fc.constantFrom(null, null, "keep", "drop"), { maxLength: 30, size: "max" });

/** Returns the segment of each row, computed naively; `null` if the row is in none. */
function naiveSegments(rows: readonly ExpectedRow[], out: readonly boolean[]): (Segment | null)[] {
  const own = new Map<string, Segment>();
  const nameOf = ({ address }: ExpectedRow) => (address ? foldAddress(address) : null);
  for (const name of new Set(rows.flatMap((row) => nameOf(row) ?? []))) {
    const mine = [...rows.keys()].filter((at) => nameOf(rows[at] as ExpectedRow) === name);
    const first = rows[mine[0] ?? 0] as ExpectedRow;
    const isOpen = first.class === "first" || !out[mine[0] ?? 0];
    const visibleRow = isOpen ? (mine.find((at) => !out[at]) ?? -1) : -1;
    own.set(name, visibleRow < 0 ? "do_not_send" : segmentOf(first, rows[visibleRow] as ExpectedRow));
  }
  return rows.map((row) => {
    const name = nameOf(row);
    return name === null ? (row.address === null ? "do_not_send" : null) : (own.get(name) ?? null);
  });
}

function segmentOf(first: ExpectedRow, standing: ExpectedRow): Segment {
  if (first.class === "suppressed" || standing.mark === "drop") return "do_not_send";
  if (first.class === "beyond_limit") return "not_verified";
  if (standing.mark === "keep") return "safe";
  if (standing.flags.includes("unwanted")) return "do_not_send";
  const byVerdict: Record<Verdict, Segment> = {
    deliverable: "safe",
    accept_all: "risky",
    unknown: "risky",
    undeliverable: "do_not_send",
  };
  return standing.verdict === null ? "not_verified" : byVerdict[standing.verdict];
}

interface Case {
  readonly opened: OpenCleaning;
  readonly rows: readonly ExpectedRow[];
  readonly out: readonly boolean[];
  readonly suppresses: boolean;
  select(filter: ResultFilter): number[];
  addressesIn(rows: readonly number[]): string[];
}

/** Runs `check` on random lists with duplicates, marks, suppressed rows, limits and failed parts. */
function onAnyList(check: (one: Case) => void): void {
  fc.assert(
    fc.property(
      table,
      fc.array(truth, { maxLength: 9, size: "max" }),
      marks,
      fc.array(fc.boolean(), { maxLength: 30, size: "max" }),
      fc.boolean(),
      (given, truths, marked, outs, suppresses) => {
        const { built, cleaning, rows } = buildCleaning(given, truths, marked);
        const opened = openCleaning(built.list, cleaning.results, { readonly: true });
        const out = rows.map((_, row) => suppresses && outs[row] === true);
        opened.facts = {
          sources: "",
          suppressed: null,
          bounced: null,
          rows: Uint8Array.from(rows, (_, row) => Number(outs[row] === true)),
        };
        const select = (filter: ResultFilter) =>
          Array.from(selectRows(opened, { ...filter, leaveOutSuppressed: suppresses }, IN_ORDER));
        const addressesIn = (found: readonly number[]) =>
          found.flatMap((row) => (rows[row]?.address ? [foldAddress(rows[row]?.address ?? "")] : []));
        try {
          check({ opened, rows, out, suppresses, select, addressesIn });
        } finally {
          opened.close();
        }
      },
    ),
    { numRuns: LONG ? 300 : 15 },
  );
}

describe("the segments", () => {
  it("hold each address once and, together with the empty rows, make up the list", () => {
    onAnyList(({ opened, rows, out, suppresses, select, addressesIn }) => {
      const segments = naiveSegments(rows, out);
      const answer = answerOf(opened, suppresses);
      const counts = {
        ...answer.segments,
        not_verified: answer.notVerified ?? { rows: 0, addresses: 0, written: 0 },
      };
      for (const segment of SEGMENTS) {
        const behind = [...rows.keys()].filter((row) => segments[row] === segment);
        expect(select({ segments: [segment] })).toEqual(behind);
        expect(counts[segment].rows).toBe(behind.length);
        expect(counts[segment].addresses).toBe(new Set(addressesIn(behind)).size);
      }
      const acceptAll = [...rows.keys()].filter(
        (row) => segments[row] === "risky" && rows[row]?.verdict === "accept_all",
      );
      expect(answer.acceptAll).toBe(new Set(addressesIn(acceptAll)).size);
      const sum = (of: (one: (typeof counts)["safe"]) => number) =>
        SEGMENTS.reduce((total, segment) => total + of(counts[segment]), 0);
      expect(sum((one) => one.rows) + answer.empty).toBe(answer.rows);
      expect(sum((one) => one.addresses)).toBe(answer.addresses);
      expect(answer.notVerified === null || answer.notVerified.rows > 0).toBe(true);
    });
  });

  it("are exported with each address once, and without invalid rows", () => {
    onAnyList(({ opened, suppresses, select, addressesIn }) => {
      const answer = answerOf(opened, suppresses);
      const counts = { ...answer.segments, not_verified: answer.notVerified };
      const everywhere: string[] = [];
      for (const segment of SEGMENTS) {
        const written = select(fileOf(segment));
        const addresses = addressesIn(written);
        expect(written.length).toBe(counts[segment]?.written ?? 0);
        expect(new Set(addresses).size).toBe(addresses.length);
        expect(addresses.length).toBe(counts[segment]?.addresses ?? 0);
        expect(written.length).toBe(addresses.length);
        everywhere.push(...addresses);
      }
      expect(new Set(everywhere).size).toBe(answer.addresses);
      expect(everywhere.length).toBe(answer.addresses);
      expect(select(fileOf(...SEGMENTS)).length).toBe(answer.addresses);
    });
  });

  it("count the rows that the presets and the command line write, for any list", () => {
    onAnyList(({ opened, suppresses, select, addressesIn }) => {
      const { segments, notVerified } = answerOf(opened, suppresses);
      const { safe, risky, do_not_send } = segments;
      const presets: [Preset, number][] = [
        ["safe", safe.written],
        ["risky", risky.written],
        ["do_not_send", do_not_send.written],
        ["not_verified", notVerified?.written ?? 0],
      ];
      for (const [preset, written] of presets) {
        const { filter } = intentOf(preset, {});
        const rows = select(filter);
        expect(rows.length, preset).toBe(written);
        const account = rowAccountSync(opened, { ...filter, leaveOutSuppressed: suppresses });
        expect(account.rows, preset).toBe(written);
        expect(new Set(addressesIn(rows)).size, preset).toBe(addressesIn(rows).length);
      }
      const kept: [Verdict[], readonly Segment[]][] = [
        [["deliverable"], ["safe"]],
        [[...RECOMMENDED_VERDICTS], RECOMMENDED_SEGMENTS],
        [["unknown", "accept_all"], ["risky"]],
      ];
      for (const [keep, segments] of kept)
        expect(select(defaultExportFilter(keep, { keepDuplicates: false }))).toEqual(
          select(fileOf(...segments)),
        );
    });
  });
});

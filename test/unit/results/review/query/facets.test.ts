import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { keepAnswers } from "../../../../../electron/engine/domains/stored.ts";
import { ADDRESS_BIT } from "../../../../../electron/engine/lists/index.ts";
import { openCleaning, selectRows } from "../../../../../electron/engine/results/index.ts";
import { facetsOf } from "../../../../../electron/engine/results/review/query/facets.ts";
import { runToEnd } from "../../../../../electron/engine/results/review/thread/steps.ts";
import { openJournal } from "../../../../../electron/engine/store/index.ts";
import { ROW_CLASSES } from "../../../../../shared/bridge/constants.ts";
import {
  type Facet,
  type FacetFilter,
  type FacetRequest,
  facetSchema,
} from "../../../../../shared/bridge/facets.ts";
import type { ResultFilter } from "../../../../../shared/bridge/results.ts";
import { foldDomain, foldText } from "../../../../../shared/fold-addresses.ts";
import type { MailHost } from "../../../../../shared/mail-hosts.ts";
import { PROVIDERS, type Provider, REASONS, type Reason, SEGMENTS } from "../../../../../shared/segments.ts";
import { FLAGS, VERDICTS } from "../../../../../shared/verdicts.ts";
import { suiteFolder } from "../../../../support/folders.ts";
import { unwrap } from "../../../../support/in-process.ts";
import { LONG } from "../../../../support/long.ts";
import { type AddressResult, buildCleaning, type ExpectedRow } from "../../build-cleaning.ts";

const IN_ORDER = { by: { kind: "row" as const }, descending: false };
const TYPOS = { "gmial.example": "gmail.example" };
const bits = (address: string) => {
  const domain = foldText(address.split("@").at(-1) ?? "");
  if (domain === "gmail.example") return ADDRESS_BIT.free;
  if (domain === "bin.example") return ADDRESS_BIT.disposable;
  if (domain === "relay.example") return ADDRESS_BIT.relay;
  return domain === "gmal.example" ? ADDRESS_BIT.typo : 0;
};
const NAMES = ["gmail", "bin", "relay", "gmal", "gmial", "Acme", "münchen", "xn--mnchen-3ya"].map(
  (name) => `${name}.example`,
);
/** DNS answers: the mail server and mail host by domain. */
const SERVERS: Readonly<Record<string, readonly [server: string, host: MailHost]>> = {
  "gmail.example": ["aspmx.l.google.com", "google"],
  "acme.example": ["acme-example.mail.protection.outlook.com", "microsoft"],
  "bin.example": ["mx.bin.example", "other"],
};
const folder = suiteFolder();
const journal = join(folder, "winnow.db");
beforeAll(async () => {
  const opened = unwrap(openJournal(journal, folder));
  const answers = Object.entries(SERVERS).map(
    ([domain, [server]]) => [domain, { kind: "mail" as const, hosts: [server] }] as const,
  );
  await keepAnswers(opened, new Map(answers), 1);
  opened.close();
});

const address = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(fc.constantFrom("ann", "bob", "cy", "info", "K"), fc.constantFrom(...NAMES))
      .map((p) => p.join("@")),
  },
  { weight: 1, arbitrary: fc.constantFrom("", null) },
);
const cell = fc.constantFrom(...'| |Oslo|OSLO |Bergen|10|9.5|2024-02-29|éclair|ÉCLAIR|a "b", c'.split("|"));
const table = fc.array(
  fc
    .tuple(address, fc.array(cell, { maxLength: 2 }))
    .map(([own, cells]) => [own, ...cells] as [string | null, ...string[]]),
  { maxLength: 40 },
);
const truth: fc.Arbitrary<AddressResult> = fc
  .record({
    verdict: fc.constantFrom(...VERDICTS, null),
    flags: fc.subarray([...FLAGS]),
    at: fc.constantFrom(0, 1000),
    fate: fc.constantFrom("part", "part", "part", "known", "suppressed", "beyond_limit"),
    source: fc.constantFrom("service", "imported", "missing"),
  })
  .map(
    (one): AddressResult =>
      one.source === "missing" ? { ...one, verdict: "unknown", flags: [] } : (one as AddressResult),
  );
const part = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const choice = {
  verdicts: part(fc.subarray([...VERDICTS, "none"] as const)),
  flags: part(fc.subarray([...FLAGS])),
  domains: part(
    fc.subarray(["gmail.example", "ACME.example", "münchen.example", "xn--mnchen-3ya.example", "no.example"]),
  ),
  reasons: part(fc.subarray([...REASONS])),
  providers: part(fc.subarray([...PROVIDERS])),
  mailHosts: part(fc.subarray(["google", "microsoft", "other", "yahoo"] as const)),
};
const values = part(fc.subarray(["", "oslo", "Bergen", "9.5", "éclair", "nowhere"]));
const filter: fc.Arbitrary<FacetFilter> = fc
  .record({
    ...choice,
    exclude: part(fc.record(choice)),
    likelyTypo: part(fc.boolean()),
    cells: part(
      fc.array(fc.record({ column: fc.constantFrom(1, 2, 7), values, exclude: values }), { maxLength: 3 }),
    ),
    search: part(fc.constantFrom("a", "gm", "MÜN")),
    classes: part(fc.subarray([...ROW_CLASSES])),
    segments: part(fc.subarray([...SEGMENTS])),
    overridden: part(fc.constantFrom("keep", "drop")),
    leaveOutMarked: part(fc.constantFrom("keep", "drop")),
    leaveOutSuppressed: part(fc.boolean()),
  })
  .map((whole) => whole as FacetFilter);
const marks = fc.array(fc.constantFrom(null, null, "keep", "drop"), { maxLength: 40 });
const ASKED: FacetRequest[] = [
  { kind: "verdict" },
  { kind: "reason" },
  { kind: "flag" },
  { kind: "provider" },
  { kind: "mail_host" },
  { kind: "typo" },
  { kind: "domain", top: 200, search: "" },
  { kind: "column", column: 1, top: 200, search: "" },
  { kind: "column", column: 2, top: 200, search: "" },
];

/** Returns the filter with the facet's conditions replaced by one chosen value, or by none if `null`. */
function withOnly(whole: FacetFilter, { kind, column }: Facet, value: string | null): ResultFilter {
  const names = {
    verdict: "verdicts",
    flag: "flags",
    reason: "reasons",
    provider: "providers",
    mail_host: "mailHosts",
    domain: "domains",
  } as const;
  if (kind === "typo") return { ...whole, likelyTypo: value === null ? undefined : true };
  if (kind === "column") {
    const others = (whole.cells ?? []).filter((one) => one.column !== column);
    const own = value === null ? [] : [{ column: column ?? 0, values: [value] }];
    return { ...whole, cells: [...others, ...own] };
  }
  const name = names[kind];
  const exclude = { ...whole.exclude, [name]: undefined };
  return { ...whole, exclude, [name]: value === null ? undefined : [value] } as ResultFilter;
}

function onAnyList(
  check: (
    opened: ReturnType<typeof openCleaning>,
    rows: readonly ExpectedRow[],
    filters: readonly FacetFilter[],
  ) => void,
): void {
  fc.assert(
    fc.property(
      table,
      fc.array(truth, { maxLength: 9 }),
      marks,
      fc.array(fc.boolean(), { maxLength: 40 }),
      fc.array(filter, { minLength: 1, maxLength: 3 }),
      (given, truths, marked, outs, filters) => {
        const { built, cleaning, rows } = buildCleaning(given, truths, marked, TYPOS, bits);
        const opened = openCleaning(built.list, cleaning.results, { readonly: true, journal });
        opened.facts = {
          sources: "",
          suppressed: null,
          bounced: null,
          rows: Uint8Array.from(rows, (_, row) => Number(outs[row] === true)),
        };
        try {
          check(opened, rows, filters);
        } finally {
          opened.close();
        }
      },
    ),
    { numRuns: LONG ? 60 : 8 },
  );
}

function reasonOf({ address: own, verdict, fate, source }: ExpectedRow): Reason {
  if (own === "") return "empty";
  if (own === null) return "malformed";
  if (verdict !== null) return fate === "known" ? "known" : (source ?? "service");
  return fate === "suppressed" || fate === "beyond_limit" ? fate : "unverified";
}

function providerOf({ address: own, verdict, flags, fate, source }: ExpectedRow): Provider | null {
  if (own === null || own === "") return null;
  if (bits(own) === ADDRESS_BIT.relay) return "relay";
  if (verdict === null || (source === "missing" && fate !== "known")) {
    const listed = bits(own);
    if (listed === ADDRESS_BIT.disposable) return "disposable";
    return listed === ADDRESS_BIT.free ? "free" : "own";
  }
  if (flags.includes("disposable")) return "disposable";
  return flags.includes("free") ? "free" : "own";
}

describe("facets", () => {
  it("count for each value the rows that a query for it would return, regardless of other choices", () => {
    onAnyList((opened, _rows, filters) => {
      for (const one of filters) {
        const { total, facets } = runToEnd(facetsOf(opened, one, ASKED));
        expect(total).toBe(selectRows(opened, one, IN_ORDER).length);
        for (const facet of facets) {
          expect(facetSchema.parse(facet)).toEqual(facet);
          expect(facet.rows).toBe(selectRows(opened, withOnly(one, facet, null), IN_ORDER).length);
          for (const { value, rows } of facet.values) {
            expect([
              facet.kind,
              value,
              selectRows(opened, withOnly(one, facet, value), IN_ORDER).length,
            ]).toEqual([facet.kind, value, rows]);
          }
          expect(facet.distinct).toBe(facet.values.filter(({ rows }) => rows > 0).length);
        }
      }
    });
  });

  it("include and exclude the same rows as a naive implementation", () => {
    onAnyList((opened, rows, filters) => {
      for (const { reasons, providers, mailHosts, likelyTypo, exclude, cells } of filters) {
        const one = { reasons, providers, mailHosts, likelyTypo, exclude, cells };
        const expected = [...rows.keys()].filter((at) => {
          const row = rows[at] as ExpectedRow;
          const provider = providerOf(row);
          const domain = row.address ? foldDomain(row.address.split("@").at(-1) ?? "") : null;
          const host = SERVERS[domain ?? ""]?.[1] ?? null;
          const isTypo = row.address ? bits(row.address) === ADDRESS_BIT.typo : false;
          return (
            reasons?.includes(reasonOf(row)) !== false &&
            exclude?.reasons?.includes(reasonOf(row)) !== true &&
            (providers === undefined || (provider !== null && providers.includes(provider))) &&
            (provider === null || exclude?.providers?.includes(provider) !== true) &&
            (mailHosts === undefined || (host !== null && mailHosts.includes(host as never))) &&
            (host === null || exclude?.mailHosts?.includes(host as never) !== true) &&
            (likelyTypo === undefined || isTypo === likelyTypo) &&
            exclude?.verdicts?.includes(row.verdict ?? "none") !== true &&
            exclude?.flags?.some((flag) => row.flags.includes(flag)) !== true &&
            (domain === null || exclude?.domains?.some((name) => foldDomain(name) === domain) !== true) &&
            (cells ?? []).every(({ column, values: wanted, exclude: unwanted }) => {
              const own = foldText((row.cells[column] ?? "").trim());
              const isOne = (value: string) => foldText(value.trim()) === own;
              return wanted?.some(isOne) !== false && unwanted?.some(isOne) !== true;
            })
          );
        });
        expect(Array.from(selectRows(opened, one, IN_ORDER))).toEqual(expected);
      }
    });
  });
});

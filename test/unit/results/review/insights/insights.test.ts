import { describe, expect, it } from "vitest";
import { ADDRESS_BIT } from "../../../../../electron/engine/lists/index.ts";
import { openCleaning, selectRows } from "../../../../../electron/engine/results/index.ts";
import { factsOf, turnedSince } from "../../../../../electron/engine/results/review/insights/facts.ts";
import { insightsOf } from "../../../../../electron/engine/results/review/insights/rules.ts";
import { finish } from "../../../../../electron/engine/results/review/steps.ts";
import { lookUpBeside, verdictsBefore } from "../../../../../electron/engine/results/review/view/earlier.ts";
import { layoutOf } from "../../../../../electron/engine/store/index.ts";
import type { Flag, Verdict } from "../../../../../shared/verdicts.ts";
import { type AddressTruth, buildCleaning } from "../../build-cleaning.ts";

/** So many addresses of one kind. */
interface Some {
  readonly count: number;
  readonly domain: string | ((n: number) => string);
  readonly verdict: Verdict | null;
  readonly flags?: readonly Flag[];
  readonly more?: Partial<AddressTruth>;
  readonly bits?: number;
}

const IN_ORDER = { by: { kind: "row" as const }, descending: false };

function listOf(...groups: readonly Some[]) {
  const made = groups.flatMap(({ count, domain, verdict, flags = [], more, bits = 0 }, group) =>
    Array.from({ length: count }, (_, n) => ({
      address: `p${group}.${n}@${typeof domain === "string" ? domain : domain(n)}`,
      truth: { verdict, flags, at: 1, fate: "part", ...more } as AddressTruth,
      bits,
    })),
  );
  const bitsOf = new Map(made.map(({ address, bits }) => [address, bits]));
  return buildCleaning(
    made.map(({ address }) => [address]),
    made.map(({ truth }) => truth),
    [],
    {},
    (address) => bitsOf.get(address) ?? 0,
  );
}

/** The codes found, each with its addresses; and whether 'Show N rows' would show just these. */
function insights(...groups: readonly Some[]) {
  const { built, cleaning } = listOf(...groups);
  const opened = openCleaning(built.list, cleaning.results, { readonly: true });
  try {
    const found = insightsOf({ ...finish(factsOf(opened)), earlier: null });
    for (const { code, filter, addresses } of found)
      expect([code, selectRows(opened, filter, IN_ORDER).length]).toEqual([code, addresses]);
    return found.map(({ filter: _, ...one }) => one);
  } finally {
    opened.close();
  }
}

const companies = (n: number) => `firm${n}.example`;
const gmail = { domain: "gmail.com", flags: ["free"] } as const;

describe("what is worth knowing", () => {
  it.each<[string, Some[]]>([
    ["an empty list", []],
    [
      "a tiny list",
      [
        { count: 1, domain: companies, verdict: "unknown" },
        { count: 2, domain: "a.example", verdict: "deliverable" },
      ],
    ],
    ["a list that is all good", [{ count: 200, domain: companies, verdict: "deliverable" }]],
    ["a list that is all bad", [{ count: 200, domain: companies, verdict: "undeliverable" }]],
    [
      "a company's own list",
      [
        { count: 150, domain: "acme.example", verdict: "deliverable" },
        { count: 20, domain: "acme.example", verdict: "deliverable", flags: ["role"] },
        { count: 30, domain: "acme.example", verdict: "unknown" },
      ],
    ],
    [
      "companies with one role address each",
      [
        { count: 100, domain: companies, verdict: "deliverable", flags: ["role"] },
        { count: 100, domain: companies, verdict: "accept_all" },
      ],
    ],
    [
      "a list of consumers whose unknown addresses are where most addresses are",
      [
        { count: 700, ...gmail, verdict: "deliverable" },
        { count: 70, ...gmail, verdict: "unknown" },
        { count: 200, domain: companies, verdict: "deliverable" },
        { count: 20, domain: companies, verdict: "unknown" },
      ],
    ],
    [
      "role addresses at a free provider",
      [
        { count: 300, domain: companies, verdict: "deliverable" },
        { count: 20, domain: "gmail.com", verdict: "deliverable", flags: ["free", "role"] },
      ],
    ],
    [
      "domains that look mistyped and deliver",
      [{ count: 9, domain: "gmal.example", verdict: "deliverable", bits: ADDRESS_BIT.typo }],
    ],
    [
      "addresses that the service did not send back",
      [
        { count: 100, domain: companies, verdict: "deliverable" },
        { count: 40, domain: "acme.example", verdict: "unknown", more: { source: "missing" } },
      ],
    ],
    [
      "unknown addresses of an earlier cleaning: nothing was asked of their host now",
      [
        { count: 100, domain: companies, verdict: "deliverable" },
        { count: 15, domain: "acme.example", verdict: "unknown", more: { fate: "known" } },
      ],
    ],
    ["nothing that was verified", [{ count: 100, domain: "acme.example", verdict: null }]],
  ])("is nothing in %s", (_, groups) => {
    expect(insights(...groups)).toEqual([]);
  });

  it("is a host without any answer", () => {
    expect(
      insights(
        { count: 300, domain: companies, verdict: "deliverable" },
        { count: 54, domain: "summit.example", verdict: "unknown" },
        { count: 34, domain: companies, verdict: "unknown" },
      ),
    ).toEqual([{ code: "host_silent", domain: "summit.example", addresses: 54 }]);
  });

  it("is a domain with most of the unknown addresses, out of proportion to its share of the list", () => {
    expect(
      insights(
        { count: 800, domain: companies, verdict: "deliverable" },
        { count: 60, domain: "summit.example", verdict: "unknown" },
        { count: 40, domain: "summit.example", verdict: "deliverable" },
        { count: 40, domain: companies, verdict: "unknown" },
      ),
    ).toEqual([{ code: "unknowns_at_domain", domain: "summit.example", unknown: 100, addresses: 60 }]);
  });

  it("is a domain where everything is accept-all, not one where most is", () => {
    const others = { count: 300, domain: companies, verdict: "deliverable" } as const;
    const canyon = { count: 40, domain: "canyon.example", verdict: "accept_all" } as const;
    expect(insights(others, canyon)).toEqual([
      { code: "accept_all_domain", domain: "canyon.example", addresses: 40 },
    ]);
    expect(insights(others, canyon, { count: 1, domain: "canyon.example", verdict: "deliverable" })).toEqual(
      [],
    );
  });

  it("are likely typos that do not deliver", () => {
    const typo = {
      domain: (n: number) => (n % 2 ? "gmal.example" : "gmial.example"),
      bits: ADDRESS_BIT.typo,
    };
    expect(
      insights(
        { count: 500, domain: companies, verdict: "deliverable" },
        { count: 23, ...typo, verdict: "undeliverable" },
        { count: 4, ...typo, verdict: "deliverable" },
      ),
    ).toEqual([{ code: "likely_typos", addresses: 23, domains: 2 }]);
  });

  it("are one company's role addresses, and many at disposable domains, the weightier first", () => {
    const found = insights(
      { count: 400, domain: companies, verdict: "deliverable" },
      { count: 41, domain: "acme.example", verdict: "deliverable", flags: ["role"] },
      { count: 30, domain: (n) => `bin${n % 3}.example`, verdict: "accept_all", flags: ["disposable"] },
    );
    expect(found).toEqual([
      { code: "disposable_many", addresses: 30, domains: 3 },
      { code: "roles_at_company", domain: "acme.example", addresses: 41 },
    ]);
  });

  it("is how many turned bad since an earlier cleaning of the same people, and of no others", () => {
    const { built, cleaning } = listOf(
      { count: 100, domain: "a.example", verdict: "deliverable" },
      { count: 30, domain: "b.example", verdict: "undeliverable" },
      { count: 5, domain: "c.example", verdict: "undeliverable", more: { source: "imported" } },
    );
    const opened = openCleaning(built.list, cleaning.results, { readonly: true });
    const at = (id: number) => opened.list.address(id);
    const ids = Array.from({ length: opened.list.addresses }, (_, id) => id);
    // The same data folder holds one cleaning only: what was before is put where it would be found.
    const before = Uint8Array.from(ids, (id) => (at(id).endsWith("a.example") ? 4 : 1));
    expect(turnedSince(opened, before)).toEqual({ deliverable: 35, turned: 30 });
    expect(
      turnedSince(
        opened,
        before.map((code, id) => (id % 3 === 0 ? code : 255)),
      ),
    ).toBeNull();
    opened.cache.earlier.set("old", before);
    const earlier = {
      cleaningId: "old",
      listId: "list-1",
      name: "Spring",
      at: 7,
      deliverable: 35,
      turned: 30,
    };
    const [found, ...others] = insightsOf({ ...finish(factsOf(opened)), earlier });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: "turned_bad", since: "old", name: "Spring", at: 7, addresses: 30 });
    expect(selectRows(opened, found?.filter ?? {}, IN_ORDER).length).toBe(30);
    opened.close();
  });

  it("looks an earlier cleaning up by what its addresses had there, and says so when it is gone", () => {
    const { built, cleaning } = listOf(
      { count: 3, domain: "a.example", verdict: "deliverable" },
      { count: 2, domain: "b.example", verdict: null },
    );
    const opened = openCleaning(built.list, cleaning.results, { readonly: true });
    const layout = layoutOf(built.dataDir);
    const own = verdictsBefore(opened, layout, { cleaningId: "c1", listId: "list-1" });
    expect(own).toEqual({ ok: true, value: Uint8Array.of(1, 1, 1, 0, 0) });
    const since = { cleaningId: "gone", listId: "list-1" };
    const turned = { since, from: "deliverable" as const, to: "undeliverable" as const };
    expect(lookUpBeside(opened, layout, { turned })).toMatchObject({
      ok: false,
      problem: { code: "store_corrupt" },
    });
    opened.close();
  });
});

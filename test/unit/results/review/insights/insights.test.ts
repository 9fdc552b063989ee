import { describe, expect, it } from "vitest";
import { ADDRESS_BIT } from "../../../../../electron/engine/lists/index.ts";
import { openCleaning, selectRows } from "../../../../../electron/engine/results/index.ts";
import { countTurned, factsOf } from "../../../../../electron/engine/results/review/insights/measures.ts";
import { insightsOf } from "../../../../../electron/engine/results/review/insights/rules.ts";
import { runToEnd } from "../../../../../electron/engine/results/review/thread/steps.ts";
import type { Flag, Verdict } from "../../../../../shared/verdicts.ts";
import { type AddressResult, buildCleaning } from "../../build-cleaning.ts";

interface AddressGroup {
  readonly count: number;
  readonly domain: string | ((n: number) => string);
  readonly verdict: Verdict | null;
  readonly flags?: readonly Flag[];
  readonly more?: Partial<AddressResult>;
  readonly bits?: number;
}

const IN_ORDER = { by: { kind: "row" as const }, descending: false };

function listOf(...groups: readonly AddressGroup[]) {
  const made = groups.flatMap(({ count, domain, verdict, flags = [], more, bits = 0 }, group) =>
    Array.from({ length: count }, (_, n) => ({
      address: `p${group}.${n}@${typeof domain === "string" ? domain : domain(n)}`,
      truth: { verdict, flags, at: 1, fate: "part", ...more } as AddressResult,
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

/** Returns the insights, after checking that the filter of each selects exactly its addresses. */
function insights(...groups: readonly AddressGroup[]) {
  const { built, cleaning } = listOf(...groups);
  const opened = openCleaning(built.list, cleaning.results, { readonly: true });
  try {
    const found = insightsOf({ ...runToEnd(factsOf(opened)), earlier: null });
    for (const { code, filter, addresses } of found)
      expect([code, selectRows(opened, filter, IN_ORDER).length]).toEqual([code, addresses]);
    return found.map(({ filter: _, ...one }) => one);
  } finally {
    opened.close();
  }
}

const companies = (n: number) => `firm${n}.example`;
const gmail = { domain: "gmail.com", flags: ["free"] } as const;

describe("the insights", () => {
  it.each<[string, AddressGroup[]]>([
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
      "addresses that the service did not send back",
      [
        { count: 100, domain: companies, verdict: "deliverable" },
        { count: 40, domain: "acme.example", verdict: "unknown", more: { source: "missing" } },
      ],
    ],
  ])("are empty for %s", (_, groups) => {
    expect(insights(...groups)).toEqual([]);
  });

  it("show a mail host that never responded", () => {
    expect(
      insights(
        { count: 300, domain: companies, verdict: "deliverable" },
        { count: 54, domain: "summit.example", verdict: "unknown" },
        { count: 34, domain: companies, verdict: "unknown" },
      ),
    ).toEqual([{ code: "host_silent", domain: "summit.example", addresses: 54 }]);
  });

  it("count likely typos that are undeliverable", () => {
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

  it("count the addresses that turned bad since an earlier cleaning of the same people", () => {
    const { built, cleaning } = listOf(
      { count: 100, domain: "a.example", verdict: "deliverable" },
      { count: 30, domain: "b.example", verdict: "undeliverable" },
      { count: 5, domain: "c.example", verdict: "undeliverable", more: { source: "imported" } },
    );
    const opened = openCleaning(built.list, cleaning.results, { readonly: true });
    const at = (id: number) => opened.list.address(id);
    const ids = Array.from({ length: opened.list.addresses }, (_, id) => id);
    // The data folder holds only one cleaning, so the earlier verdicts are put into the cache.
    const before = Uint8Array.from(ids, (id) => (at(id).endsWith("a.example") ? 4 : 1));
    expect(countTurned(opened, before)).toEqual({ deliverable: 35, turned: 30 });
    expect(
      countTurned(
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
    const [found, ...others] = insightsOf({ ...runToEnd(factsOf(opened)), earlier });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: "turned_bad", since: "old", name: "Spring", at: 7, addresses: 30 });
    expect(selectRows(opened, found?.filter ?? {}, IN_ORDER).length).toBe(30);
    opened.close();
  });
});

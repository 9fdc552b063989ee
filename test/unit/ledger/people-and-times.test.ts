import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLAIM, eraseFromArchive, openArchive, overturned } from "../../../electron/engine/ledger/index.ts";
import { ledgerTasks } from "../../../electron/engine/ledger/thread-tasks.ts";
import { lookupKeys } from "../../../electron/engine/text/index.ts";
import { domainOf, foldAddress } from "../../../shared/fold-addresses.ts";
import { ok } from "../../../shared/result.ts";
import { VERDICT_CODE } from "../../../shared/verdicts.ts";
import { makeDataDir } from "../results/build-list.ts";
import { address, cleaning, columns, take } from "./some-cleanings.ts";

const NOWHERE = "/nowhere/archive.db";
const dated = fc.record({ own: address, at: fc.nat(10) });
const some = fc.array(cleaning, { maxLength: 8, size: "max" });
const asked = fc.uniqueArray(dated, { selector: ({ own }) => foldAddress(own), maxLength: 30, size: "max" });

/** Creates an archive of cleanings c0, c1, …; returns it with all their verdicts. */
function createArchive(cleanings: typeof some extends fc.Arbitrary<infer T> ? T : never) {
  const path = join(makeDataDir(), "archive.db");
  const archive = openArchive(path);
  for (const [at, { scope, verdicts }] of cleanings.entries()) take(archive, scope, `c${at}`, verdicts);
  const all = cleanings.flatMap(({ verdicts }, at) =>
    verdicts.map((one) => ({ ...one, address: foldAddress(one.address), cleaning: `c${at}` })),
  );
  return { path, archive, all };
}

describe("the archive of several cleanings", () => {
  it("counts deliverable addresses, and those verified before a bounce", () => {
    fc.assert(
      fc.property(some, asked, (cleanings, bounces) => {
        const { path, archive, all } = createArchive(cleanings);
        archive.close();
        const good = all.filter(({ code }) => code === VERDICT_CODE.deliverable);
        const since = Float64Array.from(bounces, ({ at }) => at);
        const turned = bounces.filter(({ own, at }) =>
          good.some((one) => one.address === foldAddress(own) && one.at < at),
        );
        const keys = lookupKeys(columns(bounces.map(({ own }) => own)));
        const held = new Set(good.map((one) => one.address)).size;
        expect(overturned(path, keys, since)).toEqual({ held, turned: turned.length });
        expect(overturned(NOWHERE, keys, since)).toEqual({ held: 0, turned: 0 });
      }),
      { numRuns: 6 },
    );
  });

  it("contains nothing about erased people and everything about others", () => {
    fc.assert(
      fc.property(
        some,
        fc.array(address, { maxLength: 10 }),
        fc.array(address, { maxLength: 5 }),
        (cleanings, people, checks) => {
          const { path, archive, all } = createArchive(cleanings);
          const own = new Set(checks.map(foldAddress));
          for (const one of own)
            archive.storeCheck("one", { address: one, verdict: "deliverable", flags: [], at: 1 });
          const claimed = ["bob@stays.example", ...people];
          archive.exclusively(() =>
            archive.claim("one", "open", {
              ...{ sortedAddresses: lookupKeys(columns(claimed)), parts: 1 },
              partOf: new Uint16Array(claimed.length).fill(1),
            }),
          );
          archive.close();
          const gone = new Set(people.map(foldAddress));
          const domains = new Set([...gone].map(domainOf));
          const db = new Database(path);
          const erased = eraseFromArchive(db, {
            has: (folded) => gone.has(folded),
            hasDomain: (domain) => domains.has(domain),
          });
          db.close();
          const those = [...all.map((one) => one.address), ...own].filter((one) => gone.has(one));
          expect(erased).toBe(those.length + claimed.length - 1);
          const left = openArchive(path);
          const others = all.filter((one) => !gone.has(one.address));
          for (const one of new Set([...all.map((other) => other.address), ...own, ...gone])) {
            const history = left.history([one], null)[0] ?? [];
            const brought = others
              .filter((other) => other.address === one)
              .map(({ at, flags = 0 }) => [at, flags]);
            const checked = own.has(one) && !gone.has(one) ? [[1, 0]] : [];
            const sorted = (entries: number[][]) => entries.map((entry) => entry.join(" ")).sort();
            expect(sorted(history.map(({ verifiedAt, flags }) => [verifiedAt, flags]))).toEqual(
              sorted([...brought, ...checked]),
            );
          }
          const open = {
            cleaningId: "open",
            ordinal: 1,
            address: null,
            state: "charged",
            isOpen: true,
            at: 1,
          } as const;
          const { claim } = left.claimed("one", lookupKeys(columns(claimed)), [open]);
          expect([...claim]).toEqual([CLAIM.open, ...people.map(() => CLAIM.none)]);
          left.close();
        },
      ),
      { numRuns: 6 },
    );
  });
});

it("the trace of an address says whether a verdict in the given scope is fresh", async () => {
  const path = join(makeDataDir(), "archive.db");
  const archive = openArchive(path);
  take(archive, "other", "c1", [{ address: "ann@x.example", code: 1, at: 5 }]);
  archive.close();
  const trace = (scope: string, freshAfter: number) => {
    const freshness = { now: 10, freshAfter, freshAfterUnknown: 0 };
    const input = { archive: path, scope, address: "ANN@x.example", freshness };
    return ledgerTasks["ledger.trace"](input, { progress() {} });
  };
  expect(await trace("other", 5)).toEqual(ok({ checks: 0, cleanings: ["c1"], isKnown: true }));
  for (const stale of [await trace("other", 6), await trace("s", 5)])
    expect(stale).toEqual(ok({ checks: 0, cleanings: ["c1"], isKnown: false }));
});

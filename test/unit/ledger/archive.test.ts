import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Archive, KNOWN_FROM, openArchive } from "../../../electron/engine/ledger/index.ts";
import { foldTexts } from "../../../electron/engine/text/addresses/fold-columns.ts";
import { lookupKeys } from "../../../electron/engine/text/index.ts";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import { SOURCE_CODE, VERDICT_CODE } from "../../../shared/verdicts.ts";
import { makeDataDir } from "../results/build-list.ts";
import { address, cleaning, columns, found, take, type Verdict } from "./some-cleanings.ts";

const NOW = Date.UTC(2026, 5, 1);
const ALL = { now: NOW, freshAfter: 0, freshAfterUnknown: 0 };

/** Verdict codes, most cautious first. Among verdicts of the same time, the most cautious counts. */
const VERDICTS_BY_CAUTION = [2, 4, 3, 1];
describe("the archive", () => {
  it("agrees with a plain map after merges and deletions", () => {
    fc.assert(
      fc.property(
        fc.array(cleaning, { maxLength: 20 }),
        fc.array(address, { maxLength: 30 }),
        fc.nat(20),
        fc.nat(9),
        fc.nat(9),
        (cleanings, asked, forgotten, freshAfter, freshAfterUnknown) => {
          const archive = openArchive(join(makeDataDir(), "archive.db"));
          for (const [at, { scope, verdicts }] of cleanings.entries())
            take(archive, scope, `c${at}`, verdicts);
          archive.deleteCleaning(`c${forgotten}`);
          const left = cleanings.flatMap(({ scope, verdicts }, at) =>
            at === forgotten || scope !== "one" ? [] : verdicts,
          );
          const known = archive.lookUp("one", lookupKeys(columns(asked)), {
            now: NOW,
            freshAfter,
            freshAfterUnknown,
          });
          for (const [at, one] of asked.entries()) {
            const own = left.filter((other) => foldAddress(other.address) === foldAddress(one));
            const fresh = own.filter(
              (other) => other.at >= (other.code === 4 ? freshAfterUnknown : freshAfter),
            );
            const newest = Math.max(0, ...fresh.map((other) => other.at));
            expect(known.verifiedAt[at]).toBe(newest);
            const latest = fresh.filter((other) => other.at === newest);
            const code =
              VERDICTS_BY_CAUTION.find((wanted) => latest.some((other) => other.code === wanted)) ?? 0;
            expect(known.verdict[at]).toBe(code);
            const said = latest.filter((other) => other.code === code);
            if (said.length === 1) {
              expect([known.flags[at], known.from[at] === KNOWN_FROM.file]).toEqual([
                said[0]?.flags,
                said[0]?.source === SOURCE_CODE.imported,
              ]);
            }
            const alone = archive.lookUpOne("one", one, { now: NOW, freshAfter, freshAfterUnknown });
            expect(alone?.verifiedAt ?? 0).toBe(newest);
            expect(alone?.verdict ?? 0).toBe(code);
            const [history = []] = archive.history([one], "one");
            const isFresh = ({ verdict, verifiedAt }: { verdict: number; verifiedAt: number }) =>
              verifiedAt >= (verdict === 4 ? freshAfterUnknown : freshAfter);
            expect(history.find(isFresh)?.verdict ?? 0).toBe(code);
            expect(history.map(({ verifiedAt, flags }) => verifiedAt * 100 + flags).sort()).toEqual(
              own.map((o) => o.at * 100 + o.flags).sort(),
            );
            expect(history.map(({ verifiedAt }) => verifiedAt)).toEqual(
              own.map((o) => o.at).sort((a, b) => b - a),
            );
          }
          const needle = foldAddress(asked[0] ?? "1@");
          const everywhere = cleanings.flatMap(({ verdicts }, at) => (at === forgotten ? [] : verdicts));
          const holding = everywhere
            .map((own) => foldAddress(own.address))
            .filter((own) => own.includes(needle));
          expect(found(archive, needle, 1000).sort()).toEqual([...new Set(holding)].sort());
          archive.close();
        },
      ),
      { numRuns: 12 },
    );
  });

  it("returns each of many verdicts with its flags after parts were merged and a cleaning was forgotten", () => {
    const archive = openArchive(join(makeDataDir(), "archive.db"));
    const nth = (n: number): Verdict => ({
      address: `p${n}@x.example`,
      code: 1 + (n % 4),
      at: n + 1,
      flags: n % 64,
    });
    const [PART, PARTS] = [9_000, 10];
    for (let part = 0; part < PARTS; part++)
      take(
        archive,
        "s",
        `c${part}`,
        Array.from({ length: PART }, (_, n) => nth(part * PART + n)),
      );
    const all = Array.from({ length: PART * PARTS }, (_, n) => nth(n));
    const list = lookupKeys(columns(all.map(({ address }) => address)));
    const wrong = (forgotten: number) => {
      const { verdict, flags, verifiedAt } = archive.lookUp("s", list, ALL);
      return all.filter(({ code, at, flags: own }, n) => {
        const isLeft = Math.floor(n / PART) !== forgotten;
        const expected = isLeft ? [code, own, at] : [0, 0, 0];
        return `${[verdict[n], flags[n], verifiedAt[n]]}` !== `${expected}`;
      });
    };
    expect(wrong(-1)).toEqual([]);
    archive.deleteCleaning("c3");
    expect(wrong(3)).toEqual([]);
    expect([archive.holds("c2", 1), archive.holds("c3", 1), archive.holds("c2", 2)]).toEqual([
      true,
      false,
      false,
    ]);
    archive.close();
  });

  it("merges the runs of small cleanings, and leaves those of claims apart", () => {
    const path = join(makeDataDir(), "archive.db");
    const archive = openArchive(path);
    const own = (n: number) => [`ann${n}@x.example`, `bob${n}@x.example`].sort();
    for (let n = 0; n < 9; n++)
      archive.exclusively(() =>
        archive.claim("s", `claims${n}`, {
          sortedAddresses: lookupKeys(columns(own(n))),
          parts: 1,
          partOf: Uint16Array.of(1, 1),
        }),
      );
    for (let n = 0; n < 20; n++) take(archive, "s", `c${n}`, [{ address: own(n)[0] ?? "", code: 1, at: 5 }]);
    for (let n = 0; n < 9; n++) expect(archive.claimedBy(`claims${n}`).get(1)?.ends.length).toBe(2);
    archive.close();
    const file = new Database(path, { readonly: true });
    expect(file.prepare("SELECT count(*) FROM runs WHERE claim IS NULL").pluck().get()).toBeLessThan(9);
    file.close();
  });

  const FORMS = ["ann@münchen.de", "ann@xn--mnchen-3ya.de", "ANN@MÜNCHEN.DE"];

  it.each(FORMS)("finds %s in every spelling of its domain", (spelling) => {
    const archive = openArchive(join(makeDataDir(), "archive.db"));
    take(archive, "s", "c1", [{ address: spelling, code: 1, at: 5 }]);
    expect([...archive.lookUp("s", lookupKeys(columns(FORMS)), ALL).verdict]).toEqual([1, 1, 1]);
    for (const other of FORMS) {
      expect(archive.lookUpOne("s", other, ALL)).toMatchObject({ verdict: 1, verifiedAt: 5 });
      expect(found(archive, other)).toEqual(["ann@xn--mnchen-3ya.de"]);
    }
    for (const part of ["münch", "munch", "chen.de", "xn--mn", "@MÜ"])
      expect(found(archive, part)).toEqual(["ann@xn--mnchen-3ya.de"]);
    expect(found(archive, "münster")).toEqual([]);
    archive.close();
  });

  it("remembers single checks beside cleanings, separately for each scope", () => {
    const path = join(makeDataDir(), "archive.db");
    const archive = openArchive(path);
    take(archive, "s", "c1", [{ address: "a@x.example", code: VERDICT_CODE.unknown, at: 5 }]);
    archive.storeCheck("s", { address: "A@x.example", verdict: "deliverable", flags: ["role"], at: 9 });
    expect(archive.lookUpOne("s", "a@X.example", ALL)).toMatchObject({
      verdict: VERDICT_CODE.deliverable,
      verifiedAt: 9,
      cleaningId: null,
    });
    expect(archive.lookUp("s", lookupKeys(columns(["b@x.example", "a@x.example"])), ALL).verdict).toEqual(
      Uint8Array.of(0, 1),
    );
    expect(archive.lookUpOne("other", "a@x.example", ALL)).toBeNull();
    expect(archive.history(["a@x.example"], null)[0]?.map(({ cleaningId }) => cleaningId)).toEqual([
      null,
      "c1",
    ]);
    expect(found(archive, "A@X")).toEqual(["a@x.example"]);
    archive.close();
  });

  it("counts a verdict as fresh from the day its part was ingested, even after runs are merged", () => {
    const day = 24 * 3600_000;
    const archive = openArchive(join(makeDataDir(), "archive.db"));
    const home = (ordinal: number, days: number) => {
      const own = columns([`p${ordinal}@x.example`]);
      archive.ingestPart("service", "one", ordinal, NOW - days * day, {
        folded: foldTexts(own.addressText, own.addressEnd, foldAddress),
        addresses: Uint32Array.of(0),
        missing: new Uint32Array(0),
        verdict: Uint8Array.of(1),
        flags: new Uint8Array(1),
        verifiedAt: Float64Array.of(NOW - 300 * day),
        source: Uint8Array.of(SOURCE_CODE.service),
      });
    };
    const list = columns(Array.from({ length: 10 }, (_, i) => `p${i + 1}@x.example`));
    const fresh = { now: NOW, freshAfter: NOW - 90 * day, freshAfterUnknown: NOW - 90 * day };
    const known = () => [...archive.lookUp("service", lookupKeys(list), fresh).verdict].join("");
    home(1, 100);
    home(2, 20);
    expect(known()).toBe("0100000000");
    expect(archive.lookUpOne("service", "p1@x.example", fresh)).toBeNull();
    expect(archive.lookUpOne("service", "p2@x.example", fresh)).toMatchObject({ freshAt: NOW - 20 * day });
    for (let ordinal = 3; ordinal <= 10; ordinal++) home(ordinal, ordinal % 2 === 0 ? 20 : 100);
    expect(known()).toBe("0101010101");
    archive.close();
  });
});

describe("forgetting single checks", () => {
  const check = (address: string, at: number) =>
    ({ address, verdict: "deliverable", flags: [], at }) as const;
  const known = (archive: Archive, address: string, scope: string | null = null) =>
    archive.history([address], scope)[0]?.length;

  it("leaves no byte of them in the file, not even in a second copy of the row on a page", () => {
    const path = join(makeDataDir(), "archive.db");
    openArchive(path).close();
    // Enough rows, in an order that makes SQLite move rows between pages.
    const all = Array.from(
      { length: 3000 },
      (_, i) => `p${(i * 2_654_435_761) % 2 ** 32}@needle${i}.example`,
    );
    const db = new Database(path);
    db.pragma("secure_delete = ON");
    const insert = db.prepare("INSERT INTO checks VALUES (1, ?, ?, 1, 0, 1)");
    db.transaction(() => all.forEach((own, at) => void insert.run(own, at)))();
    db.exec("INSERT INTO scopes VALUES (1, 'one')");
    db.close();
    const times = (own: string) => readFileSync(path, "latin1").split(own).length - 1;
    const twice = all.filter((own) => times(own) > 1);
    expect(twice.length).toBeGreaterThan(0);
    const gone = [...twice, all[7] ?? ""];
    const archive = openArchive(path);
    for (const own of gone) expect(archive.forgetChecks(own)).toBe(1);
    expect(gone.map(times)).toEqual(gone.map(() => 0));
    expect(readFileSync(`${path}-wal`)).toHaveLength(0);
    archive.close();
    const left = new Database(path, { readonly: true });
    expect(left.prepare("SELECT count(*) FROM checks").pluck().get()).toBe(all.length - gone.length);
    left.close();
  });

  it("covers every spelling of the address in every scope, and keeps the verdicts of cleanings", () => {
    const archive = openArchive(join(makeDataDir(), "archive.db"));
    archive.storeCheck("one", check("Ann@A.example", 1));
    archive.storeCheck("one", check("ann@a.example", 2));
    archive.storeCheck("two", check("ann@a.example", 3));
    archive.storeCheck("two", check("anna@a.example", 4));
    take(archive, "one", "c1", [{ address: "ann@a.example", code: 1, at: 5 }]);
    expect(archive.forgetChecks(" ANN@a.example ")).toBe(3);
    expect(archive.forgetChecks("ann@a.example")).toBe(0);
    expect(known(archive, "ann@a.example")).toBe(1);
    expect(known(archive, "anna@a.example")).toBe(1);
    archive.close();
  });
});

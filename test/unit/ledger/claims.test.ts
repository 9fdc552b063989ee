import { writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import {
  CLAIM,
  type Claim,
  createLedger,
  type Ledger,
  openArchive,
  recoverLedger,
} from "../../../electron/engine/ledger/index.ts";
import { layoutOf } from "../../../electron/engine/store/index.ts";
import { type Journal, openAndMigrate } from "../../../electron/engine/store/journal.ts";
import { lookupKeys } from "../../../electron/engine/text/index.ts";
import { SOURCE_CODE, VERDICT_CODE } from "../../../shared/verdicts.ts";
import { unwrap } from "../../support/in-process.ts";
import { makeDataDir } from "../results/build-list.ts";
import { columns } from "./some-cleanings.ts";

const SCOPE = "https://service.example";
const [SENT, LATER] = [1_000, 2_000];

let journal: Journal;
let ledger: Ledger;
let archive: ReturnType<typeof openArchive>;

beforeEach(() => {
  journal = unwrap(openAndMigrate("/nowhere/winnow.db", () => new Database(":memory:")));
  journal.db.exec("INSERT INTO lists (id, name, created_at) VALUES ('l1', 'list.csv', 0)");
  journal.db.exec(
    `INSERT INTO cleanings (id, name, list_id, account_id, scope, options, price, unique_addresses, agreed_credits, state,
       created_at) VALUES ('c1', 'list.csv', 'l1', 'a1', '${SCOPE}', '{}', '{}', 2, 2, 'active', 0)`,
  );
  ledger = createLedger(journal);
  archive = openArchive(":memory:");
});

function claim(cleaningId = "c1"): void {
  archive.exclusively(() =>
    archive.claim(SCOPE, cleaningId, {
      sortedAddresses: lookupKeys(columns(["ann@x.example", "bob@x.example"])),
      parts: 2,
      partOf: Uint16Array.of(1, 2),
    }),
  );
}

/** Returns the claim codes of bob (in another spelling), ann and an unclaimed address, in this order. */
function claims(scope = SCOPE, since = 0): number[] {
  const list = columns(["BOB@X.example", "ann@x.example", "carl@x.example"]);
  return [...archive.claimed(scope, lookupKeys(list), ledger.claims(scope, since)).claim];
}

describe("an address that a part has claimed", () => {
  beforeEach(() => {
    claim();
    const parts = [
      { ordinal: 1, addresses: 1 },
      { ordinal: 2, addresses: 1 },
    ];
    ledger.begin(SCOPE, "c1", parts, SENT);
  });

  it.each([
    ["is being verified while the part is open", "charged", true, CLAIM.open],
    ["may be paid for once the part is over without its verdict", "perhaps_charged", false, CLAIM.lost],
    ["is free once its verdict is here", "answered", false, CLAIM.none],
    ["is free once the part is over and was not charged", "released", false, CLAIM.none],
  ] as const)("%s", (_name, state, isOpen, expected) => {
    ledger.mark("c1", 2, state, isOpen, LATER);
    expect(claims()).toEqual([expected, CLAIM.open, CLAIM.none]);
  });

  it("is not reported if the verdict was lost before the given time", () => {
    ledger.mark("c1", 2, "charged", false, LATER);
    expect(claims(SCOPE, LATER)).toEqual([CLAIM.lost, CLAIM.open, CLAIM.none]);
    expect(claims(SCOPE, LATER + 1)).toEqual([CLAIM.none, CLAIM.open, CLAIM.none]);
  });

  it("may be paid for while it is missing from the part's results", () => {
    const bob = columns(["bob@x.example"]);
    const part = (missing: readonly number[]) => ({
      folded: { bytes: bob.addressText, ends: bob.addressEnd },
      addresses: Uint32Array.from(missing.length === 0 ? [0] : []),
      missing: Uint32Array.from(missing),
      verdict: Uint8Array.of(VERDICT_CODE.deliverable),
      flags: new Uint8Array(1),
      source: Uint8Array.of(SOURCE_CODE.service),
      verifiedAt: Float64Array.of(LATER),
    });
    archive.ingestPart(SCOPE, "c1", 2, LATER, part([0]));
    archive.ingestPart(SCOPE, "c1", 1, LATER, part([]));
    ledger.mark("c1", 1, "answered", false, LATER);
    ledger.mark("c1", 2, "charged", false, LATER);
    expect(claims()).toEqual([CLAIM.lost, CLAIM.none, CLAIM.none]);
    archive.replaceCleaning("c1", (emptied) => emptied.ingestPart(SCOPE, "c1", 2, LATER, part([])));
    expect(claims()).toEqual([CLAIM.none, CLAIM.none, CLAIM.none]);
  });

  it("is free at another service", () => {
    expect(claims("https://other.example")).toEqual([CLAIM.none, CLAIM.none, CLAIM.none]);
  });
});

it("an address is claimed before its cleaning is in the ledger, and freed if the cleaning does not begin", () => {
  claim("c2");
  expect(claims()).toEqual([CLAIM.open, CLAIM.open, CLAIM.none]);
  ledger.abandon("c2");
  expect(claims()).toEqual([CLAIM.none, CLAIM.none, CLAIM.none]);
});

it("an address is claimed while a check is sent, and counts as possibly paid if there is no response", () => {
  const check = ledger.claimCheck(SCOPE, "Carl@x.example", SENT);
  expect(claims()).toEqual([CLAIM.none, CLAIM.none, CLAIM.open]);
  ledger.endCheck(check, "unheard");
  expect(claims()).toEqual([CLAIM.none, CLAIM.none, CLAIM.lost]);
  const again = ledger.claimCheck(SCOPE, "carl@x.example", LATER);
  ledger.endCheck(again, "unsent");
  expect(claims()).toEqual([CLAIM.none, CLAIM.none, CLAIM.lost]);
  ledger.endCheck(ledger.claimCheck(SCOPE, "carl@x.example", LATER), "answered");
  expect(claims()).toEqual([CLAIM.none, CLAIM.none, CLAIM.none]);
});

it("a single check does not replace the open claim of a cleaning", () => {
  claim("c2");
  ledger.endCheck(ledger.claimCheck(SCOPE, "ann@x.example", SENT), "unheard");
  ledger.endCheck(ledger.claimCheck(SCOPE, "bob@x.example", SENT), "answered");
  expect(claims()).toEqual([CLAIM.open, CLAIM.open, CLAIM.none]);
});

it("the ledger counts begun claims and reopened claims", () => {
  const parts = [1, 2].map((ordinal) => ({ ordinal, addresses: 1 }));
  ledger.begin(SCOPE, "c1", parts, SENT);
  ledger.mark("c1", 1, "charged", true, SENT);
  ledger.mark("c1", 1, "charged", false, SENT);
  expect(ledger.opened()).toEqual({ begun: 1, again: 0 });
  ledger.mark("c1", 1, "sent", true, LATER);
  ledger.mark("c1", 2, "sent", true, LATER);
  expect(ledger.opened()).toEqual({ begun: 1, again: 1 });
});

it("the cleanings that still verify addresses of a list are reported", () => {
  claim("c1");
  claim("c2");
  const all = columns(["ann@x.example", "bob@x.example"]);
  const open = (cleaningId: string, ordinal: number, isOpen: boolean): Claim => {
    return { cleaningId, ordinal, address: null, state: isOpen ? "charged" : "released", isOpen, at: SENT };
  };
  const claimed = (...own: Claim[]) => archive.claimed(SCOPE, lookupKeys(all), own);
  const released = [open("c2", 1, false), open("c2", 2, false)];
  expect(claimed(open("c1", 1, true), open("c1", 2, false), ...released)).toEqual({
    ...{ claim: Uint8Array.of(CLAIM.open, CLAIM.none), openIn: ["c1"] },
  });
  expect(claimed(open("c1", 1, false), open("c1", 2, false), ...released).openIn).toEqual([]);
  expect(claimed(open("c1", 1, true)).openIn.toSorted()).toEqual(["c1", "c2"]);
  archive.dropClaims((cleaningId) => cleaningId === "c2");
  expect(claimed(open("c1", 1, true), ...released)).toEqual({ claim: new Uint8Array(2), openIn: [] });
});

it("unanswered checks are listed newest first, and forgotten by address in every scope", () => {
  const unheard = (address: string, at: number, scope = SCOPE) =>
    ledger.endCheck(ledger.claimCheck(scope, address, at), "unheard");
  unheard(" Ann@x.example ", SENT);
  unheard("bob@x.example", LATER);
  unheard("ann@x.example", LATER, "https://other.example");
  const listed = (since: number) => ledger.unanswered(SCOPE, since).map(({ address }) => address);
  expect([listed(SENT), listed(LATER)]).toEqual([["bob@x.example", "ann@x.example"], ["bob@x.example"]]);
  expect([ledger.unansweredOf("ANN@x.example "), ledger.unansweredOf("cy@x.example")]).toEqual([2, 0]);
  expect(ledger.forgetChecks(" ann@X.example")).toBe(2);
  expect(listed(SENT)).toEqual(["bob@x.example"]);
  expect(ledger.unansweredOf("ann@x.example")).toBe(0);
});

it("recovery at startup ends claims of checks and of cleanings that never began", () => {
  const layout = layoutOf(makeDataDir());
  const said: string[] = [];
  recoverLedger(journal, layout, (line) => said.push(line));
  archive = openArchive(layout.archive);
  claim("c1");
  claim("never began");
  ledger.begin(
    SCOPE,
    "c1",
    [1, 2].map((ordinal) => ({ ordinal, addresses: 1 })),
    SENT,
  );
  ledger.claimCheck(SCOPE, "carl@x.example", SENT);
  expect(claims()).toEqual([CLAIM.open, CLAIM.open, CLAIM.open]);
  recoverLedger(journal, layout, (line) => said.push(line));
  expect(claims()).toEqual([CLAIM.open, CLAIM.open, CLAIM.lost]);
  expect(archive.claimed(SCOPE, lookupKeys(columns(["ann@x.example"])), []).openIn).toEqual(["c1"]);
  archive.close();
  expect(said).toEqual([]);
  writeFileSync(layout.archive, "not a database".repeat(100));
  recoverLedger(journal, layout, (line) => said.push(line));
  expect(said).toEqual([expect.stringMatching(/^recovering the ledger: /)]);
});

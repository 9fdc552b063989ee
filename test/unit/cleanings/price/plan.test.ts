import fc from "fast-check";
import { expect, it } from "vitest";
import { planTask } from "../../../../electron/engine/cleanings/price/plan.ts";
import { type Claim, openArchive } from "../../../../electron/engine/ledger/index.ts";
import { FATE } from "../../../../electron/engine/results/index.ts";
import { readResults } from "../../../../electron/engine/results/results-store.ts";
import { layoutOf, openColumns } from "../../../../electron/engine/store/index.ts";
import { foldedColumns, lookupKeysOf } from "../../../../electron/engine/text/index.ts";
import { SOURCE_CODE, VERDICT_CODE } from "../../../../shared/verdicts.ts";
import { unwrap } from "../../../support/in-process.ts";
import { putFacts, suppress } from "../../memory/put-facts.ts";
import { buildList } from "../../results/build-list.ts";

const NOW = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;
const freshness = { now: NOW, freshAfter: NOW - 30 * DAY, freshAfterUnknown: NOW - 7 * DAY };
const SCOPE = "https://service.example";

/** States of knowledge about an address, each with the expected fate if known verdicts are reused. */
const KINDS = {
  "never seen": "verified",
  "verified lately": "known",
  "verified lately, undecided": "known",
  "undecided, days ago": "verified",
  "verified long ago": "verified",
  "from a results file": "from a file",
  "verified elsewhere": "verified",
  "claimed by a cleaning": "elsewhere",
  "claimed by one that is over": "perhaps paid",
  "claimed and verified": "known",
  bounced: "bounced",
  "verified, bounced since": "bounced",
  "bounced, verified since": "known",
  "bounced, and verified long ago since": "verified",
  suppressed: "left out",
  "at a dead domain": "dead",
  "at a dead domain, verified": "dead",
  erased: "left out",
} as const;
type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];

function addressOf(kind: Kind, n: number): string {
  if (kind === "erased") return `x${n}xxx${"x".repeat(n + 1)}`;
  return `p${n}@${kind.startsWith("at a dead domain") ? "dead" : "live"}.example`;
}

const claimOf = (cleaningId: string, isOpen: boolean, ordinal = 1): Claim => ({
  ...{ cleaningId, ordinal, address: null, state: "charged", isOpen, at: NOW },
});

/** Builds a list with an address of each of these kinds, and an archive in the matching state. */
function world(kinds: readonly Kind[]) {
  const addresses = kinds.map(addressOf);
  const { dataDir } = buildList({
    records: addresses.map((address) => Buffer.from(`${address}\n`)),
    addresses,
  });
  const layout = layoutOf(dataDir);
  const archive = openArchive(layout.archive);
  // An imported event that a mail was opened must not decide anything.
  const opened = addresses.map((entry) => ({ entry, outcome: "opened" as const, at: NOW, words: "" }));
  const bounce = (days: number, ...wanted: Kind[]) =>
    those(...wanted).map((entry) => ({ entry, outcome: "hard" as const, at: NOW - days * DAY, words: "" }));
  const those = (...wanted: Kind[]) => addresses.filter((_, n) => wanted.includes(kinds[n] ?? "never seen"));
  let part = 0;
  const addVerdicts = (
    own: string[],
    verdict: keyof typeof VERDICT_CODE,
    at: number,
    source = "service",
    scope = SCOPE,
  ) => {
    if (own.length === 0) return;
    archive.ingestPart(scope, "earlier", ++part, at, {
      folded: foldedColumns(own),
      addresses: Uint32Array.from(own.keys()),
      missing: new Uint32Array(0),
      verdict: new Uint8Array(own.length).fill(VERDICT_CODE[verdict]),
      flags: new Uint8Array(own.length),
      source: new Uint8Array(own.length).fill(
        source === "imported" ? SOURCE_CODE.imported : SOURCE_CODE.service,
      ),
      verifiedAt: new Float64Array(own.length).fill(at),
    });
  };
  addVerdicts(
    those("verified lately", "claimed and verified", "at a dead domain, verified"),
    "deliverable",
    NOW - 29 * DAY,
  );
  addVerdicts(those("verified, bounced since"), "deliverable", NOW - 20 * DAY);
  addVerdicts(those("bounced, verified since"), "deliverable", NOW - 20 * DAY);
  addVerdicts(those("bounced, and verified long ago since"), "deliverable", NOW - 40 * DAY);
  putFacts(dataDir, "outcomes", [
    ...bounce(30, "bounced", "bounced, verified since"),
    ...bounce(10, "bounced", "verified, bounced since"),
    ...bounce(50, "bounced, and verified long ago since"),
    ...opened,
  ]);
  suppress(dataDir, ["else@where.example", ...those("suppressed")]);
  addVerdicts(those("verified lately, undecided"), "unknown", NOW - 6 * DAY);
  addVerdicts(those("undecided, days ago"), "unknown", NOW - 8 * DAY);
  addVerdicts(those("verified long ago"), "deliverable", NOW - 31 * DAY);
  addVerdicts(those("from a results file"), "accept_all", NOW - DAY, "imported");
  addVerdicts(those("verified elsewhere"), "deliverable", NOW - DAY, "service", "https://other.example");
  const claims: Claim[] = [];
  const claim = (own: string[], cleaningId: string, isOpen: boolean) => {
    if (own.length === 0) return;
    const partOf = new Uint16Array(own.length).fill(1);
    archive.exclusively(() =>
      archive.claim(SCOPE, cleaningId, {
        sortedAddresses: lookupKeysOf(foldedColumns(own)),
        parts: 1,
        partOf,
      }),
    );
    claims.push(claimOf(cleaningId, isOpen));
  };
  claim(those("claimed by a cleaning", "claimed and verified"), "open", true);
  claim(those("claimed by one that is over"), "over", false);
  archive.close();
  return { dataDir, layout, claims };
}

it("an address costs a credit unless its verdict is known, another list verifies it, or it is left out", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...NAMES, ...NAMES], { minLength: 1 }),
      fc.boolean(),
      fc.boolean(),
      fc.option(fc.nat(8), { nil: null }),
      fc.boolean(),
      async (kinds, reuseKnown, leavesOut, limit, begins) => {
        const { dataDir, layout, claims } = world(kinds);
        const planned = async (cleaningId: string | null, own: readonly Claim[]) =>
          unwrap(
            await planTask(
              {
                ...{ dataDir, listId: "list-1", cleaningId, scope: SCOPE, claims: own, freshness },
                options: { reuseKnown, suppress: leavesOut, limit },
                limits: { bytes: 90, addresses: 5 },
                deadDomains: ["dead.example"],
                imported: false,
              },
              { progress: () => undefined },
            ),
          );
        const plan = await planned(begins ? "new" : null, claims);
        let credits = 0;
        const becomes = kinds.map((kind) => {
          const would = KINDS[kind];
          const isSaid =
            kind === "suppressed" ? leavesOut : reuseKnown || would === "dead" || kind === "erased";
          const is = isSaid ? would : "verified";
          if (is !== "verified" && is !== "perhaps paid") return is;
          if (credits >= (limit ?? kinds.length)) return "beyond the limit";
          credits++;
          return is;
        });
        const count = (...wanted: string[]) => becomes.filter((one) => wanted.includes(one)).length;
        expect(plan).toMatchObject({
          ...{ unique: kinds.length, suppressed: count("left out"), credits, bounced: count("bounced") },
          ...{
            known: count("known", "from a file", "dead", "bounced"),
            knownFromFiles: count("from a file"),
          },
          ...{ atDeadDomains: count("dead"), elsewhere: count("elsewhere") },
          ...{ beyondLimit: count("beyond the limit"), perhapsPaid: count("perhaps paid") },
        });
        expect(plan.parts.reduce((sum, part) => sum + part.addresses, 0)).toBe(credits);
        for (const part of plan.parts) {
          expect([part.addresses <= 5, part.bytes <= 90]).toEqual([true, true]);
          expect(part.rows).toBe(begins ? part.addresses : 0);
        }
        if (!begins) return;
        const begun = plan.parts.map(({ ordinal }) => claimOf("new", true, ordinal));
        const { elsewhere } = await planned(null, [...claims, ...begun]);
        expect(elsewhere).toBe(reuseKnown ? plan.elsewhere + credits : 0);
        const store = openColumns(layout.cleaning("new").results, { readonly: true });
        const { fate, verdict, source } = readResults(store, kinds.length);
        store.close();
        expect(
          becomes.map((is, id) => {
            if (fate[id] === FATE.elsewhere) return "elsewhere";
            if (fate[id] === FATE.beyondLimit) return "beyond the limit";
            if (fate[id] === FATE.suppressed) return "left out";
            if (fate[id] !== FATE.known) return is === "perhaps paid" ? is : "verified";
            if (verdict[id] !== VERDICT_CODE.undeliverable) return "known";
            return source[id] === SOURCE_CODE.dead_domain ? "dead" : "bounced";
          }),
        ).toEqual(becomes.map((is) => (is === "from a file" ? "known" : is)));
      },
    ),
    { numRuns: 25 },
  );
});

import { expect, it } from "vitest";
import { openArchive } from "../../../../electron/engine/ledger/archive.ts";
import type { Claim } from "../../../../electron/engine/ledger/index.ts";
import { createResults, FATE } from "../../../../electron/engine/results/index.ts";
import { readResults } from "../../../../electron/engine/results/results-store.ts";
import { resultTasks } from "../../../../electron/engine/results/thread-tasks.ts";
import { layoutOf, openColumns } from "../../../../electron/engine/store/index.ts";
import { foldedColumns, lookupKeysOf } from "../../../../electron/engine/text/index.ts";
import { FLAG_BIT, SOURCE_CODE, VERDICT_CODE } from "../../../../shared/verdicts.ts";
import { unwrap } from "../../../support/in-process.ts";
import { listOf } from "../build-list.ts";

const NOW = Date.UTC(2026, 5, 1);
const BITS = FLAG_BIT.role | FLAG_BIT.disposable;

/**
 * Builds a cleaning that leaves ann, bob and cy to other cleanings and sends dan itself. Ann is verified, bob is
 * claimed by an open cleaning, and cy is not claimed.
 */
function createCleaningWithClaims() {
  const addresses = ["ann@x.example", "bob@x.example", "cy@x.example", "dan@x.example"];
  const { dataDir, list } = listOf(addresses);
  const layout = layoutOf(dataDir);
  const { results } = layout.cleaning("c1");
  const { elsewhere } = FATE;
  createResults(results, { fate: Uint16Array.of(elsewhere, elsewhere, elsewhere, 1), known: null });
  const archive = openArchive(layout.archive);
  archive.ingestPart("s", "other", 1, NOW, {
    folded: foldedColumns(["ann@x.example"]),
    addresses: Uint32Array.of(0),
    missing: new Uint32Array(0),
    verdict: Uint8Array.of(VERDICT_CODE.undeliverable),
    flags: Uint8Array.of(BITS),
    source: Uint8Array.of(SOURCE_CODE.service),
    verifiedAt: Float64Array.of(NOW - 1),
  });
  archive.exclusively(() =>
    archive.claim("s", "open", {
      sortedAddresses: lookupKeysOf(foldedColumns(["bob@x.example"])),
      parts: 1,
      partOf: Uint16Array.of(1),
    }),
  );
  archive.close();
  const claims: Claim[] = [
    { cleaningId: "open", ordinal: 1, address: null, state: "charged", isOpen: true, at: NOW },
  ];
  const freshness = { now: NOW, freshAfter: 0, freshAfterUnknown: 0 };
  return { list, results, archive: layout.archive, scope: "s", freshness, claims };
}

const context = { progress: () => undefined };

it("verdicts of other cleanings are copied completely; other addresses are awaited if claimed, or lost", async () => {
  const input = createCleaningWithClaims();
  const collected = unwrap(await resultTasks["results.collect"](input, context));
  expect(collected).toEqual({ awaited: 1, openIn: ["open"], unclaimed: 1 });
  const store = openColumns(input.results, { readonly: true });
  const { verdict, flags, verifiedAt, source, fate } = readResults(store, 4);
  store.close();
  expect([...verdict]).toEqual([VERDICT_CODE.undeliverable, 0, 0, 0]);
  expect([...flags]).toEqual([BITS, 0, 0, 0]);
  expect([...verifiedAt]).toEqual([NOW - 1, 0, 0, 0]);
  expect([...source]).toEqual([SOURCE_CODE.known, 0, 0, 0]);
  expect([...fate]).toEqual([FATE.known, FATE.elsewhere, FATE.elsewhere, 1]);
  // Without an open claim nothing is awaited.
  const over = { ...input, claims: input.claims.map((claim) => ({ ...claim, isOpen: false })) };
  expect(unwrap(await resultTasks["results.collect"](over, context))).toEqual({
    awaited: 0,
    openIn: [],
    unclaimed: 2,
  });
});

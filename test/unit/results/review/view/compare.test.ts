import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { createResults } from "../../../../../electron/engine/results/index.ts";
import { readResults, writeResults } from "../../../../../electron/engine/results/results-store.ts";
import { openCleaning } from "../../../../../electron/engine/results/review/opened.ts";
import { runToEnd } from "../../../../../electron/engine/results/review/thread/steps.ts";
import { comparisonOf, joinCleanings } from "../../../../../electron/engine/results/review/view/compare.ts";
import { layoutOf, openColumns } from "../../../../../electron/engine/store/index.ts";
import { kindOfMove } from "../../../../../renderer/views/compare/compare-state.ts";
import type { COMPARISON_KINDS } from "../../../../../shared/bridge/constants.ts";
import { foldAddress } from "../../../../../shared/fold-addresses.ts";

import { VERDICT_CODE, VERDICTS, type Verdict } from "../../../../../shared/verdicts.ts";
import { buildList, makeDataDir } from "../../build-list.ts";

type Truth = readonly [address: string, verdict: Verdict | null];
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** Builds a cleaning of a list with these addresses and verdicts; the first verdict of an address counts. */
function build(dataDir: string, name: string, truths: readonly Truth[]): void {
  const list = buildList(
    {
      records: truths.map(([address]) => Buffer.from(`${address}\n`)),
      addresses: truths.map(([address]) => address),
    },
    `list-${name}`,
    dataDir,
  );
  const { results } = layoutOf(dataDir).cleaning(name);
  const verdicts = truthOf(truths);
  createResults(results, { fate: new Uint16Array(list.addresses.length).fill(1), known: null });
  const store = openColumns(results);
  const columns = readResults(store, list.addresses.length);
  list.addresses.forEach((address, id) => {
    const verdict = verdicts.get(foldAddress(address))?.verdict ?? null;
    columns.verdict[id] = verdict === null ? 0 : VERDICT_CODE[verdict];
    columns.verifiedAt[id] = verdict === null ? 0 : 1000 + id;
  });
  store.transaction(() => writeResults(store, columns));
  store.close();
}

function truthOf(truths: readonly Truth[]) {
  const found = new Map<string, { address: string; verdict: Verdict | null }>();
  for (const [address, verdict] of truths) {
    const folded = foldAddress(address);
    if (!found.has(folded)) found.set(folded, { address, verdict });
  }
  return found;
}

function opened(dataDir: string, name: string) {
  const layout = layoutOf(dataDir);
  const cleaning = openCleaning(layout.list(`list-${name}`), layout.cleaning(name).results);
  open.push(cleaning);
  return cleaning;
}

const truths = fc.array(
  fc.tuple(
    fc.constantFrom(
      "ann@x.example",
      "ANN@X.example",
      "bob@x.example",
      "Cy@é.example",
      "dee@x.example",
      "eve@y.example",
    ),
    fc.option(fc.constantFrom(...VERDICTS)),
  ),
  { maxLength: 8 },
);
const name = (verdict: Verdict | null | undefined) => verdict ?? "none";

describe("comparing two cleanings", () => {
  it("gives the same result as comparing two maps, for any two lists", () => {
    fc.assert(
      fc.property(truths, truths, (before, after) => {
        const dataDir = makeDataDir();
        build(dataDir, "a", before);
        build(dataDir, "b", after);
        const [left, right] = [opened(dataDir, "a"), opened(dataDir, "b")];
        const joined = runToEnd(joinCleanings(left, right));
        const [was, is] = [truthOf(before), truthOf(after)];
        const ask = (kind: (typeof COMPARISON_KINDS)[number], more = {}) =>
          comparisonOf(left, right, joined, { kind, offset: 0, limit: 500, ...more });
        const common = [...is].filter(([folded]) => was.has(folded));
        const moved = common.filter(([folded, { verdict }]) => was.get(folded)?.verdict !== verdict);
        const hadOne = (folded: string) => was.get(folded)?.verdict != null;
        const changed = moved.filter(([folded, { verdict }]) => hadOne(folded) && verdict !== null);
        const gained = moved.filter(([folded]) => !hadOne(folded));
        const lost = moved.filter(([, { verdict }]) => verdict === null);
        const none = common.filter(([folded, { verdict }]) => !hadOne(folded) && verdict === null).length;
        const added = [...is].filter(([folded]) => !was.has(folded));
        const gone = [...was].filter(([folded]) => !is.has(folded));
        const addresses = (found: readonly (readonly [string, { address: string }])[]) =>
          found.map(([, { address }]) => address);
        expect(ask("changed").rows.map(({ address }) => address)).toEqual(addresses(changed));
        expect(ask("gained").rows.map(({ address }) => address)).toEqual(addresses(gained));
        expect(ask("lost").rows.map(({ address }) => address)).toEqual(addresses(lost));
        expect(ask("new").rows.map(({ address }) => address)).toEqual(addresses(added));
        expect(ask("left").rows.map(({ address }) => address)).toEqual(addresses(gone));
        const { counts, moves } = ask("changed");
        expect(counts).toEqual({
          same: common.length - moved.length - none,
          changed: changed.length,
          gained: gained.length,
          lost: lost.length,
          none,
          new: added.length,
          left: gone.length,
        });
        for (const from of [...VERDICTS, "none" as const]) {
          for (const to of [...VERDICTS, "none" as const]) {
            const own = common.filter(
              ([folded, { verdict }]) => name(was.get(folded)?.verdict) === from && name(verdict) === to,
            );
            const found = moves.find((move) => move.from === from && move.to === to);
            expect(found?.addresses ?? 0).toBe(own.length);
            if (from !== to) expect(ask(kindOfMove(from, to), { from, to }).total).toBe(own.length);
          }
        }
        for (const one of open.splice(0)) one.close();
      }),
      { numRuns: 10 },
    );
  });
});

import { expect, it } from "vitest";
import {
  createStarting,
  type StartingOptions,
} from "../../../../electron/engine/cleanings/price/starting.ts";
import { DEFAULT_CLEANING_OPTIONS } from "../../../../shared/bridge/defaults.ts";
import { ok } from "../../../../shared/result.ts";

/** A list of ten addresses that is begun; `whilePriced` happens once, while its price is worked out. */
function world(whilePriced: (opened: { begun: number; again: number }) => void) {
  const opened = { begun: 0, again: 0 };
  const did: string[] = [];
  let priced = 0;
  const parts = [{ ordinal: 1, bytes: 100, addresses: 10, rows: 10 }];
  const options = {
    journal: {
      commit: <T>(work: () => T) => work(),
      db: { prepare: () => ({ pluck: () => ({ all: () => [] }) }) },
    },
    records: { insert: () => did.push("inserted"), note: () => {}, finish: () => {} },
    ledger: { begin: () => did.push("claimed"), opened: () => ({ ...opened }) },
    clock: { now: () => 0 },
    accounts: { has: () => true, scope: () => ok("https://service.example") },
    preflight: () => ok({ listId: "l1", name: "list.csv", kind: "csv", revision: 1 }),
    revision: () => 1,
    pricing: {
      async price() {
        if (++priced === 1) whilePriced(opened);
        const credits = priced === 1 ? 10 : 4;
        return ok({
          cleaningId: `c${priced}`,
          price: { credits, available: 100 },
          plan: { unique: 10, parts },
        });
      },
      discard: async (id: string) => void did.push(`discarded ${id}`),
      standing: () => null,
    },
    executor: { take: (id: string) => did.push(`sent ${id}`) },
    finisher: { settled: () => {} },
    view: (id: string) => ({ id }),
    probe: () => {},
  } as unknown as StartingOptions;
  const start = () =>
    createStarting(options)["cleanings.start"](
      {
        ...{ listId: "l1", accountId: "a1", agreedCredits: 10, waitForCredits: false },
        options: { ...DEFAULT_CLEANING_OPTIONS },
      },
      { signal: new AbortController().signal },
    );
  return { start, did };
}

it("works a cleaning out anew when a list that failed was tried again meanwhile: its addresses are under way there", async () => {
  const { start, did } = world((opened) => opened.again++);
  expect(await start()).toMatchObject({ ok: true, value: { id: "c2" } });
  expect(did).toEqual(["discarded c1", "inserted", "claimed", "sent c2"]);
});

it("begins as it was worked out when another list was begun meanwhile: what both need was claimed by one", async () => {
  const { start, did } = world((opened) => opened.begun++);
  expect(await start()).toMatchObject({ ok: true, value: { id: "c1" } });
  expect(did).toEqual(["inserted", "claimed", "sent c1"]);
});

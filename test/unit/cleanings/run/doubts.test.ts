import { describe, expect, it } from "vitest";
import { newPart, type PartRecord } from "../../../../electron/engine/cleanings/part/record.ts";
import type { Records } from "../../../../electron/engine/cleanings/records.ts";
import type { CleaningRow, PartRow } from "../../../../electron/engine/cleanings/rows.ts";
import { createDoubts } from "../../../../electron/engine/cleanings/run/doubts.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";

const READ_AT = 1_000_000_000;
const MINUTE = 60_000;
const cleaning = { id: "c1", account_id: "a1" } as CleaningRow;
const part = (record: Partial<PartRecord> = {}, ordinal = 1): PartRow => ({
  cleaningId: "c1",
  ordinal,
  bytes: 1,
  record: { ...newPart(10), ...record },
});
const started = (startedAt: number | null) => part({ mayBeCharged: true, startedAt });
const { signal } = new AbortController();

/** Doubts at an account that had 100 credits, and has `now`; null: it cannot be asked. */
function doubting(now: number | null, own: readonly PartRow[] = [], before: number | null = 100) {
  const asked: number[] = [];
  const world = { now };
  const records = {
    active: () => ["c1"],
    accountsAtWork: () => ["a1"],
    changedSince: () => [...own],
  } as unknown as Records;
  const doubts = createDoubts({
    records,
    accounts: {
      balance: () => (before === null ? null : { credits: before, readAt: READ_AT }),
      async refreshCredits() {
        asked.push(1);
        return world.now === null ? fail(problem("service_broken", { status: 500 })) : ok(world.now);
      },
    },
  });
  return { doubts, asked, world, about: (row = part()) => doubts.about(cleaning, row, signal) };
}

describe("a part of an earlier run is doubted", () => {
  it.each<[string, number, PartRow[], number | null]>([
    ["when the balance fell by its price", 90, [], 10],
    ["not when it fell by less", 91, [], null],
    ["not when it rose", 200, [], null],
    ["not when Winnow spent it after it was read", 90, [started(READ_AT + MINUTE)], null],
    ["not when Winnow may have, in a start whose answer was lost", 90, [started(null)], null],
    ["not when the service may have counted a start of Winnow's late", 90, [started(READ_AT - MINUTE)], null],
    ["when what Winnow spent was counted long before", 90, [started(READ_AT - 60 * MINUTE)], 10],
    ["when more is gone than Winnow spent", 80, [started(READ_AT + MINUTE)], 10],
  ])("%s", async (_, now, own, fell) => {
    expect(await doubting(now, own).about()).toBe(fell);
  });

  it("not when no balance had been read before, and then nobody is asked", async () => {
    const { about, asked } = doubting(0, [], null);
    expect(await about()).toBeNull();
    expect(asked).toEqual([]);
  });

  it("once: the parts of an account share one look at it, and what was looked at goes on", async () => {
    const { about, asked } = doubting(80);
    expect(await Promise.all([about(part({}, 1)), about(part({}, 2))])).toEqual([20, 20]);
    expect(await about(part({}, 1))).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it("as soon as the balance can be read", async () => {
    const { about, world } = doubting(null);
    expect(await about()).toBeNull();
    world.now = 80;
    expect(await about()).toBe(20);
  });

  it.each(["user.agreed", "user.sent_again"] as const)("not after %s", async (type) => {
    const { about, doubts } = doubting(0);
    doubts.settle(part(), { type });
    expect(await about()).toBeNull();
  });
});

it("a cleaning that this run began is never doubted", async () => {
  const { doubts, asked } = doubting(0);
  expect(await doubts.about({ ...cleaning, id: "c2" }, { ...part(), cleaningId: "c2" }, signal)).toBeNull();
  expect(asked).toEqual([]);
});

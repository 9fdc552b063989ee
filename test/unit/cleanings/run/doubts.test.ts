import { describe, expect, it } from "vitest";
import { newPart, type PartRecord } from "../../../../electron/engine/cleanings/part/record.ts";
import type { CleaningRow, PartRow } from "../../../../electron/engine/cleanings/rows.ts";
import { createDoubts } from "../../../../electron/engine/cleanings/run/doubts.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { noFalls } from "../no-falls.ts";

const cleaning = { id: "c1", account_id: "a1" } as CleaningRow;
const part = (record: Partial<PartRecord> = {}, ordinal = 1): PartRow => ({
  cleaningId: "c1",
  ordinal,
  bytes: 1,
  record: { ...newPart(10), ...record },
});
const NONE = { kind: "none" };
const FELL = { kind: "fell", credits: 20 };
const broken = problem("service_broken", { status: 500 });

/** Doubts at an account whose balance fell by 20, which is known once it is read. */
function doubting({ isRead = false, why = null as Problem | null } = {}) {
  const world = { isRead, why, asked: 0 };
  const doubts = createDoubts({
    accounts: {
      falls: {
        ...noFalls,
        isCompared: () => world.isRead,
        greatestAfter: (_, nr) => (world.isRead && nr === 0 ? 20 : 0),
      },
      async refreshCredits() {
        world.asked++;
        await Promise.resolve();
        if (world.why !== null) return fail(world.why);
        world.isRead = true;
        return ok(80);
      },
    },
  });
  const { signal } = new AbortController();
  return { doubts, world, about: (row = part()) => doubts.about(cleaning, row, signal) };
}

describe("a part is doubted", () => {
  it.each<[string, Partial<PartRecord>, object]>([
    ["when a fall of the balance could have paid for it", {}, FELL],
    ["when it could have by exactly that", { addresses: 20 }, FELL],
    ["when most of its addresses may have been left out", { addresses: 200 }, FELL],
    ["not when no fall could have", { addresses: 201 }, NONE],
    ["not when its price was agreed to since", { falls: 1 }, NONE],
  ])("%s", async (_, record, doubt) => {
    expect(await doubting().about(part(record))).toEqual(doubt);
  });

  it("each time that it is to be sent, and without another look at the balance", async () => {
    const { about, world } = doubting();
    expect(await Promise.all([about(part({}, 1)), about(part({}, 2))])).toEqual([FELL, FELL]);
    expect(await about()).toEqual(FELL);
    expect(world.asked).toBe(1);
  });

  it("by a fall that was noted before, and then nobody is asked", async () => {
    const { about, world } = doubting({ isRead: true });
    expect(await about()).toEqual(FELL);
    expect(world.asked).toBe(0);
  });

  it("nor sent, before the balance could be read", async () => {
    const { about, world } = doubting({ why: broken });
    const unread = { kind: "unread", why: broken };
    expect(await Promise.all([about(part({}, 1)), about(part({}, 2))])).toEqual([unread, unread]);
    world.why = null;
    expect(await about()).toEqual(FELL);
  });

  it.each(["user.agreed", "user.sent_again"] as const)("not after %s", async (type) => {
    const { about, doubts } = doubting();
    doubts.settle(part(), { type });
    expect(await about()).toEqual(NONE);
  });
});

it("who does not want a part sent any more keeps no other one from being looked at", async () => {
  const { doubts, about } = doubting();
  const given = new AbortController();
  const up = doubts.about(cleaning, part({}, 1), given.signal);
  const stays = about(part({}, 2));
  given.abort();
  await up;
  expect(await stays).toEqual(FELL);
});

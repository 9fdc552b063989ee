import { describe, expect, it } from "vitest";
import { warningLevel, watchRetention } from "../../../electron/engine/cleanings/bin.ts";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { BridgeEvent } from "../../../shared/bridge.ts";
import { cleaning } from "../../fixtures/cleaning.ts";

const DAY = 24 * 3600_000;

const kept = (id: string, fetchBy: number | null): Cleaning =>
  cleaning({ id, name: `${id}.csv`, purgeAt: fetchBy, fetchBy });

function fakeClock(start: number) {
  let now = start;
  let due: (() => void) | null = null;
  return {
    now: () => now,
    monotonic: () => now,
    after(_delay: number, act: () => void) {
      due = act;
      return () => {
        due = null;
      };
    },
    advanceTo(to: number) {
      now = to;
      const act = due;
      due = null;
      act?.();
    },
    hasTimer: () => due !== null,
  };
}

describe("results that were not fetched yet", () => {
  it.each([
    [8, null],
    [7, 7],
    [2, 2],
  ])("cause a warning with %i days left at level %s", (days, level) => {
    expect(warningLevel(days)).toBe(level);
  });

  it("cause one warning at 7 days and one at 2 days, and none when the service holds nothing", () => {
    const clock = fakeClock(0);
    const events: BridgeEvent[] = [];
    const open = [kept("soon", 10 * DAY), kept("home", null)];
    const stop = watchRetention({ clock, emit: (event) => events.push(event), open: () => open });
    const days = () =>
      events.map((event) =>
        event.event === "notice" ? event.problem.detail.match(/\d+ days?/)?.[0] : event.event,
      );
    expect(days()).toEqual([]);
    clock.advanceTo(3 * DAY);
    expect(days()).toEqual(["7 days"]);
    clock.advanceTo(4 * DAY);
    expect(days()).toEqual(["7 days"]);
    clock.advanceTo(9 * DAY);
    expect(days()).toEqual(["7 days", "1 day"]);
    stop();
    expect(clock.hasTimer()).toBe(false);
  });
});

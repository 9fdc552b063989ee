import { describe, expect, it } from "vitest";
import { warningLevel, watchRetention } from "../../../electron/engine/cleanings/bin.ts";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { BridgeEvent } from "../../../shared/bridge.ts";
import { cleaning } from "../../fixtures/cleaning.ts";
import { createFakeClock } from "./stepped-clock.ts";

const DAY = 24 * 3600_000;

const kept = (id: string, fetchBy: number | null): Cleaning =>
  cleaning({ id, name: `${id}.csv`, purgeAt: fetchBy, fetchBy });

describe("results that were not fetched yet", () => {
  it.each([
    [8, null],
    [7, 7],
    [2, 2],
  ])("cause a warning with %i days left at level %s", (days, level) => {
    expect(warningLevel(days)).toBe(level);
  });

  it("cause one warning at 7 days and one at 2 days, and none when the service holds nothing", async () => {
    const clock = createFakeClock();
    const events: BridgeEvent[] = [];
    const open = [kept("soon", clock.now() + 10 * DAY), kept("home", null)];
    const stop = watchRetention({ clock, emit: (event) => events.push(event) }, () => open);
    const days = () =>
      events.map((event) =>
        event.event === "notice" ? event.problem.detail.match(/\d+ days?/)?.[0] : event.event,
      );
    const told: unknown[] = [];
    for (const passed of [0, 3.5, 1, 4]) {
      await clock.advance(passed * DAY);
      told.push(days());
    }
    expect(told).toEqual([[], ["7 days"], ["7 days"], ["7 days", "2 days"]]);
    stop();
    open.push(kept("later", clock.now() + DAY));
    await clock.advance(2 * DAY);
    expect(events).toHaveLength(2);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../../electron/engine/clock.ts";

const DAY = 24 * 3600_000;

describe("the system clock", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("waits longer than a single timer can, and fires once", () => {
    const act = vi.fn();
    systemClock.after(115 * DAY, act);
    vi.advanceTimersByTime(115 * DAY - 1);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(365 * DAY);
    expect(act).toHaveBeenCalledTimes(1);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../../electron/engine/handlers.ts";

const DAY = 24 * 3600_000;

describe("the system's clock", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("waits for longer than a timer can, and acts once", () => {
    const act = vi.fn();
    systemClock.after(115 * DAY, act);
    vi.advanceTimersByTime(115 * DAY - 1);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(365 * DAY);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it("forgets such a wait also when it is under way for weeks", () => {
    const act = vi.fn();
    const forget = systemClock.after(115 * DAY, act);
    vi.advanceTimersByTime(50 * DAY);
    forget();
    vi.advanceTimersByTime(365 * DAY);
    expect(act).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

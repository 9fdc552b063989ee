import { describe, expect, it } from "vitest";
import { createSpeedMeter } from "../../../../electron/engine/cleanings/waiting.ts";
import type { Cleaning, PartState } from "../../../../shared/bridge/cleanings.ts";

function measuring() {
  const meter = createSpeedMeter();
  return {
    heard(
      seconds: number,
      verified: number,
      part: PartState = "verifying",
      state: Cleaning["state"] = "running",
    ) {
      meter.note({ id: "c", state, verified, parts: [{ state: part }] }, seconds * 1000);
    },
    at: (seconds: number) => meter.of("c", seconds * 1000),
  };
}

describe("addresses per second", () => {
  it("are measured only while the service verifies, not during the upload", () => {
    const { heard, at } = measuring();
    heard(0, 0, "uploading");
    heard(5, 0, "preparing");
    heard(18, 0, "starting");
    heard(19, 0);
    heard(21, 200);
    expect(at(21).addressesPerSecond).toBe(100);
  });

  it("are not shown after a single count or after two counts at nearly the same time", () => {
    const { heard, at } = measuring();
    heard(0, 0);
    expect(at(0).addressesPerSecond).toBeNull();
    heard(0.2, 90);
    expect(at(0.2).addressesPerSecond).toBeNull();
  });

  it("are no longer shown half a minute after the count last rose, even if the same count is received again", () => {
    const { heard, at } = measuring();
    heard(0, 0);
    heard(10, 1000);
    for (const seconds of [20, 30, 40]) heard(seconds, 1000);
    expect(at(40).addressesPerSecond).toBe(100);
    expect(at(41)).toEqual({ addressesPerSecond: null, movedAt: 10_000 });
  });
});

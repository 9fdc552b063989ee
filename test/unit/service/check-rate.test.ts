import { describe, expect, test } from "vitest";
import { createRate } from "../../../electron/engine/service/index.ts";
import { flushPromises, manualClock } from "./manual-clock.ts";

const MINUTE = 60_000;

function setUp(perMinute = 120) {
  const clock = manualClock();
  const rate = createRate({ perMinute, clock });
  const started: { name: string; at: number }[] = [];
  const ask = (name: string, lane?: string, signal?: AbortSignal) =>
    rate.run(
      async () => {
        started.push({ name, at: clock.monotonic() });
        return name;
      },
      { lane, signal },
    );
  const requestMany = (count: number, lane = "") => {
    for (let i = 0; i < count; i++) void ask(`${lane}${i}`, lane);
  };
  return { clock, rate, begun: started, ask, askMany: requestMany };
}

function busiestMinute(times: number[]): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE).length));
}

describe("the rate limit", () => {
  test("is kept in every minute, however requests arrive", async () => {
    const { clock, begun, askMany } = setUp(10);
    for (let i = 0; i < 50; i++) {
      askMany(3);
      await clock.advance(1_700);
    }
    await clock.advance(20 * MINUTE);
    expect(begun).toHaveLength(150);
    expect(busiestMinute(begun.map((one) => one.at))).toBeLessThanOrEqual(10);
  });
});

describe("the time until the last check starts", () => {
  test("grows with the time that checks take, of which few run at once", async () => {
    const { clock, rate, askMany } = setUp();
    const slow = rate.run(() => new Promise<void>((resolve) => void clock.after(20_000, resolve)));
    await clock.advance(20_000);
    await slow;
    for (let n = 0; n < 4; n++) void rate.run(() => new Promise(() => {}));
    askMany(40);
    expect(rate.state()).toMatchObject({ waiting: 40, secondsToLast: 200 });
  });
});

describe("lanes", () => {
  test("take turns, so that a short lane does not wait behind a long one", async () => {
    const { clock, begun, askMany } = setUp(4);
    askMany(12, "batch-");
    askMany(2, "other-");
    await flushPromises();
    await clock.advance(MINUTE + 2_000);
    expect(begun.slice(4, 8).map((one) => one.name)).toEqual(["other-0", "batch-4", "other-1", "batch-5"]);
  });
});

describe("a response 429", () => {
  test("pauses requests for as long as the service asks, then continues at half the rate", async () => {
    const { clock, rate, begun, askMany } = setUp();
    await clock.advance(MINUTE);
    rate.slowDown(10_000);
    askMany(200);
    await clock.advance(9_999);
    expect(begun).toHaveLength(0);
    await clock.advance(1);
    for (let turn = 0; turn < 10; turn++) await flushPromises();
    expect(begun).toHaveLength(70);
    expect(rate.state().perMinute).toBe(70);
  });

  test("lengthens the pauses up to a minute when repeated, without stopping for good", async () => {
    const { clock, rate } = setUp();
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      rate.slowDown(null);
      const from = clock.monotonic();
      const started = rate.run(async () => pauses.push(clock.monotonic() - from));
      while (pauses.length === i) await clock.advance(1_000);
      await started;
    }
    expect(pauses.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(MINUTE + 1_000);
    expect(rate.state().perMinute).toBeGreaterThanOrEqual(6);
  });
});

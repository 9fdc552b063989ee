import { describe, expect, test } from "vitest";
import { createRate } from "../../../electron/engine/service/index.ts";
import { manualClock, settle } from "./manual-clock.ts";

const MINUTE = 60_000;

function setUp(perMinute = 120) {
  const clock = manualClock();
  const rate = createRate({ perMinute, clock });
  const begun: { name: string; at: number }[] = [];
  const ask = (name: string, lane?: string, signal?: AbortSignal) =>
    rate.run(
      async () => {
        begun.push({ name, at: clock.monotonic() });
        return name;
      },
      { lane, signal },
    );
  const askMany = (count: number, lane = "") => {
    for (let i = 0; i < count; i++) void ask(`${lane}${i}`, lane);
  };
  return { clock, rate, begun, ask, askMany };
}

/** The most that began within any minute. */
function busiestMinute(times: number[]): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE).length));
}

describe("the limit", () => {
  test("as many as are allowed begin at once, the rest a minute later", async () => {
    const { clock, begun, askMany } = setUp();
    askMany(300);
    await settle();
    expect(begun).toHaveLength(120);
    await clock.advance(MINUTE);
    expect(begun).toHaveLength(120);
    await clock.advance(2_000);
    expect(begun).toHaveLength(240);
    await clock.advance(MINUTE + 2_000);
    expect(begun).toHaveLength(300);
  });

  test("no minute holds more than the limit, however they arrive", async () => {
    const { clock, begun, askMany } = setUp(10);
    for (let i = 0; i < 50; i++) {
      askMany(3);
      await clock.advance(1_700);
    }
    await clock.advance(20 * MINUTE);
    expect(begun).toHaveLength(150);
    expect(busiestMinute(begun.map((one) => one.at))).toBeLessThanOrEqual(10);
  });

  test("no more run at once than the limit, although none of them comes back", async () => {
    const clock = manualClock();
    const rate = createRate({ perMinute: 3, clock });
    let running = 0;
    for (let i = 0; i < 10; i++) {
      void rate.run(() => {
        running++;
        return new Promise<never>(() => {});
      });
    }
    await clock.advance(10 * MINUTE);
    expect(running).toBe(3);
  });

  test("a failing piece of work fails for whoever asked, and the next goes on", async () => {
    const { rate, ask } = setUp();
    await expect(rate.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await ask("next")).toEqual({ kind: "ran", value: "next" });
  });

  test("setting the machine's clock changes nothing", async () => {
    const { clock, begun, askMany } = setUp(5);
    askMany(10);
    await settle();
    clock.set(0);
    await clock.advance(MINUTE + 2_000);
    expect(begun).toHaveLength(10);
  });
});

describe("turns", () => {
  test("a late lane does not wait behind a long one", async () => {
    const { clock, begun, askMany } = setUp(4);
    askMany(12, "batch-");
    askMany(2, "other-");
    await settle();
    await clock.advance(MINUTE + 2_000);
    expect(begun.slice(4, 8).map((one) => one.name)).toEqual(["other-0", "batch-4", "other-1", "batch-5"]);
  });

  test("within a lane, first come, first served", async () => {
    const { clock, begun, askMany } = setUp(2);
    askMany(6, "a");
    await clock.advance(5 * MINUTE);
    expect(begun.map((one) => one.name)).toEqual(["a0", "a1", "a2", "a3", "a4", "a5"]);
  });

  test("who stops waiting is told so, and leaves no gap", async () => {
    const { clock, begun, ask, askMany } = setUp(1);
    askMany(1);
    const control = new AbortController();
    const given = ask("given up", "", control.signal);
    const kept = ask("kept");
    control.abort();
    expect(await given).toEqual({ kind: "cancelled" });
    await clock.advance(MINUTE + 2_000);
    expect(await kept).toEqual({ kind: "ran", value: "kept" });
    expect(begun.map((one) => one.name)).toEqual(["0", "kept"]);
    expect(await ask("too late", "", AbortSignal.abort())).toEqual({ kind: "cancelled" });
  });
});

describe("a 429", () => {
  test("pauses as long as the service asks, then goes on at half the rate", async () => {
    const { clock, rate, begun, askMany } = setUp();
    await clock.advance(MINUTE);
    rate.slowDown(10_000);
    askMany(200);
    await clock.advance(9_999);
    expect(begun).toHaveLength(0);
    await clock.advance(1);
    expect(begun).toHaveLength(70);
    expect(rate.state().perMinute).toBe(70);
  });

  test("is back at the full rate by itself within two minutes", async () => {
    const { clock, rate } = setUp();
    rate.slowDown(null);
    expect(rate.state().perMinute).toBe(60);
    await clock.advance(MINUTE / 2);
    expect(rate.state().perMinute).toBe(90);
    await clock.advance(MINUTE / 2);
    expect(rate.state().perMinute).toBe(120);
  });

  test("twenty refused together count once", async () => {
    const { rate } = setUp();
    for (let i = 0; i < 20; i++) rate.slowDown(null);
    expect(rate.state().perMinute).toBe(60);
  });

  test("in a storm the pauses grow to a minute, and it never comes to a stop", async () => {
    const { clock, rate } = setUp();
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      rate.slowDown(null);
      const from = clock.monotonic();
      const begun = rate.run(async () => pauses.push(clock.monotonic() - from));
      while (pauses.length === i) await clock.advance(1_000);
      await begun;
    }
    expect(pauses.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(MINUTE + 1_000);
    expect(rate.state().perMinute).toBeGreaterThanOrEqual(6);
  });

  test("a Retry-After of a day does not stop everything for a day", async () => {
    const { clock, rate, begun, askMany } = setUp();
    rate.slowDown(86_400_000);
    askMany(1);
    await clock.advance(5 * MINUTE);
    expect(begun).toHaveLength(1);
  });
});

test("the state tells how many wait and how long the last of them will", async () => {
  const { clock, rate, askMany } = setUp(60);
  expect(rate.state()).toEqual({ waiting: 0, perMinute: 60, secondsToLast: 0 });
  askMany(180);
  await settle();
  const state = rate.state();
  expect(state.waiting).toBe(120);
  expect(state.secondsToLast).toBeGreaterThan(100);
  expect(state.secondsToLast).toBeLessThan(190);
  await clock.advance(4 * MINUTE);
  expect(rate.state().waiting).toBe(0);
});

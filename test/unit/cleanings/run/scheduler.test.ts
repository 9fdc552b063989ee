import { describe, expect, it } from "vitest";
import { backoff, pollDelay } from "../../../../electron/engine/cleanings/run/delays.ts";
import { createScheduler, type RequestTarget } from "../../../../electron/engine/cleanings/run/scheduler.ts";
import { flushPromises, manualClock } from "../../service/manual-clock.ts";

const acme: RequestTarget = { account: "acme", host: "service" };
const other: RequestTarget = { account: "other", host: "service" };

function world(options: { perAccount?: number; hang?: boolean } = {}) {
  const clock = manualClock();
  const ran: string[] = [];
  const ends: (() => void)[] = [];
  let timers = 0;
  const scheduler = createScheduler({
    clock: {
      monotonic: clock.monotonic,
      after(milliseconds, act) {
        timers++;
        const stop = clock.after(milliseconds, () => {
          timers--;
          act();
        });
        return () => {
          timers--;
          stop();
        };
      },
    },
    run: async (key) => {
      ran.push(key);
      if (options.hang === true) await new Promise<void>((resolve) => ends.push(resolve));
    },
    ...(options.perAccount === undefined ? {} : { perAccount: options.perAccount }),
  });
  return { clock, scheduler, ran, ends, timers: () => timers };
}

describe("the scheduler", () => {
  it("sets one timer, for the key that is due first, and none if nothing is due", async () => {
    const at = world();
    expect(at.timers()).toBe(0);
    for (let n = 0; n < 50; n++) at.scheduler.schedule(`part-${n}`, acme, 1000 + n);
    expect(at.timers()).toBe(1);
    await at.clock.advance(999);
    expect(at.ran).toEqual([]);
    await at.clock.advance(100);
    expect(at.ran).toHaveLength(50);
    expect(at.timers()).toBe(0);
  });

  it("runs urgent keys before all other due keys", async () => {
    const at = world({ perAccount: 1 });
    at.scheduler.schedule("early", acme, 10);
    at.scheduler.schedule("later", acme, 20);
    at.scheduler.schedule("urgent", acme, 30, true);
    at.scheduler.pause("acme", 100, false);
    await at.clock.advance(200);
    expect(at.ran).toEqual(["urgent", "early", "later"]);
  });

  it("never runs a key twice at once and respects the limit per account", async () => {
    const at = world({ perAccount: 2, hang: true });
    for (const key of ["a", "b", "c"]) at.scheduler.schedule(key, acme, 0);
    at.scheduler.schedule("of another", other, 0);
    await at.clock.advance(1);
    expect(at.ran).toEqual(["a", "b", "of another"]);
    at.scheduler.schedule("a", acme, 0);
    await at.clock.advance(1);
    expect(at.ran).toHaveLength(3);
    at.ends[0]?.();
    await flushPromises();
    await at.clock.advance(1);
    expect(at.ran.slice(3)).toEqual(["c"]);
  });

  it("runs nothing while offline and spreads out the due keys once it is online", async () => {
    const at = world();
    at.scheduler.setOnline(false);
    for (let n = 0; n < 20; n++) at.scheduler.schedule(`part-${n}`, acme, 60_000);
    await at.clock.advance(120_000);
    expect(at.ran).toEqual([]);
    expect(at.timers()).toBe(0);
    for (let n = 0; n < 20; n++) at.scheduler.schedule(`part-${n}`, acme, 60_000);
    at.scheduler.setOnline(true);
    await at.clock.advance(0);
    expect(at.ran).toHaveLength(1);
    await at.clock.advance(1000);
    expect(at.ran).toHaveLength(20);
  });

  it.each(["acme", "service"])("retries a part at once even if %s is paused", async (name) => {
    const at = world();
    at.scheduler.schedule("part", acme, 60_000);
    at.scheduler.pause(name, 60_000, true);
    expect(at.scheduler.pauseOf(acme)).toBe(60_000);
    at.scheduler.retryNow("part");
    expect(at.scheduler.pauseOf(acme)).toBe(0);
    await at.clock.advance(1);
    expect(at.ran).toEqual(["part"]);
  });

  it("starts nothing once it is closed and waits for running keys", async () => {
    const at = world({ hang: true });
    at.scheduler.schedule("a", acme, 0);
    await at.clock.advance(0);
    let closed = false;
    const closing = at.scheduler.close().then(() => {
      closed = true;
    });
    at.scheduler.schedule("b", acme, 0);
    await at.clock.advance(1000);
    expect([at.ran, closed]).toEqual([["a"], false]);
    at.ends[0]?.();
    await closing;
    expect(at.timers()).toBe(0);
  });
});

describe("the polling interval", () => {
  it("is short at first, two seconds while there is progress, and a minute without progress", () => {
    let delay = pollDelay(null, false);
    expect(delay).toBeLessThan(500);
    for (let n = 0; n < 20; n++) delay = pollDelay(delay, true);
    expect(delay).toBe(2000);
    for (let n = 0; n < 20; n++) delay = pollDelay(delay, false);
    expect(delay).toBe(60_000);
    expect(pollDelay(delay, true)).toBe(2000);
  });

  it.each([1, 500])("allows no more than four status requests a second over %i parts", (parts) => {
    expect((parts * 1000) / pollDelay(2000, true, parts)).toBeLessThanOrEqual(parts <= 8 ? parts : 8.4);
  });

  it.each([
    [1, null, 1000],
    [7, null, 60_000],
    [1, 7_000, 7_000],
    [1, 365 * 24 * 3600_000, 3600_000],
  ])(
    "grows with failures: after %i failures with a Retry-After of %s ms it is %i ms",
    (attempts, wish, delay) => {
      expect(backoff(attempts, wish)).toBe(delay);
    },
  );
});

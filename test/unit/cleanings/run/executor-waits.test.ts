import { describe, expect, it } from "vitest";
import { createCredits } from "../../../../electron/engine/cleanings/run/balance-checks.ts";
import { failed } from "../../../../electron/engine/service/error-responses.ts";
import { problem } from "../../../../shared/problems.ts";
import {
  completed,
  gaps,
  HOUR,
  MINUTE,
  noCredits,
  parked,
  SECOND,
  starts,
  verifying,
  world,
} from "../executor-world.ts";

describe("a service with a Retry-After of several months", () => {
  const MONTHS = 9_999_999 * SECOND;

  it("is called again after about an hour while a part waits for credits", async () => {
    let balance = 0;
    world.balance = () => balance;
    let refused = false;
    const usual = async () => ({ ok: true as const, value: { message: "" } });
    world.answers = {
      start: async () => {
        if (refused) return usual();
        refused = true;
        return failed(problem("credits_short"), "credits", "refused", MONTHS);
      },
    };
    world.add("c1");
    await world.clock.advance(MINUTE);
    expect(world.part("c1").state).toMatchObject({ kind: "waiting", for: "credits" });
    balance = 10_000;
    await world.clock.advance(67 * MINUTE);
    expect(starts().length).toBeGreaterThan(1);
    expect(gaps(starts())[0]).toBeGreaterThanOrEqual(54 * MINUTE);
  });
});

describe("the balance of another account", () => {
  it("releases no part, although it would cover the price", async () => {
    world.balance = () => 0;
    world.answers = { start: noCredits };
    world.add("c1");
    await world.clock.advance(MINUTE);
    parked("c1");
    const { records, clock } = world;
    const refreshCredits = () => Promise.reject(new Error("not asked for"));
    const credits = createCredits({ records, clock, accounts: { credits: () => 100, refreshCredits } });
    expect(credits.affordable("a1", true)).toMatchObject([{ cleaningId: "c1" }]);
    expect(credits.affordable("a2", true)).toEqual([]);
  });
});

describe("requests that the service keeps refusing", () => {
  const refusalGaps = (what: "start" | "download") => gaps(world.timesOf(what)).slice(8);

  it("are repeated at most once a minute for a start while the status is 'ready'", async () => {
    const what = problem("job_not_ready");
    world.answers = { start: async () => failed(what, "retry", "refused") };
    world.add("c1");
    await world.clock.advance(HOUR);
    expect(Math.min(...refusalGaps("start"))).toBeGreaterThan(50 * SECOND);
    expect(world.part("c1").problem?.code).toBe(what.code);
    world.answers = { status: async (jobId) => ({ ok: true, value: verifying(jobId) }) };
    await world.clock.advance(2 * MINUTE);
    expect(world.part("c1")).toMatchObject({ state: { kind: "verifying" }, problem: null, setbacks: 0 });
  });

  it("are repeated every few minutes for an upload while the service has no slot", async () => {
    world.answers = { uploadFile: async () => failed(problem("lists_full"), "slot", "refused") };
    world.add("c1");
    await world.clock.advance(8 * HOUR);
    expect(world.part("c1").state).toMatchObject({ kind: "waiting", for: "slot" });
    expect(world.timesOf("upload").length).toBeLessThan(80);
    expect(Math.max(...gaps(world.timesOf("upload")))).toBeLessThanOrEqual(12 * MINUTE);
    world.answers = {};
    await world.clock.advance(12 * MINUTE);
    expect(world.part("c1")).toMatchObject({ uploadedAt: expect.any(Number), since: null });
  });
});

describe("a wait for a restricted account", () => {
  it("ends automatically within about an hour", async () => {
    world.balance = () => 100;
    world.answers = { start: async () => failed(problem("account_restricted"), "user", "refused") };
    world.add("c1", [10]);
    await world.clock.advance(6 * HOUR);
    expect(world.part("c1").state).toMatchObject({ kind: "waiting", for: "account" });
    expect(world.asked.length).toBeLessThan(300);
    world.answers = { status: async (jobId) => ({ ok: true, value: completed(jobId) }) };
    await world.clock.advance(70 * MINUTE);
    expect(world.part("c1").state.kind).not.toBe("waiting");
  });
});

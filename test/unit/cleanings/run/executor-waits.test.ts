import { describe, expect, it } from "vitest";
import { failed } from "../../../../electron/engine/service/failures.ts";
import { problem } from "../../../../shared/problems.ts";
import type { ExecutorWorld } from "../executor-world.ts";
import { completed, gaps, HOUR, MINUTE, SECOND, starts, verifying, world } from "./executor-world.ts";

describe("a service that asks to be left alone for months", () => {
  const MONTHS = 9_999_999 * SECOND;

  it.each([
    ["credits", problem("credits_short")],
    ["slot", problem("active_full")],
  ] as const)("is asked again within an hour while a part waits for %s", async (wait, why) => {
    let balance = 0;
    world.balance = () => balance;
    let refused = false;
    const usual = async () => ({ ok: true as const, value: { message: "" } });
    world.answers = {
      start: async () => {
        if (refused) return usual();
        refused = true;
        return failed(why, wait, "refused", MONTHS);
      },
    };
    world.add("c1");
    await world.clock.pass(MINUTE);
    expect(world.part("c1").state).toMatchObject({ kind: "waiting", for: wait });
    balance = 10_000;
    await world.clock.pass(67 * MINUTE);
    expect(starts().length).toBeGreaterThan(1);
    expect(gaps(starts())[0]).toBeGreaterThanOrEqual(54 * MINUTE);
  });
});

describe("what the service turns away again and again", () => {
  const turnedAway = (what: "start" | "download") => gaps(world.times(what)).slice(8);

  it.each([
    ["a start that is never ready", problem("job_not_ready"), "refused"],
    ["a start that never arrives", problem("service_unreachable", { host: "h" }), "no"],
  ] as const)("%s, while the status says 'ready': at most once a minute", async (_name, what, effect) => {
    world.answers = { start: async () => failed(what, "retry", effect) };
    world.add("c1");
    await world.clock.pass(HOUR);
    expect(Math.min(...turnedAway("start"))).toBeGreaterThan(50 * SECOND);
    expect(world.part("c1").problem?.code).toBe(what.code);
    world.answers = { status: async (jobId) => ({ ok: true, value: verifying(jobId) }) };
    await world.clock.pass(2 * MINUTE);
    expect(world.part("c1")).toMatchObject({ state: { kind: "verifying" }, problem: null, setbacks: 0 });
  });

  it("a start that fails without saying whether it had an effect, while the status says 'ready': every ten minutes", async () => {
    const broken = problem("service_broken", { status: 500 });
    world.answers = { start: async () => failed(broken, "retry", "unknown") };
    world.add("c1");
    await world.clock.pass(2 * HOUR);
    expect(starts().length).toBeGreaterThan(6);
    expect(Math.min(...gaps(starts()))).toBeGreaterThanOrEqual(10 * MINUTE);
    expect(world.part("c1").problem?.code).toBe("start_unheard");
    world.answers = { status: async (jobId) => ({ ok: true, value: verifying(jobId) }) };
    await world.clock.pass(2 * MINUTE);
    expect(world.part("c1")).toMatchObject({ state: { kind: "verifying" }, problem: null, setbacks: 0 });
  });

  it("results that are 'not verified yet', while the status says 'completed': at most once a minute", async () => {
    world.answers = {
      status: async (jobId) => ({ ok: true, value: completed(jobId) }),
      download: async () => failed(problem("job_not_verified"), "retry", "refused"),
    };
    world.add("c1");
    await world.clock.pass(HOUR);
    expect(Math.min(...turnedAway("download"))).toBeGreaterThan(50 * SECOND);
    world.answers = { status: world.answers.status };
    await world.clock.pass(2 * MINUTE);
    expect(world.part("c1").state.kind).toBe("done");
  });

  it("a list for which there is no place is not uploaded every minute for days", async () => {
    world.answers = { uploadFile: async () => failed(problem("lists_full"), "slot", "refused") };
    world.add("c1");
    await world.clock.pass(24 * HOUR);
    expect(world.part("c1").state).toMatchObject({ kind: "waiting", for: "slot" });
    expect(world.times("upload").length).toBeLessThan(180);
    expect(Math.max(...gaps(world.times("upload")))).toBeLessThanOrEqual(12 * MINUTE);
    world.answers = {};
    await world.clock.pass(12 * MINUTE);
    expect(world.part("c1")).toMatchObject({ uploadedAt: expect.any(Number), since: null });
  });

  it("an account's news do not try a restricted account again each time", async () => {
    world.answers = { start: async () => failed(problem("account_restricted"), "user", "refused") };
    world.add("c1");
    await world.clock.pass(MINUTE);
    for (let news = 0; news < 200; news++) {
      world.announce();
      await world.clock.pass(3 * SECOND);
    }
    expect(starts().length).toBeLessThan(8);
  });

  it("a refused key is tried in its own time after news that came too early", async () => {
    world.answers = {
      uploadFile: async () => failed(problem("key_invalid", { account: "Acme" }), "user", "refused"),
    };
    world.add("c1");
    await world.clock.pass(MINUTE);
    for (let news = 0; news < 5; news++) {
      world.announce();
      await world.clock.pass(SECOND);
    }
    world.answers = {};
    world.balance = () => 100;
    world.announce();
    await world.clock.pass(3 * MINUTE);
    expect(world.part("c1").uploadedAt).not.toBeNull();
  });

  it("an address that answers with something else is asked ever more seldom", async () => {
    world.answers = {
      uploadFile: async () => failed(problem("service_redirect", { host: "h" }), "user", "refused"),
    };
    world.add("c1");
    await world.clock.pass(24 * HOUR);
    expect(world.times("upload").length).toBeLessThan(40);
  });
});

describe("a wait for the account", () => {
  const status: ExecutorWorld["answers"]["status"] = async (jobId) => ({ ok: true, value: completed(jobId) });
  const key = problem("key_invalid", { account: "Acme" });
  const refusals: Record<string, { balance: number | null; refused: ExecutorWorld["answers"] }> = {
    "that is restricted": {
      balance: 100,
      refused: { start: async () => failed(problem("account_restricted"), "user", "refused") },
    },
    "that may not download": {
      balance: 100,
      refused: {
        status,
        download: async () => failed(problem("download_restricted"), "user", "refused"),
      },
    },
    "whose key is refused": {
      balance: null,
      refused: { uploadFile: async () => failed(key, "user", "refused") },
    },
  };
  const isOn = () => world.part("c1").state.kind !== "waiting";

  it.each(Object.entries(refusals))(
    "%s ends by itself within about an hour",
    async (_what, { balance, refused }) => {
      world.balance = () => balance;
      world.answers = refused;
      world.add("c1", [10]);
      await world.clock.pass(48 * HOUR);
      expect(world.part("c1").state).toMatchObject({ kind: "waiting", for: "account" });
      expect(world.asked.length).toBeLessThan(300);
      world.balance = () => 100;
      world.answers = { status };
      await world.clock.pass(70 * MINUTE);
      expect(isOn()).toBe(true);
    },
  );

  it.each(Object.entries(refusals))("%s ends when the machine wakes", async (_what, { balance, refused }) => {
    world.balance = () => balance;
    world.answers = refused;
    world.add("c1", [10]);
    await world.clock.pass(12 * HOUR);
    world.balance = () => 100;
    world.answers = { status };
    world.executor.wake();
    await world.clock.pass(MINUTE);
    expect(isOn()).toBe(true);
  });

  it("sends no list, and asks once for many parts, while the account does not answer", async () => {
    world.answers = { uploadFile: async () => failed(key, "user", "refused") };
    world.add(
      "c1",
      Array.from({ length: 20 }, () => 10),
    );
    await world.clock.pass(MINUTE);
    const [uploads, looks] = [world.times("upload").length, world.times("balance").length];
    await world.clock.pass(24 * HOUR);
    expect(world.times("upload")).toHaveLength(uploads);
    expect(world.times("balance").length - looks).toBeLessThan(40);
  });
});

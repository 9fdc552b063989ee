import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { failed } from "../../../../electron/engine/service/failures.ts";
import type { JobStatus } from "../../../../electron/engine/service/index.ts";
import { problem } from "../../../../shared/problems.ts";
import { ADDRESSES, type ExecutorWorld, executorWorld, noCredits } from "../executor-world.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let world: ExecutorWorld;
beforeEach(() => {
  world = executorWorld();
});
afterEach(() => world.close());

const starts = () => world.times("start");
const gaps = (times: readonly number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));
const parked = (id = "c1") => expect(world.part(id).state).toMatchObject({ kind: "waiting", for: "credits" });

const counts = { createdAt: null, total: ADDRESSES, pending: 0, analysis: null, counts: null };
const verifying = (jobId: string): JobStatus => ({ ...counts, status: "verifying", jobId, verified: 0 });
const completed = (jobId: string): JobStatus => ({
  ...counts,
  status: "completed",
  jobId,
  verified: ADDRESSES,
});

describe("an intent to spend that the disk does not let be told from an older one", () => {
  it("is not followed: the part waits for the disk, unpaid, and goes on by itself", async () => {
    world.unsafe = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    world.add("c1");
    await world.clock.pass(HOUR);
    expect(starts()).toHaveLength(0);
    expect(world.part("c1")).toMatchObject({
      state: { kind: "waiting", for: "disk" },
      mayBeCharged: false,
      problem: { code: "disk_full" },
    });
    world.unsafe = null;
    await world.clock.pass(HOUR);
    expect(starts()).not.toHaveLength(0);
    expect(world.part("c1").startedAt).not.toBeNull();
  });
});

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

describe("a start that is refused for want of credits", () => {
  it("is sent once in a day while the balance claims to suffice", async () => {
    world.balance = () => 10_000;
    world.answers = { start: noCredits };
    world.add("c1");
    await world.clock.pass(24 * HOUR);
    parked();
    expect(starts()).toHaveLength(1);
    expect(world.part("c1").problem?.code).toBe("credits_refused");
    expect(world.times("balance").length).toBeLessThanOrEqual(24 * 60 + 2);
    expect(world.records.timeline("c1").length).toBeLessThan(12);
  });

  it("is sent ever more seldom, up to once an hour, while the balance rises by itself", async () => {
    let balance = 10_000;
    world.balance = () => ++balance;
    world.answers = { start: noCredits };
    world.add("c1");
    await world.clock.pass(24 * HOUR);
    expect(starts().length).toBeLessThan(32);
    expect(Math.min(...gaps(starts()))).toBeGreaterThanOrEqual(MINUTE);
    expect(Math.max(...gaps(starts()))).toBeLessThanOrEqual(62 * MINUTE);
  });

  it("is sent ever more seldom while the balance wobbles", async () => {
    let reads = 0;
    world.balance = () => 10_000 + (reads++ % 3);
    world.answers = { start: noCredits };
    world.add("c1");
    await world.clock.pass(24 * HOUR);
    expect(starts().length).toBeLessThan(32);
    expect(Math.min(...gaps(starts()))).toBeGreaterThanOrEqual(MINUTE);
  });

  it("is sent no more often by many parts than by one, when what was asked for is no less", async () => {
    world.balance = () => 10_000;
    world.answers = { start: noCredits };
    world.add("c1");
    await world.clock.pass(MINUTE);
    world.add("c2", [ADDRESSES, ADDRESSES + 5]);
    await world.clock.pass(24 * HOUR);
    parked("c2");
    expect(starts()).toHaveLength(1);
    world.answers = {};
    world.add("c3", [ADDRESSES - 1]);
    await world.clock.pass(MINUTE);
    expect(world.part("c3").startedAt).not.toBeNull();
  });

  it("is sent again within a minute once there are more, and only then", async () => {
    let balance = ADDRESSES - 5;
    world.balance = () => balance;
    world.answers = {
      start: async () => (balance >= ADDRESSES ? { ok: true, value: { message: "" } } : noCredits()),
    };
    world.add("c1");
    await world.clock.pass(HOUR);
    balance = ADDRESSES - 1;
    await world.clock.pass(HOUR);
    expect(starts()).toHaveLength(1);
    balance = ADDRESSES;
    await world.clock.pass(2 * MINUTE);
    expect(world.part("c1")).toMatchObject({ startedAt: expect.any(Number), wait: null, problem: null });
    expect(starts()).toHaveLength(2);
  });

  it("is sent again when the credits came before Winnow could read how many there had been", async () => {
    let balance = ADDRESSES - 5;
    world.balance = () => balance;
    await world.readBalance();
    world.answers = {
      start: async () => {
        if (balance >= ADDRESSES) return { ok: true, value: { message: "" } };
        balance = ADDRESSES;
        return noCredits();
      },
    };
    world.add("c1");
    await world.clock.pass(MINUTE);
    expect(world.part("c1").startedAt).not.toBeNull();
    expect(starts()).toHaveLength(2);
  });

  it("is sent again at once when the user says so, and that changes nothing for what comes after", async () => {
    world.balance = () => 10_000;
    world.answers = { start: noCredits };
    world.add("c1");
    await world.clock.pass(HOUR);
    world.executor.apply("c1", 1, { type: "user.resumed" });
    await world.clock.pass(10 * SECOND);
    expect(starts()).toHaveLength(2);
    await world.clock.pass(24 * HOUR);
    expect(starts()).toHaveLength(2);
  });

  it("is remembered by the next run", async () => {
    world.balance = () => 10_000;
    world.answers = { start: noCredits };
    world.add("c1");
    await world.clock.pass(MINUTE);
    for (let run = 0; run < 5; run++) {
      await world.restart();
      await world.clock.pass(MINUTE);
    }
    expect(starts()).toHaveLength(1);
    parked();
  });

  it("does not count on a balance that was read before it", async () => {
    world.balance = () => 10_000;
    await world.readBalance();
    world.balance = () => null;
    world.answers = { start: noCredits };
    world.add("c1");
    await world.clock.pass(HOUR);
    for (let news = 0; news < 50; news++) world.announce();
    await world.clock.pass(HOUR);
    expect(starts()).toHaveLength(1);
  });

  it("as an upload's is no loop either", async () => {
    world.balance = () => 10_000;
    world.answers = { uploadFile: noCredits };
    world.add("c1");
    await world.clock.pass(24 * HOUR);
    expect(world.times("upload")).toHaveLength(1);
  });
});

describe("a cleaning that is not watched", () => {
  it("claims no credits: another that waits for them is started with them", async () => {
    let balance = 0;
    world.balance = () => balance;
    world.answers = {
      start: async () => (balance >= ADDRESSES ? { ok: true, value: { message: "" } } : noCredits()),
    };
    world.add("paused");
    world.add("watched");
    await world.clock.pass(MINUTE);
    parked("paused");
    parked("watched");
    // It is on its way to its start when it is let go of.
    world.executor.apply("paused", 1, { type: "released" });
    world.records.setWatching("paused", false);
    world.executor.drop("paused");
    balance = ADDRESSES;
    await world.clock.pass(2 * MINUTE);
    expect(world.part("watched").startedAt).not.toBeNull();
    expect(world.part("paused").startedAt).toBeNull();
  });

  it("is not released for credits that others wait for", async () => {
    let balance = 0;
    world.balance = () => balance;
    world.answers = { start: noCredits };
    world.add("paused");
    world.add("watched");
    await world.clock.pass(MINUTE);
    world.records.setWatching("paused", false);
    world.executor.drop("paused");
    balance = ADDRESSES;
    await world.clock.pass(5 * MINUTE);
    parked("paused");
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

describe("results that the disk has no room for", () => {
  const full = problem("disk_full", { path: "/data" });
  it.each(["the download", "taking them in"])(
    "are waited for and fetched again, when %s met it",
    async (what) => {
      const status: ExecutorWorld["answers"]["status"] = async (jobId) => ({
        ok: true,
        value: completed(jobId),
      });
      world.answers = { status };
      if (what === "the download") world.answers.download = async () => failed(full, "user", "unknown");
      else world.takeIn = () => ({ kind: "unusable", problem: full });
      world.add("c1");
      await world.clock.pass(HOUR);
      expect(world.part("c1").state).toMatchObject({ kind: "waiting", for: "disk" });
      world.answers = { status };
      world.takeIn = () => ({ kind: "taken", missing: 0 });
      await world.clock.pass(12 * MINUTE);
      expect(world.part("c1").state.kind).toBe("done");
    },
  );
});

describe("answers that say nothing new", () => {
  it("are not written to the disk", async () => {
    world.answers = {
      status: async (jobId) => ({ ok: true, value: { status: "preparing", jobId, createdAt: null } }),
    };
    world.add("c1");
    await world.clock.pass(HOUR);
    expect(world.times("status").length).toBeGreaterThan(50);
    expect(world.commits.filter((state) => state === "preparing").length).toBeLessThanOrEqual(2);
  });
});

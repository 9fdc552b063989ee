import { describe, expect, it } from "vitest";
import { failed } from "../../../../electron/engine/service/error-responses.ts";
import { problem } from "../../../../shared/problems.ts";
import {
  ADDRESSES,
  completed,
  type ExecutorFixture,
  HOUR,
  MINUTE,
  noCredits,
  parked,
  SECOND,
  starts,
  world,
} from "../executor-world.ts";

describe("a start that is refused for lack of credits", () => {
  it("is repeated only after hours while the balance seems sufficient", async () => {
    world.balance = () => 10_000;
    world.answers = { start: noCredits };
    world.add("c1");
    await world.clock.advance(4 * HOUR);
    parked();
    expect(starts()).toHaveLength(1);
    expect(world.part("c1").problem?.code).toBe("credits_refused");
    expect(world.timesOf("balance").length).toBeLessThanOrEqual(4 * 60 + 2);
    expect(world.records.timeline("c1").length).toBeLessThan(12);
  });

  it("is repeated no more often for several parts than for one, unless a part needs fewer credits", async () => {
    world.balance = () => 10_000;
    world.answers = { start: noCredits };
    world.add("c1");
    await world.clock.advance(MINUTE);
    world.add("c2", [ADDRESSES, ADDRESSES + 5]);
    await world.clock.advance(HOUR);
    parked("c2");
    expect(starts()).toHaveLength(1);
    world.answers = {};
    world.add("c3", [ADDRESSES - 1]);
    await world.clock.advance(MINUTE);
    expect(world.part("c3").startedAt).not.toBeNull();
  });

  it("is repeated within a minute once the balance is sufficient, but not before", async () => {
    let balance = ADDRESSES - 5;
    world.balance = () => balance;
    world.answers = {
      start: async () => (balance >= ADDRESSES ? { ok: true, value: { message: "" } } : noCredits()),
    };
    world.add("c1");
    await world.clock.advance(20 * MINUTE);
    balance = ADDRESSES - 1;
    await world.clock.advance(20 * MINUTE);
    expect(starts()).toHaveLength(1);
    balance = ADDRESSES;
    await world.clock.advance(30 * SECOND);
    expect(world.part("c1")).toMatchObject({ startedAt: expect.any(Number), wait: null, problem: null });
    expect(starts()).toHaveLength(2);
  });

  it("is repeated for one of two parts if the balance is sufficient for one", async () => {
    let balance = 0;
    world.balance = () => balance;
    world.answers = {
      start: async () => {
        if (balance < ADDRESSES) return noCredits();
        balance -= ADDRESSES;
        return { ok: true, value: { message: "" } };
      },
    };
    world.add("c1");
    await world.clock.advance(MINUTE);
    world.add("c2");
    await world.clock.advance(MINUTE);
    balance = 2 * ADDRESSES - 1;
    await world.clock.advance(MINUTE);
    expect(world.part("c1").startedAt).not.toBeNull();
    parked("c2");
    expect(starts()).toHaveLength(2);
  });

  it("is repeated at once when the user resumes, without changing the pace afterwards", async () => {
    world.balance = () => 10_000;
    world.answers = { start: noCredits };
    world.add("c1");
    await world.clock.advance(20 * MINUTE);
    world.executor.apply("c1", 1, { type: "user.resumed" });
    await world.clock.advance(10 * SECOND);
    expect(starts()).toHaveLength(2);
    await world.clock.advance(HOUR);
    expect(starts()).toHaveLength(2);
  });

  it("is remembered across restarts", async () => {
    world.balance = () => 10_000;
    world.answers = { start: noCredits };
    world.add("c1");
    await world.clock.advance(MINUTE);
    for (let run = 0; run < 5; run++) {
      await world.restart();
      await world.clock.advance(MINUTE);
    }
    expect(starts()).toHaveLength(1);
    parked();
  });
});

describe("results that do not fit on the disk", () => {
  const full = problem("disk_full", { path: "/data" });
  it.each(["the download", "ingesting them"])(
    "wait for disk space and are fetched again if %s failed",
    async (what) => {
      const status: ExecutorFixture["answers"]["status"] = async (jobId) => ({
        ok: true,
        value: completed(jobId),
      });
      world.answers = { status };
      if (what === "the download") world.answers.download = async () => failed(full, "user", "unknown");
      else world.ingest = () => ({ kind: "unusable", problem: full });
      world.add("c1");
      await world.clock.advance(20 * MINUTE);
      expect(world.part("c1").state).toMatchObject({ kind: "waiting", for: "disk" });
      world.answers = { status };
      world.ingest = () => ({ kind: "taken", missing: 0 });
      await world.clock.advance(12 * MINUTE);
      expect(world.part("c1").state.kind).toBe("done");
    },
  );
});

describe("a status that has not changed", () => {
  it("is not written to the disk", async () => {
    world.answers = {
      status: async (jobId) => ({ ok: true, value: { status: "preparing", jobId, createdAt: null } }),
    };
    world.add("c1");
    await world.clock.advance(20 * MINUTE);
    expect(world.timesOf("status").length).toBeGreaterThan(15);
    expect(world.commits.filter((state) => state === "preparing").length).toBeLessThanOrEqual(2);
  });
});

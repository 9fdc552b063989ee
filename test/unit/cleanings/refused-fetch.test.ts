import { beforeEach, expect, it } from "vitest";
import { partWait } from "../../../electron/engine/cleanings/waiting.ts";
import { failed } from "../../../electron/engine/service/error-responses.ts";
import { problem } from "../../../shared/problems.ts";
import { ADDRESSES, createExecutorFixture, type ExecutorFixture } from "./executor-world.ts";

let world: ExecutorFixture;
beforeEach(() => {
  world = createExecutorFixture();
  world.answers = {
    status: async (jobId) => ({
      ok: true,
      value: {
        status: "completed",
        jobId,
        createdAt: null,
        total: ADDRESSES,
        analysis: null,
        verified: ADDRESSES,
        pending: 0,
        counts: null,
      },
    }),
  };
});

const waits = () =>
  partWait(world.part("c1"), { problem: null, offlineSince: null, pausedUntil: null, waitsFor: null });

/** Problems that the service may return for a completed list before it returns the results. */
const REFUSALS = ["job_not_started", "job_not_verified"] as const;

it.each(REFUSALS)(
  "a fetch that keeps being refused is shown as waiting for the service: %s",
  async (code) => {
    world.answers.download = async () =>
      failed(problem(code), code === "job_not_started" ? "stop" : "retry", "refused");
    world.add("c1");
    while (world.timesOf("download").length < 2) await world.clock.advance(100);
    const kinds = new Set<string>();
    for (let tenth = 0; tenth < 150; tenth++) {
      await world.clock.advance(100);
      kinds.add(world.part("c1").state.kind);
      expect(waits()).toBe("service");
      expect(world.part("c1").problem?.code).toBe(code);
    }
    expect([...kinds].sort()).toEqual(["downloading", "verifying"]);
    expect(world.timesOf("start")).toEqual([]);
  },
);

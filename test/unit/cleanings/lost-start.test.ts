import { afterEach, beforeEach, expect, it } from "vitest";
import { agreedFor, spentOn } from "../../../electron/engine/cleanings/part/record.ts";
import type { JobStatus } from "../../../electron/engine/service/index.ts";
import { ADDRESSES, type ExecutorWorld, executorWorld } from "./executor-world.ts";

const MINUTE = 60_000;

let world: ExecutorWorld;
/** What the service charged for, by its own book; it accepts every start, and charges for each. */
let charged: string[];
let shows: boolean;
beforeEach(() => {
  world = executorWorld();
  charged = [];
  shows = false;
  world.answers = {
    status: async (jobId) => {
      const counts = { jobId, createdAt: null, total: ADDRESSES, analysis: null };
      const status: JobStatus = shows
        ? { ...counts, status: "completed", verified: ADDRESSES, pending: 0, counts: null }
        : { ...counts, status: "ready", creditError: null };
      return { ok: true, value: status };
    },
    start: async (jobId) => {
      charged.push(jobId);
      return { ok: true, value: { message: "" } };
    },
  };
});
afterEach(() => world.close());

it("a start that was accepted and is not shown is not sent again before the user says so", async () => {
  world.add("c1");
  await world.clock.pass(60 * MINUTE);
  expect(charged).toEqual(["job-1"]);
  expect(world.part("c1")).toMatchObject({
    state: { kind: "waiting", for: "user" },
    problem: { code: "start_lost" },
  });
  expect(spentOn(world.part("c1"))).toBe(ADDRESSES);

  world.executor.apply("c1", 1, { type: "user.agreed" });
  await world.clock.pass(5 * MINUTE);
  expect(charged).toEqual(["job-1", "job-1"]);
  expect(spentOn(world.part("c1"))).toBe(2 * ADDRESSES);
  expect(agreedFor(world.part("c1"))).toBe(2 * ADDRESSES);

  await world.clock.pass(60 * MINUTE);
  expect(charged).toHaveLength(2);
});

import { afterEach, beforeEach, expect, it } from "vitest";
import type { PartState } from "../../../electron/engine/cleanings/part/record.ts";
import type { JobStatus } from "../../../electron/engine/service/index.ts";
import { ADDRESSES, type ExecutorWorld, executorWorld } from "./executor-world.ts";

let world: ExecutorWorld;
beforeEach(() => {
  world = executorWorld();
  world.answers = { status: async (jobId) => ({ ok: true, value: verifying(jobId) }) };
});
afterEach(() => world.close());

const verifying = (jobId: string): JobStatus => ({
  status: "verifying",
  jobId,
  createdAt: null,
  total: ADDRESSES,
  analysis: null,
  verified: 1,
  pending: ADDRESSES - 1,
  counts: null,
});

/** What another Winnow stores in the same journal. */
function storeElsewhere(state: PartState): void {
  world.records.savePart("c1", 1, { ...world.part("c1"), state }, world.clock.now());
  world.told.length = 0;
}

it("a part that another Winnow brought home is said to be over here, too", async () => {
  world.add("c1");
  await world.clock.pass(5_000);
  expect(world.part("c1").state.kind).toBe("verifying");
  storeElsewhere({ kind: "done", jobId: "job-1" });
  await world.clock.pass(60_000);
  expect(world.told).toContain("c1");
  expect(world.settled).toEqual(["c1"]);
});

it("a part that another Winnow brings home while its answer is on the way is, too", async () => {
  world.answers.status = async (jobId) => {
    storeElsewhere({ kind: "done", jobId });
    return { ok: true, value: verifying(jobId) };
  };
  world.add("c1");
  await world.clock.pass(60_000);
  expect(world.settled).toEqual(["c1"]);
});

it("a wait that another Winnow came to is told of here, too, and once", async () => {
  world.add("c1");
  await world.clock.pass(5_000);
  storeElsewhere({ kind: "waiting", for: "user", step: "start", jobId: "job-1" });
  await world.clock.pass(120_000);
  expect(world.told).toEqual(["c1"]);
});

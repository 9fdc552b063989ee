import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JobStatus } from "../../../electron/engine/service/index.ts";
import { ADDRESSES, type ExecutorWorld, executorWorld } from "./executor-world.ts";

/** A service that answers an upload with the list that it has already, where that holds the same addresses. */
const MINUTE = 60_000;
const OLD = "old";

let world: ExecutorWorld;
/** How the service shows the list that it has. */
let status: JobStatus["status"];
/** What happens before the answer to an upload comes. */
let meanwhile: () => void;

beforeEach(() => {
  world = executorWorld();
  meanwhile = () => {};
  status = "completed";
  world.answers = {
    uploadFile: async () => {
      meanwhile();
      return { ok: true, value: { jobId: OLD, message: "" } };
    },
    status: async (jobId) => ({ ok: true, value: shown(jobId) }),
  };
});
afterEach(() => world.close());

function shown(jobId: string): JobStatus {
  const about = { jobId, createdAt: null, total: ADDRESSES, analysis: null };
  switch (status) {
    case "ready":
      return { ...about, status, creditError: null };
    case "verifying":
    case "completed":
      return { ...about, status, verified: ADDRESSES, pending: 0, counts: null };
    case "preparing":
      return { jobId, createdAt: null, status };
    case "failed":
    case "cancelled":
      return { jobId, createdAt: null, status, message: "" };
  }
}

/** Has the upload's answer come when nobody waits for it: the part has gone on without. */
async function arrivesLate(id: string): Promise<void> {
  meanwhile = () => world.executor.apply(id, 1, { type: "rekeyed" });
  world.add(id);
  await world.clock.pass(MINUTE);
}

describe("an upload that nobody waits for any more", () => {
  it.each(["verifying", "completed"] as const)("leaves a list there that is %s", async (state) => {
    status = state;
    await arrivesLate("c1");
    expect(world.times("delete")).toEqual([]);
  });

  it.each(["preparing", "ready", "failed"] as const)("is cleaned up where it is %s", async (state) => {
    status = state;
    await arrivesLate("c1");
    expect(world.times("delete")).toHaveLength(1);
  });

  it("leaves a list there that another cleaning counts on, also before that is started", async () => {
    status = "preparing";
    world.add("c0");
    await world.clock.pass(1_000);
    expect(world.part("c0").state).toEqual({ kind: "preparing", jobId: OLD });
    await arrivesLate("c1");
    expect(world.times("delete")).toEqual([]);
  });
});

describe("an upload that was cancelled under way", () => {
  it("is brought home where the service shows it as paid for", async () => {
    meanwhile = () => world.executor.apply("c1", 1, { type: "user.cancelled" });
    world.add("c1");
    await world.clock.pass(MINUTE);
    expect(world.times("delete")).toEqual([]);
    expect(world.part("c1")).toMatchObject({ state: { kind: "done", jobId: OLD }, mayBeCharged: true });
  });

  it("leaves a list there that another cleaning counts on", async () => {
    status = "preparing";
    world.add("c0");
    await world.clock.pass(1_000);
    meanwhile = () => world.executor.apply("c1", 1, { type: "user.cancelled" });
    world.add("c1");
    await world.clock.pass(MINUTE);
    expect(world.part("c1").state).toEqual({ kind: "cancelled", jobId: OLD });
    expect(world.times("delete")).toEqual([]);
  });
});

describe("a list whose results were fetched and that is to be deleted", () => {
  it("is left until the service is done with it", async () => {
    world.answers = {};
    world.add("c1");
    await world.clock.pass(100);
    const part = world.part("c1");
    world.records.savePart(
      "c1",
      1,
      { ...part, state: { kind: "done", jobId: OLD }, atService: true, removal: true, mayBeCharged: true },
      world.clock.now(),
    );
    status = "verifying";
    world.answers = { status: async (jobId) => ({ ok: true, value: shown(jobId) }) };
    await world.restart();
    for (const { ordinal } of world.records.parts("c1")) world.executor.take("c1", ordinal);
    await world.clock.pass(MINUTE);
    expect(world.times("delete")).toEqual([]);
    status = "completed";
    await world.clock.pass(60 * MINUTE);
    expect(world.times("delete")).toHaveLength(1);
  });
});

import { beforeEach, expect } from "vitest";
import type { JobStatus } from "../../../../electron/engine/service/index.ts";
import { ADDRESSES, createExecutorFixture, type ExecutorFixture } from "../executor-world.ts";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export let world: ExecutorFixture;
beforeEach(() => {
  world = createExecutorFixture();
});

export const starts = () => world.timesOf("start");
export const gaps = (times: readonly number[]) =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0));
export const parked = (id = "c1") =>
  expect(world.part(id).state).toMatchObject({ kind: "waiting", for: "credits" });

const counts = { createdAt: null, total: ADDRESSES, pending: 0, analysis: null, counts: null };
export const verifying = (jobId: string): JobStatus => ({
  ...counts,
  status: "verifying",
  jobId,
  verified: 0,
});
export const completed = (jobId: string): JobStatus => ({
  ...counts,
  status: "completed",
  jobId,
  verified: ADDRESSES,
});

import { describe, expect, test } from "vitest";
import { completedAt, type Job, stateAt, verifiedCount } from "../../../electron/sandbox/job.ts";

const job: Job = {
  seq: 1,
  id: "0",
  account: "rich",
  createdAt: 1000,
  prepare: 100,
  perSecond: 10,
  autoVerify: false,
  invalid: false,
  total: 25,
  analysis: { common_isp: 0, role_based: 0, disposable: 0, spamtrap: 0, syntax_error: 0 },
  addressHeader: "Email",
  extraHeaders: [],
  settled: false,
  startedAt: null,
  starts: 0,
  charged: 0,
  cancelledAt: null,
  announced: false,
};

describe("the state of a job", () => {
  test.each([
    ["just uploaded", {}, 1000, "preparing"],
    ["a moment before it is prepared", {}, 1099, "preparing"],
    ["prepared", {}, 1100, "ready"],
    ["long untouched", {}, 9_999_999, "ready"],
    ["prepared, without addresses", { invalid: true, total: 0 }, 1100, "failed"],
    ["not yet prepared, without addresses", { invalid: true, total: 0 }, 1099, "preparing"],
    ["started", { startedAt: 2000 }, 2000, "verifying"],
    ["a moment before it is complete", { startedAt: 2000 }, 4499, "verifying"],
    ["complete", { startedAt: 2000 }, 4500, "completed"],
    ["started at full speed", { startedAt: 2000, perSecond: Number.POSITIVE_INFINITY }, 2000, "completed"],
    ["cancelled", { cancelledAt: 1200 }, 1200, "cancelled"],
    ["cancelled under way", { startedAt: 2000, cancelledAt: 2500 }, 9999, "cancelled"],
  ] as const)("%s", (_, change, now, state) => {
    expect(stateAt({ ...job, ...change }, now)).toBe(state);
  });
});

test("verification moves with the clock, never past the total", () => {
  const started = { ...job, startedAt: 2000 };
  expect(
    [1999, 2000, 2099, 2100, 3000, 4499, 4500, 99_999].map((now) => verifiedCount(started, now)),
  ).toEqual([0, 0, 0, 1, 10, 24, 25, 25]);
  expect(completedAt(started)).toBe(4500);
  expect(verifiedCount(job, 99_999)).toBe(0);
});

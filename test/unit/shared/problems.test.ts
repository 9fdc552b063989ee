import { describe, expect, it } from "vitest";
import { systemCodeOf } from "../../../shared/problems/define-problem.ts";
import {
  causedBy,
  type Problem,
  problem,
  storedProblem,
  storedProblemSchema,
} from "../../../shared/problems.ts";

const read = (stored: unknown): Problem => storedProblemSchema.parse(JSON.parse(JSON.stringify(stored)));

const refusedBy = (code: string): Error => Object.assign(new Error(`${code}: no`), { code });

it("credits that an overdrawn account lacks include the debt", () => {
  const short = problem("credits_insufficient", { needed: 911, available: 0, balance: -250 });
  expect(short).toMatchObject({
    detail: expect.stringContaining("the account is overdrawn by 250 credits."),
    action: "Add 1,161 credits, then continue.",
  });
  const waiting = problem("credits_insufficient", { needed: 911, available: 0, balance: -250, parked: true });
  expect(waiting.detail).toContain("the account was overdrawn by 250 credits when");
  expect(waiting.action).toMatch(/^Add 1,161 credits: /);
});

describe("a stored problem", () => {
  it.each([
    problem("rate_limited"),
    problem("credits_insufficient", { needed: 5, available: null, parked: true }),
    problem("store_locked", { dir: "/data", holder: { pid: 4, host: "here" } }),
    problem("check_uncertain", { checks: 3 }),
    problem("store_failing", { dir: "/data", code: systemCodeOf(refusedBy("EROFS")) }),
    problem("balance_unread", { why: causedBy(problem("service_broken", { status: 503 })) }),
  ])("has the same text when it is read back: $code", (one) => {
    expect(read(storedProblem(one))).toEqual(one);
  });

  it("holds no sentences", () => {
    const one = problem("service_broken", { status: 503 });
    expect(storedProblem(one)).toEqual({ code: "service_broken", values: { status: 503 } });
  });

  it("includes the text of the problem that caused it", () => {
    const one = problem("check_unheard", {
      why: causedBy(problem("service_timeout", { host: "api.example" })),
    });
    expect(storedProblem(one)).toEqual({
      code: "check_unheard",
      values: { why: { code: "service_timeout", values: { host: "api.example" } } },
    });
    expect(one.detail).toMatch(/^The service is not responding\. The check may have cost one credit/);
  });
});

import { describe, expect, it } from "vitest";
import { systemCodeOf } from "../../../shared/problems/values.ts";
import {
  causedBy,
  type Problem,
  problem,
  storedProblem,
  storedProblemSchema,
} from "../../../shared/problems.ts";

const read = (stored: unknown): Problem => storedProblemSchema.parse(JSON.parse(JSON.stringify(stored)));

const refusedBy = (code: string): Error => Object.assign(new Error(`${code}: no`), { code });

describe("a stored problem", () => {
  it.each([
    problem("rate_limited"),
    problem("credits_insufficient", { needed: 5, available: null, parked: true }),
    problem("store_locked", { dir: "/data", holder: { pid: 4, host: "here" } }),
    problem("check_uncertain", { checks: 3 }),
    problem("store_failing", { dir: "/data", code: systemCodeOf(refusedBy("EROFS")) }),
    problem("balance_unread", { why: causedBy(problem("service_broken", { status: 503 })) }),
  ])("$code is said in the same words once it is read", (one) => {
    expect(read(storedProblem(one))).toEqual(one);
  });

  it("holds no sentence", () => {
    const one = problem("service_broken", { status: 503 });
    expect(storedProblem(one)).toEqual({ code: "service_broken", values: { status: 503 } });
  });

  it("of an earlier Winnow keeps the words that were stored, also once it is stored again", () => {
    const earlier = { code: "rate_limited", title: "Slow down", detail: "Please.", action: "Wait." };
    expect(read(earlier)).toEqual(earlier);
    expect(read(storedProblem(read(earlier)))).toEqual(earlier);
    expect(read({ ...earlier, code: "renamed_since" })).toEqual({ ...earlier, code: "earlier_problem" });
  });

  /** As earlier versions stored them: reasons in words, which are shown as they were. */
  it.each<[code: string, values: object, detail: string]>([
    [
      "store_failing",
      { dir: "/data", why: "the disk reports an error" },
      "It could not be written in /data (the disk reports an error).",
    ],
    ["file_changed", { name: "the list" }, "the list was changed or removed by another program"],
  ])("%s %j of an earlier Winnow is said as it was, also once it is stored again", (code, values, detail) => {
    const once = read({ code, values });
    expect(once).toMatchObject({ code, values });
    expect(once.detail).toContain(detail);
    expect(read(storedProblem(once))).toEqual(once);
  });

  it.each<[code: string, values: object, detail: string]>([
    [
      "out_unwritable",
      { path: "/out.csv", why: "reason_of_tomorrow" },
      "/out.csv could not be written. Nothing half-written was left; what Winnow has is safe.",
    ],
    [
      "balance_unread",
      { why: { code: "of_tomorrow", values: { what: 1 } } },
      "It could not be read, although Winnow asked several times. Nothing is started without it.",
    ],
  ])("%s %j of a later Winnow is said without the reason, which is kept", (code, values, detail) => {
    const once = read({ code, values });
    expect(once.detail).toBe(detail);
    expect(storedProblem(once)).toEqual({ code, values });
  });

  it("that explains another one is said in that one's words of today", () => {
    const one = problem("check_unheard", {
      why: causedBy(problem("service_timeout", { host: "api.example" })),
    });
    expect(storedProblem(one)).toEqual({
      code: "check_unheard",
      values: { why: { code: "service_timeout", values: { host: "api.example" } } },
    });
    expect(one.detail).toMatch(/^The service does not answer\. The check may have been charged/);
  });
});

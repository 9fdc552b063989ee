import { describe, expect, it } from "vitest";
import { type Problem, problem, storedProblem, storedProblemSchema } from "../../../shared/problems.ts";

const read = (stored: unknown): Problem => storedProblemSchema.parse(JSON.parse(JSON.stringify(stored)));

describe("a stored problem", () => {
  it.each([
    problem("rate_limited"),
    problem("service_broken", { status: 503 }),
    problem("price_changed", { shown: 5, now: 7 }),
    problem("credits_insufficient", { needed: 5, available: null, parked: true }),
    problem("file_sheet_unknown", { sheet: "May", sheets: ["June", "July"] }),
    problem("file_not_a_list", { name: "list.pdf", kind: "pdf" }),
    problem("store_locked", { dir: "/data", holder: { pid: 4, host: "here" } }),
    problem("check_uncertain"),
    problem("check_uncertain", { checks: 3 }),
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

  it.each([
    ["a code of a later Winnow", { code: "of_tomorrow", values: { what: 1 } }],
    ["values of another shape", { code: "service_broken", values: { status: "many" } }],
    ["nothing but a code", { code: "service_broken" }],
  ])("with %s is said to be one of another version", (_what, stored) => {
    expect(read(stored)).toEqual(problem("earlier_problem"));
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { problem } from "../../../../shared/problems.ts";
import { fail } from "../../../../shared/result.ts";
import { answerWith, at, check, erased, make, suppressed } from "./check-room.ts";

describe("an address on a suppression list", () => {
  beforeEach(() => void suppressed.add("ann@b.c"));

  test("is neither verified nor paid for, and is advised against", async () => {
    answerWith({ result: "deliverable" });
    const result = await check("Ann@b.c", { again: true });
    expect(result).toMatchObject({ verdict: null, suppressed: true, problem: null });
    expect(result.advice).toMatch(/^Do not mail it.*nothing was charged\.$/);
    expect(at.service.asked).toHaveLength(0);
  });

  test("is verified when the user insists, and is still advised against", async () => {
    answerWith({ result: "deliverable" });
    expect(await check("ann@b.c", { anyway: true })).toMatchObject({
      verdict: "deliverable",
      suppressed: true,
      isCautioned: true,
      advice: expect.stringMatching(/^Do not mail it/),
    });
  });

  test("is never sent if the person was erased, not even when the user insists", async () => {
    erased.add("ann@b.c");
    expect(await check("ann@b.c", { anyway: true })).toMatchObject({
      verdict: null,
      problem: { code: "address_erased" },
    });
    expect(at.service.asked).toHaveLength(0);
  });

  test("is not sent if the suppression lists cannot be read", async () => {
    make({ accounts: at.open(), findSuppression: async () => fail(problem("store_corrupt", { path: "x" })) });
    expect(await check("a@b.c")).toMatchObject({
      verdict: null,
      problem: { code: "store_corrupt" },
      advice: expect.stringMatching(/^Do not mail it yet/),
    });
    expect(at.service.asked).toHaveLength(0);
  });
});

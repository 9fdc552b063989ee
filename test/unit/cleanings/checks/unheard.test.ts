import { describe, expect, test } from "vitest";
import { problem } from "../../../../shared/problems.ts";
import { fail } from "../../../../shared/result.ts";
import { sentences } from "../../../../shared/sentences.ts";
import { unwrap } from "../../../support/unwrap.ts";
import { account, answerWith, at, check, checksAsked, claims, handlers, live, make } from "./check-room.ts";

describe("a single check whose response may be lost", () => {
  test("is claimed before it is sent, and released once its verdict is stored", async () => {
    let before: unknown;
    at.service.answer(({ url }) => {
      if (url.pathname.endsWith("/verify")) before = [...claims.values()];
      return { body: { success: true, result: "deliverable", credits_info: { credits_remaining: 9 } } };
    });
    await check("Ann@b.c");
    expect(before).toMatchObject([{ address: "ann@b.c", at: at.clock.now() }]);
    expect(claims.size).toBe(0);
  });

  test("is not sent again without consent, and shows when it was sent and that it may have been paid for", async () => {
    at.service.answer(() => ({ status: 500, body: "<html>" }));
    expect(await check("ann@b.c")).toMatchObject({ problem: { code: "check_unheard" } });
    answerWith({ result: "deliverable" });
    const next = await check("ANN@b.c");
    expect(next).toMatchObject({ verdict: null, problem: { code: "check_unheard_before" } });
    expect(sentences(next.problem?.title, next.problem?.detail)).toMatch(
      /may have been paid for.*sent.* on /,
    );
    expect(next.advice).toMatch(/may keep it/);
    expect(checksAsked(at.service.asked)).toHaveLength(1);
    expect(await check("ann@b.c", { again: true })).toMatchObject({ verdict: "deliverable" });
    expect(claims.size).toBe(0);
  });

  test("is listed as unanswered once it is no longer in flight", async () => {
    const told = async () =>
      unwrap(await handlers["checks.unanswered"]({ accountId: account.id }, { signal: live })).checks;
    let during: Promise<unknown> | undefined;
    at.service.answer(() => {
      during = told();
      return { status: 500, body: "<html>" };
    });
    await check("ann@b.c");
    expect(await during).toEqual([]);
    expect(await told()).toMatchObject([
      { address: "ann@b.c", verdict: null, problem: { code: "check_unheard_before" } },
    ]);
    expect(checksAsked(at.service.asked)).toHaveLength(1);
  });

  test("is not sent if it cannot be claimed", async () => {
    make({ accounts: at.open(), claim: () => fail(problem("disk_full", { path: "x" })) });
    expect(await check("ann@b.c", { again: true })).toMatchObject({ problem: { code: "disk_full" } });
    expect(checksAsked(at.service.asked)).toHaveLength(0);
  });

  test("stays claimed as paid if the verdict arrives but cannot be stored", async () => {
    answerWith({ result: "deliverable" });
    make({ accounts: at.open(), remember: async () => fail(problem("disk_full", { path: "x" })) });
    expect(await check("ann@b.c")).toMatchObject({
      verdict: "deliverable",
      problem: { code: "check_unkept" },
    });
    expect([...claims.values()]).toMatchObject([{ address: "ann@b.c", unheard: true }]);
  });
});

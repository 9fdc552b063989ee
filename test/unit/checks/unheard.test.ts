import { describe, expect, test } from "vitest";
import { problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import { sentences } from "../../../shared/sentences.ts";
import { unwrap } from "../accounts/set-up.ts";
import {
  account,
  answerWith,
  at,
  check,
  checksAsked,
  handlers,
  live,
  make,
  noted,
  stored,
} from "./check-room.ts";

describe("a check that was sent and not heard", () => {
  const key = () => `${at.service.baseUrl} ann@b.c`;

  test("is noted before it is sent, and no longer once its verdict is kept", async () => {
    let before: number | undefined;
    at.service.answer(({ url }) => {
      if (url.pathname.endsWith("/verify")) before = noted.get(key());
      return { body: { success: true, result: "deliverable", credits_info: { credits_remaining: 9 } } };
    });
    await check("Ann@b.c");
    expect(before).toBe(at.clock.now());
    expect(noted.size).toBe(0);
  });

  test("is not sent again unasked: it is said when it was sent, and that it may have been paid for", async () => {
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
    expect(noted.size).toBe(0);
  });

  test("is told of without being asked for, and not while it is on its way", async () => {
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

  test("one that was refused is not among them", async () => {
    at.service.answer({
      status: 402,
      body: { result: "Insufficient verification credits", success: "false" },
    });
    await check("ann@b.c");
    expect(noted.size).toBe(0);
  });

  test("what cannot be noted is not sent", async () => {
    make({ accounts: at.open(), asking: async () => fail(problem("disk_full", { path: "x" })) });
    expect(await check("ann@b.c", { again: true })).toMatchObject({ problem: { code: "disk_full" } });
    make({ accounts: at.open(), asking: () => Promise.reject(new Error("broken")) });
    expect(await check("ann@b.c")).toMatchObject({ problem: { code: "memory_unread" } });
    expect(checksAsked(at.service.asked)).toHaveLength(0);
  });

  test("a verdict that cannot be kept is shown with that, and stays one that was paid for", async () => {
    answerWith({ result: "deliverable" });
    make({ accounts: at.open(), remember: async () => fail(problem("disk_full", { path: "x" })) });
    expect(await check("ann@b.c")).toMatchObject({
      verdict: "deliverable",
      problem: { code: "check_unkept" },
    });
    expect(noted.has(key())).toBe(true);
  });

  test("given up while it is noted, it is not sent, and its note is taken back before Winnow ends", async () => {
    const leaving = new AbortController();
    const steps: string[] = [];
    let write = () => {};
    const written = new Promise<void>((resolve) => {
      write = resolve;
    });
    let begun = () => {};
    const noting = new Promise<void>((resolve) => {
      begun = resolve;
    });
    make({
      accounts: at.open(),
      async asking(_scope, _check, { onBegun }) {
        onBegun();
        begun();
        await written;
        steps.push("noted");
        return ok(null);
      },
      async settle() {
        // As long as a thread takes.
        await new Promise(setImmediate);
        steps.push("taken back");
        return ok(null);
      },
    });
    const left = check("ann@b.c", { signal: leaving.signal });
    await noting;
    leaving.abort();
    expect(await left).toMatchObject({ verdict: null, problem: { code: "cancelled" } });
    const closed = stored().then(() => steps.push("closed"));
    write();
    await closed;
    expect(steps).toEqual(["noted", "taken back", "closed"]);
    expect(checksAsked(at.service.asked)).toHaveLength(0);
  });
});

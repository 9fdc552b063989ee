import { describe, expect, test } from "vitest";
import { checkCalls } from "../../../shared/bridge/checks.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import { sentences } from "../../../shared/sentences.ts";
import { unwrap } from "../accounts/set-up.ts";
import type { Scripted } from "../service/scripted-service.ts";
import {
  answerWith,
  at,
  check,
  checksAsked,
  handlers,
  known,
  live,
  make,
  remembered,
  stored,
} from "./check-room.ts";

describe("a checked address", () => {
  test("has verdict, flags, advice, and is remembered under its account's scope", async () => {
    answerWith({ result: "accept-all", accept_all: 3, free_email: 1 });
    const result = await check("Ann@Example.com");
    expect(result).toEqual({
      address: "Ann@Example.com",
      verdict: "accept_all",
      flags: ["free"],
      checkedAt: at.clock.now(),
      source: "service",
      advice: expect.stringContaining("Keep it"),
      suggestion: null,
      suppressed: false,
      problem: null,
    });
    expect(remembered).toEqual([
      {
        scope: at.service.baseUrl,
        address: "Ann@Example.com",
        verdict: "accept_all",
        flags: ["free"],
        at: at.clock.now(),
      },
    ]);
  });

  test("the balance is read again afterwards", async () => {
    answerWith({ result: "deliverable" });
    await check("a@b.c");
    await expect
      .poll(() => at.events.filter((e) => e.event === "account.changed").at(-1))
      .toMatchObject({ account: { balance: { credits: 99 } } });
  });

  test("is waited for by Winnow's end while the archive takes it, and by nothing after", async () => {
    answerWith({ result: "deliverable" });
    const began = Promise.withResolvers<void>();
    const disk = Promise.withResolvers<void>();
    const order: string[] = [];
    make({
      accounts: at.open(),
      async remember() {
        began.resolve();
        await disk.promise;
        order.push("kept");
        return ok(null);
      },
    });
    await stored();
    const answered = check("a@b.c");
    await began.promise;
    const ended = stored().then(() => order.push("ended"));
    setImmediate(() => disk.resolve());
    await ended;
    expect(order).toEqual(["kept", "ended"]);
    await answered;
    await stored();
  });

  test("is not waited for by Winnow's end before it is sent", async () => {
    const noting = Promise.withResolvers<void>();
    const disk = Promise.withResolvers<void>();
    make({
      accounts: at.open(),
      async asking() {
        noting.resolve();
        await disk.promise;
        return fail(problem("memory_unread"));
      },
    });
    const answered = check("a@b.c");
    await noting.promise;
    await stored();
    disk.resolve();
    expect((await answered).verdict).toBeNull();
    expect(checksAsked(at.service.asked)).toEqual([]);
  });

  test("is an answer although the balance afterwards cannot be kept", async () => {
    answerWith({ result: "deliverable" });
    const lines: string[] = [];
    const accounts = {
      ...at.open(),
      refreshCredits: () => Promise.reject(new Error("database or disk is full")),
    };
    make({ accounts, log: (line) => lines.push(line) });
    expect(await check("a@b.c")).toMatchObject({ verdict: "deliverable" });
    await expect.poll(() => lines).toEqual(["the balance could not be kept after a check"]);
  });

  test.each([
    ["deliverable", {}, /^Safe to send/],
    ["deliverable", { role: 1 }, /role/],
    ["deliverable", { disposable: 1 }, /temporary/],
    ["deliverable", { spamtrap: 1, role: 1 }, /spam trap/],
    ["accept_all", {}, /^Keep it/],
    ["unknown", {}, /^Keep it.*later/],
    ["undeliverable", {}, /^Leave it out.*bounce/],
    ["undeliverable", { role: 1 }, /^Leave it out/],
    ["something new", {}, /^Keep it/],
  ])("%s %j: one sentence of advice", async (verdict, flags, advice) => {
    answerWith({ result: verdict, ...flags });
    const result = await check("a@b.c");
    expect(result.advice).toMatch(advice);
    expect(result.advice).toMatch(/^[^.]+\.$/);
  });

  test("a likely slip of the pen is pointed out", async () => {
    answerWith({ result: "undeliverable" });
    expect((await check("ann@gmial.com")).suggestion).toBe("ann@gmail.com");
  });
});

describe("memory", () => {
  test("what is known and fresh is answered without the service", async () => {
    known.set(`${at.service.baseUrl} ann@example.com`, {
      verdict: "deliverable",
      flags: ["role"],
      verifiedAt: 5,
    });
    expect(await check("Ann@example.com")).toMatchObject({
      verdict: "deliverable",
      source: "known",
      checkedAt: 5,
    });
    expect(at.service.asked).toHaveLength(0);
    expect(remembered).toEqual([]);
  });

  test("unless it is to be checked again", async () => {
    known.set(`${at.service.baseUrl} ann@example.com`, { verdict: "deliverable", flags: [], verifiedAt: 5 });
    answerWith({ result: "undeliverable" });
    expect(await check("ann@example.com", { again: true })).toMatchObject({
      verdict: "undeliverable",
      source: "service",
    });
  });

  test("one that cannot be read has nothing paid for, unless the address is to be checked anew", async () => {
    make({
      accounts: at.open(),
      lookUp: () => Promise.reject(new Error("locked")),
      remember: () => Promise.reject(new Error("locked")),
    });
    expect(await check("a@b.c")).toMatchObject({ verdict: null, problem: { code: "memory_unread" } });
    expect(at.service.asked).toEqual([]);
    answerWith({ result: "deliverable" });
    expect(await check("a@b.c", { again: true })).toMatchObject({
      verdict: "deliverable",
      source: "service",
    });
  });
});

describe("a check that fails is an answer too", () => {
  test.each([
    [
      "no credits",
      { status: 402, body: { result: "Insufficient verification credits", success: "false" } },
      "credits_used_up",
    ],
    ["a revoked key", { status: 401, body: { result: "Invalid API Key", success: false } }, "key_invalid"],
    [
      "a refusal",
      { status: 400, body: { result: "Invalid request. Required email.", success: "false" } },
      "address_required",
    ],
  ])("%s: the address may be kept, and why is said", async (_what, scripted, code) => {
    at.service.answer(scripted);
    const result = await check("a@b.c");
    expect(result).toMatchObject({ verdict: null, source: null, checkedAt: null, problem: { code } });
    if (code !== "address_required") expect(result.advice).toMatch(/may keep it/);
    expect(remembered).toEqual([]);
    expect(checksAsked(at.service.asked)).toHaveLength(1);
  });

  test.each<[string, Scripted]>([
    ["a connection that breaks", (response) => void response.socket?.destroy()],
    [
      "an answer that breaks off",
      (response) => {
        response.writeHead(200, { "content-length": "500" });
        response.write('{"success"', () => response.socket?.destroy());
      },
    ],
    ["a fault", { status: 500, body: "<html>" }],
    ["nonsense", { status: 200, body: "hello" }],
    ["a time-out in between", { status: 408 }],
    ["a redirect on the origin", { status: 307, headers: { location: "/v1/verify?x=1" } }],
    ["a redirect elsewhere", { status: 302, headers: { location: "https://elsewhere.example/" } }],
  ])("%s: it is said that the check may have been charged, and it is sent once", async (_what, scripted) => {
    at.service.answer(() => scripted);
    const result = await check("a@b.c");
    expect(result).toMatchObject({ verdict: null, problem: { code: "check_unheard" } });
    const { title, detail, action } = result.problem ?? {};
    expect(sentences(title, detail)).toContain("may have been charged: one credit");
    expect(sentences(title, detail, action)).not.toMatch(/nothing (is lost|was charged)/i);
    expect(result.advice).toMatch(/may keep it/);
    expect(remembered).toEqual([]);
    expect(at.service.asked).toHaveLength(1);
  });

  test("what certainly is no address is not sent", async () => {
    expect(await check("not an address")).toMatchObject({
      verdict: null,
      problem: { code: "address_required" },
    });
    expect(at.service.asked).toHaveLength(0);
  });

  test("an unknown account is a problem of the call's", async () => {
    const input = checkCalls["checks.check"].input.parse({ accountId: "nobody", address: "a@b.c" });
    expect(await handlers["checks.check"](input, { signal: live })).toMatchObject({
      ok: false,
      problem: { code: "account_unknown" },
    });
    expect(await handlers["checks.queue"]({ accountId: "nobody" }, { signal: live })).toMatchObject({
      ok: false,
    });
  });

  test("a key behind a locked keychain", async () => {
    await at.closeAll();
    at.keychain.state = "locked";
    make({ accounts: at.open() });
    expect(await check("a@b.c")).toMatchObject({ verdict: null, problem: { code: "keychain_locked" } });
  });
});

describe("forgetting an address", () => {
  const forget = (address: string) => handlers["checks.forget"]({ address }, { signal: live });

  test("takes every single check of it", async () => {
    answerWith({ result: "deliverable" });
    await check("Ann@b.c");
    await check("bob@b.c");
    expect(unwrap(await forget("ann@B.c"))).toEqual({ forgotten: 1 });
    expect(remembered.map(({ address }) => address)).toEqual(["bob@b.c"]);
  });

  test("waits for the answer that is under way: it would be kept after all", async () => {
    answerWith({ result: "deliverable" });
    let keep = () => {};
    const kept = new Promise<void>((resolve) => {
      keep = resolve;
    });
    let keeping = false;
    make({
      accounts: at.open(),
      async remember(scope, one) {
        keeping = true;
        await kept;
        remembered.push({ scope, ...one });
        return ok(null);
      },
    });
    const asked = check("ann@b.c");
    await expect.poll(() => keeping).toBe(true);
    expect(await forget("ANN@b.c")).toMatchObject({ ok: false, problem: { code: "check_under_way" } });
    keep();
    await asked;
    expect(unwrap(await forget("ann@b.c"))).toEqual({ forgotten: 1 });
  });
});

import { describe, expect, test } from "vitest";
import { sentences } from "../../../../shared/sentences.ts";
import { unwrap } from "../../../support/unwrap.ts";
import type { Scripted } from "../../service/scripted-service.ts";
import { answerWith, at, check, checksAsked, handlers, known, live, remembered } from "./check-room.ts";

describe("a checked address", () => {
  test("is deliverable and cautioned against if it looks mistyped", async () => {
    answerWith({ result: "deliverable" });
    const { advice, isCautioned } = await check("ann@gmial.com");
    expect({ advice, isCautioned }).toEqual({
      advice: "Better to ask before you mail it: it looks mistyped.",
      isCautioned: true,
    });
  });

  test("has a verdict, flags and advice, and is remembered under its account's scope", async () => {
    answerWith({ result: "accept-all", accept_all: 3, free_email: 1 });
    const result = await check("Ann@Example.com");
    expect(result).toEqual({
      address: "Ann@Example.com",
      verdict: "accept_all",
      flags: ["free"],
      checkedAt: at.clock.now(),
      source: "service",
      advice: expect.stringContaining("Keep it"),
      isCautioned: false,
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
});

describe("an address with a known verdict", () => {
  test("is not sent to the service while the verdict is fresh", async () => {
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

  test("is sent to the service when the user checks it again", async () => {
    known.set(`${at.service.baseUrl} ann@example.com`, { verdict: "deliverable", flags: [], verifiedAt: 5 });
    answerWith({ result: "undeliverable" });
    expect(await check("ann@example.com", { again: true })).toMatchObject({
      verdict: "undeliverable",
      source: "service",
    });
  });

  test("is sent to the service when checked again while a first check is under way", async () => {
    known.set(`${at.service.baseUrl} ann@example.com`, { verdict: "deliverable", flags: [], verifiedAt: 5 });
    answerWith({ result: "undeliverable" });
    const both = [check("ann@example.com"), check("ann@example.com", { again: true })];
    expect((await Promise.all(both)).map(({ source }) => source)).toEqual(["known", "service"]);
  });
});

describe("a check that fails", () => {
  test.each([
    [
      "no credits",
      { status: 402, body: { result: "Insufficient verification credits", success: "false" } },
      "credits_used_up",
    ],
    ["a revoked key", { status: 401, body: { result: "Invalid API Key", success: false } }, "key_invalid"],
  ])("states the reason and that the address may be kept: %s", async (_what, scripted, code) => {
    at.service.answer(scripted);
    const result = await check("a@b.c");
    expect(result).toMatchObject({ verdict: null, source: null, checkedAt: null, problem: { code } });
    expect(result.advice).toMatch(/may keep it/);
    expect(remembered).toEqual([]);
    expect(checksAsked(at.service.asked)).toHaveLength(1);
  });

  test.each<[string, Scripted]>([
    ["a connection that breaks", (response) => void response.socket?.destroy()],
    ["an error response", { status: 500, body: "<html>" }],
    ["a timeout of a gateway", { status: 408 }],
  ])("is sent once and reports that it may have been charged: %s", async (_what, scripted) => {
    at.service.answer(() => scripted);
    const result = await check("a@b.c");
    expect(result).toMatchObject({ verdict: null, problem: { code: "check_unheard" } });
    const { title, detail, action } = result.problem ?? {};
    expect(sentences(title, detail)).toContain("may have cost one credit");
    expect(sentences(title, detail, action)).not.toMatch(/nothing (is lost|was charged)/i);
    expect(result.advice).toMatch(/may keep it/);
    expect(remembered).toEqual([]);
    expect(at.service.asked).toHaveLength(1);
  });

  test("is not sent if the text is certainly not an address", async () => {
    expect(await check("not an address")).toMatchObject({
      verdict: null,
      problem: { code: "address_required" },
    });
    expect(at.service.asked).toHaveLength(0);
  });
});

describe("forgetting an address", () => {
  const forget = (address: string) => handlers["checks.forget"]({ address }, { signal: live });

  test("erases every single check of the address", async () => {
    answerWith({ result: "deliverable" });
    await check("Ann@b.c");
    await check("bob@b.c");
    expect(unwrap(await forget("ann@B.c"))).toEqual({ forgotten: 1 });
    expect(remembered.map(({ address }) => address)).toEqual(["bob@b.c"]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../electron/engine/service/index.ts";
import { uploadText } from "../../support/upload-text.ts";
import { clientOf, type ScriptedService, startScriptedService } from "./scripted-service.ts";

let service: ScriptedService;
let client: ServiceClient;
beforeAll(async () => {
  service = await startScriptedService();
  client = clientOf(service.baseUrl);
});
afterAll(() => service.close());

const nonsense = {
  ok: false,
  error: { problem: { code: "service_nonsense" }, consequence: "retry", effect: "unknown" },
};

describe("the balance", () => {
  test.each([
    [{ success: true, credits_info: { credits_remaining: 42 } }, 42],
    [{ success: "true", credits_info: { credits_remaining: "42" } }, 42],
    [{ success: "TRUE", credits_info: { credits_remaining: 0, plan: "x" } }, 0],
  ])("is read from %j", async (body, credits) => {
    service.answer({ body });
    expect(await client.balance()).toEqual({ ok: true, value: { credits } });
  });

  test.each([
    [""],
    ["<html>It works!</html>"],
    ['{"success":true}'],
    ['{"success":true,"credits_info":{"credits_remaining":"lots"}}'],
    ['{"success":true,"credits_info":{"credits_remaining":null}}'],
    ['{"success":true,"credits_info":{"credits_remaining":4'],
  ])("is refused as not understood: %j", async (body) => {
    service.answer({ body });
    expect(await client.balance()).toMatchObject(nonsense);
  });
});

describe("an upload", () => {
  test.each([
    [200, { job_id: "abc", success: true, message: "ok" }, { jobId: "abc", message: "ok" }],
    [201, { job_id: "abc", success: "true", message: "ok" }, { jobId: "abc", message: "ok" }],
    [200, { job_id: "a/../b?c", message: null }, { jobId: "a/../b?c", message: "" }],
  ])("is accepted with %i %j", async (status, body, value) => {
    service.answer({ status, body });
    expect(await uploadText(client)).toEqual({ ok: true, value });
  });

  test("keeps all digits of a 19-digit job id; the status does too", async () => {
    service.answer({ body: `{"job_id": ${"1234567890123456789"}, "success": true, "status": "preparing"}` });
    expect(await uploadText(client)).toMatchObject({ value: { jobId: "1234567890123456789" } });
    expect(await client.status("1234567890123456789")).toMatchObject({
      ok: true,
      value: { jobId: "1234567890123456789" },
    });
  });

  test.each(["1e400", "-17", "1e20"])("is refused with the number %s as the job id", async (id) => {
    service.answer({ body: `{"job_id": ${id}, "success": true, "message": "ok"}` });
    expect(await uploadText(client)).toMatchObject(nonsense);
  });

  test.each([
    { success: true, message: "ok" },
    { success: true, job_id: "" },
  ])("is refused as not understood: %j", async (body) => {
    service.answer({ body });
    expect(await uploadText(client)).toMatchObject(nonsense);
  });
});

describe("a status", () => {
  const analysis = { common_isp: 1, role_based: 2, disposable: 3, spamtrap: 4, syntax_error: 5 };
  const counts = { deliverable: 6, undeliverable: 2, accept_all: 1, unknown: 1 };

  test.each([
    [
      { job_id: "j", status: "preparing", created_at: "01/02/2026, 3:04:05 PM", success: true, message: "m" },
      { status: "preparing", jobId: "j", createdAt: "01/02/2026, 3:04:05 PM" },
    ],
    [
      { job_id: "j", status: "ready", success: false, total: 10, analysis, credit_error: "Add credits" },
      { status: "ready", jobId: "j", createdAt: null, total: 10, analysis, creditError: "Add credits" },
    ],
    [
      {
        status: "completed",
        success: "true",
        total: 10,
        verified: 10,
        pending: 0,
        results: { deliverable: "6", undeliverable: 2, "accept-all": 1, unknown: 1, other: "x" },
      },
      {
        status: "completed",
        jobId: "j",
        createdAt: null,
        total: 10,
        verified: 10,
        pending: 0,
        analysis: null,
        counts,
      },
    ],
    [
      { job_id: "j", status: "failed", total: 0, success: false, message: "The list could not be processed" },
      { status: "failed", jobId: "j", createdAt: null, message: "The list could not be processed" },
    ],
  ])("is read from %j", async (body, value) => {
    service.answer({ body });
    expect(await client.status("j")).toEqual({ ok: true, value });
  });

  test.each([
    { job_id: "j", status: "paused" },
    { job_id: "another", status: "completed" },
    { job_id: "j", status: "verifying", total: -1 },
    { job_id: "j", status: "verifying", results: { deliverable: "some" } },
  ])("is refused as not understood: %j", async (body) => {
    service.answer({ body });
    expect(await client.status("j")).toMatchObject(nonsense);
  });
});

describe("a checked address", () => {
  const nothing = { role: 0, free_email: 0, disposable: 0, spamtrap: 0 };
  test.each([
    [{ result: "deliverable", email: "a@b.c", ...nothing, accept_all: 0 }, "deliverable", []],
    [{ result: "accept all", ...nothing, accept_all: 7 }, "accept_all", []],
    [
      { result: "undeliverable", role: 1, free_email: "1", disposable: true, spamtrap: "Y" },
      "undeliverable",
      ["free", "role", "disposable", "trap"],
    ],
    [{ result: "risky", message: "m" }, "unknown", []],
  ])("is read from %j", async (body, verdict, flags) => {
    service.answer({ body: { success: true, ...body } });
    const answer = await client.verify("a@b.c");
    expect(answer).toMatchObject({
      ok: true,
      value: { email: "a@b.c", verdict, flags, rawVerdict: body.result },
    });
  });

  test.each([{ success: true }, { success: true, result: "" }, { success: true, result: 3 }])(
    "is refused as not understood: %j",
    async (body) => {
      service.answer({ body });
      expect(await client.verify("a@b.c")).toMatchObject(nonsense);
    },
  );
});

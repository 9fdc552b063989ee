import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FaultName, Sandbox } from "../../../electron/sandbox/index.ts";
import { json, request, testSandbox, upload } from "./service.ts";

let sandbox: Sandbox;
let id: string;

beforeEach(async () => {
  sandbox = await testSandbox();
  id = await upload(sandbox, "Email\ndeliverable@corp.example\nbounce@corp.example\n");
});
afterEach(() => sandbox.close());

const start = (init: RequestInit = {}) => request(sandbox, "PATCH", "bulk", { job_id: id }, init);
const starts = () => sandbox.snapshot().jobs[0]?.starts;

/** What comes of a start that the fault hits: a status with a text, or `broken`. */
async function startWith(
  name: FaultName,
  value?: number,
): Promise<{ status: number; text: string } | "broken"> {
  sandbox.faults.add(value === undefined ? { name, times: 1 } : { name, value, times: 1 });
  try {
    const response = await start({ redirect: "manual" });
    return { status: response.status, text: await response.text() };
  } catch {
    return "broken";
  }
}

describe("faults that cost nothing", () => {
  test.each<[FaultName, number | "broken", string | RegExp]>([
    ["drop-before", "broken", ""],
    ["500-html", 500, /<h1>500/],
    ["500-json", 500, /^\{/],
    ["500-empty", 500, ""],
    ["503-retry-after", 503, "Back soon"],
    ["429", 429, /Too many requests/],
    ["429-retry-after", 429, /Too many requests/],
    ["redirect", 302, ""],
    ["redirect-same", 307, ""],
    ["html-200", 200, /<html>/],
    ["unknown-error", 400, /Quota policy 7 .* sandbox-tester-key/],
    ["success-false", 200, /"success":false/],
    ["invalid-key", 401, /Invalid API Key/],
    ["restricted", 400, /Verify restricted/],
    ["no-credits", 402, /Insufficient verification credits/],
    ["active-full", 400, /maximum number of active verification lists/],
    ["not-found", 400, /Job not found/],
  ])("%s", async (name, status, text) => {
    const answer = await startWith(name);
    if (answer === "broken") expect(status).toBe("broken");
    else {
      expect(answer.status).toBe(status);
      expect(answer.text).toMatch(text);
    }
    expect(starts()).toBe(0);
    expect(sandbox.account("tester").credits).toBe(1000);
    expect((await start()).status).toBe(200);
    expect(starts()).toBe(1);
  });
});

describe("faults after the request took effect", () => {
  test.each<[FaultName, number | "broken"]>([
    ["drop-after", "broken"],
    ["truncated-body", "broken"],
    ["500-after", 500],
    ["empty-body", 200],
    ["nonsense-json", 200],
    ["wrong-shape", 200],
    ["short-body", 200],
  ])("%s", async (name, status) => {
    const answer = await startWith(name);
    expect(answer === "broken" ? answer : answer.status).toBe(status);
    expect(starts()).toBe(1);
    expect(sandbox.account("tester").credits).toBe(998);
    expect(await json(start())).toEqual({ result: "Verification has already started.", success: false });
    expect(starts()).toBe(1);
    expect(sandbox.account("tester").credits).toBe(998);
  });
});

describe("answers that take long", () => {
  test.each<[FaultName, number]>([
    ["hang-before", 0],
    ["hang-after", 1],
    ["stalled-body", 1],
  ])("%s", async (name, effect) => {
    sandbox.faults.add({ name });
    const leaving = new AbortController();
    const asked = start({ signal: leaving.signal }).then((response) => response.text());
    const seen = () => sandbox.requests.at(-1)?.operation === "start";
    await expect.poll(seen).toBe(true);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    expect(starts()).toBe(effect);
  });

  test("slow-body arrives whole, and latency only late", async () => {
    expect(await startWith("slow-body", 2000)).toMatchObject({
      status: 200,
      text: expect.stringMatching(/\}$/),
    });
    sandbox.faults.add({ name: "latency", value: 1 });
    expect((await request(sandbox, "GET", "info")).status).toBe(200);
  });

  test("endless-body goes on until the caller leaves", async () => {
    sandbox.faults.add({ name: "endless-body" });
    const response = await request(sandbox, "GET", "info");
    let size = 0;
    for await (const piece of response.body ?? []) {
      size += piece.length;
      if (size > 5_000_000) break;
    }
    expect(size).toBeGreaterThan(5_000_000);
  });
});

describe("answers in other words", () => {
  const status = () => json(request(sandbox, "GET", "bulk", { job_id: id }));

  test.each<[FaultName, object]>([
    ["success-string", { success: "true" }],
    ["number-strings", { total: "2", analysis: { common_isp: "0", role_based: "0" } }],
    ["odd-created-at", { created_at: "21. November 2026" }],
    ["unknown-status", { status: "queued" }],
    ["wrong-total", { total: 9 }],
    ["credit-error", { success: false, status: "ready", credit_error: expect.any(String) }],
    ["cancel", { status: "cancelled", total: 2 }],
  ])("%s", async (name, body) => {
    sandbox.faults.add({ name });
    expect(await status()).toMatchObject(body);
  });

  test("success-missing and sparse-status leave out", async () => {
    sandbox.faults.add({ name: "sparse-status" });
    expect(await status()).toEqual({ job_id: id, status: "ready" });
    sandbox.faults.clear();
    sandbox.faults.add({ name: "success-missing" });
    expect(await status()).not.toHaveProperty("success");
  });

  test("vanish loses the job for ever", async () => {
    sandbox.faults.add({ name: "vanish", times: 1 });
    expect(await status()).toEqual({ result: "Job not found", success: false });
    expect(await status()).toEqual({ result: "Job not found", success: false });
    expect(sandbox.snapshot().jobs).toMatchObject([{ id, gone: true }]);
  });

  test("error-message says errors under message", async () => {
    sandbox.faults.add({ name: "error-message" });
    expect(await json(request(sandbox, "GET", "bulk", { job_id: "x" }))).toEqual({
      message: "Job not found. Invalid jobId",
      success: false,
    });
  });

  test("status-201 and odd-job-id of an upload", async () => {
    sandbox.faults.add({ name: "status-201" });
    sandbox.faults.add({ name: "odd-job-id" });
    const odd = await upload(sandbox, "Email\na@corp.example\n");
    expect(odd).toMatch(/\?&=\+#%$/);
    expect(sandbox.requests.at(-1)).toMatchObject({ operation: "upload", status: 201, jobId: odd });
    expect(await json(request(sandbox, "GET", "bulk", { job_id: odd }))).toMatchObject({
      job_id: odd,
      status: "ready",
    });
  });

  test("accept-all-value and verdict spellings of a check", async () => {
    const check = () => json(request(sandbox, "GET", "verify", { email: "catchall@corp.example" }));
    sandbox.faults.add({ name: "accept-all-value", value: 3, times: 1 });
    expect(await check()).toMatchObject({ accept_all: 3, result: "accept_all" });
    sandbox.faults.add({ name: "verdict-space" });
    sandbox.faults.add({ name: "verdict-padded" });
    expect(await check()).toMatchObject({ accept_all: 1, result: "  accept all " });
  });
});

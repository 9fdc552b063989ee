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

describe("a fault before the request takes effect", () => {
  test.each<[FaultName, number | "broken", string | RegExp]>([
    ["drop-before", "broken", ""],
    ["500-html", 500, /<h1>500/],
    ["500-empty", 500, ""],
    ["429", 429, /Too many requests/],
    ["429-retry-after", 429, /Too many requests/],
    ["redirect", 302, ""],
    ["html-200", 200, /<html>/],
    ["unknown-error", 400, /Quota policy 7 .* sandbox-tester-key/],
    ["success-false", 200, /"success":false/],
    ["no-credits", 402, /Insufficient verification credits/],
    ["not-found", 400, /Job not found/],
  ])("%s answers as named and charges nothing", async (name, status, text) => {
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

describe("a fault after the request took effect", () => {
  test.each<[FaultName, number | "broken"]>([
    ["drop-after", "broken"],
    ["truncated-body", "broken"],
    ["500-after", 500],
    ["empty-body", 200],
    ["nonsense-json", 200],
    ["wrong-shape", 200],
    ["short-body", 200],
  ])("%s answers as named after charging once", async (name, status) => {
    const answer = await startWith(name);
    expect(answer === "broken" ? answer : answer.status).toBe(status);
    expect(starts()).toBe(1);
    expect(sandbox.account("tester").credits).toBe(998);
    expect(await json(start())).toEqual({ result: "Verification has already started.", success: false });
    expect(starts()).toBe(1);
    expect(sandbox.account("tester").credits).toBe(998);
  });
});

describe("a fault that delays the answer", () => {
  test.each<[FaultName, number]>([
    ["hang-before", 0],
    ["hang-after", 1],
    ["stalled-body", 1],
  ])("%s holds the answer until the caller leaves", async (name, effect) => {
    sandbox.faults.add({ name });
    const leaving = new AbortController();
    const asked = start({ signal: leaving.signal }).then((response) => response.text());
    const seen = () => sandbox.requests.at(-1)?.operation === "start";
    await expect.poll(seen).toBe(true);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    expect(starts()).toBe(effect);
  });
});

describe("a fault in the status", () => {
  const status = () => json(request(sandbox, "GET", "bulk", { job_id: id }));

  test.each<[FaultName, object]>([
    ["success-string", { success: "true" }],
    ["number-strings", { total: "2", analysis: { common_isp: "0", role_based: "0" } }],
    ["odd-created-at", { created_at: "21. November 2026" }],
    ["unknown-status", { status: "queued" }],
    ["wrong-total", { total: 9 }],
    ["credit-error", { success: false, status: "ready", credit_error: expect.any(String) }],
    ["cancel", { status: "cancelled", total: 2 }],
  ])("%s changes the answer", async (name, body) => {
    sandbox.faults.add({ name });
    expect(await status()).toMatchObject(body);
  });
});

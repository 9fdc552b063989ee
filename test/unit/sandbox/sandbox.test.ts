import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Sandbox } from "../../../electron/sandbox/index.ts";
import { json, KEY, request, results, testSandbox, upload, verified } from "./service.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const LIST = "Email\na@corp.example\nb@corp.example\nA@corp.example\n";

describe("money", () => {
  test("starts that come at the same time take effect once", async () => {
    sandbox = await testSandbox();
    const id = await upload(sandbox, LIST);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => request(sandbox, "PATCH", "bulk", { job_id: id })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(400)]);
    expect(sandbox.snapshot().jobs).toMatchObject([{ starts: 1, charged: 2 }]);
    expect(sandbox.account("tester").credits).toBe(998);
  });

  test("every address is accounted for, in lists and in single checks", async () => {
    sandbox = await testSandbox();
    await verified(sandbox, LIST);
    await upload(sandbox, "Email\nnever-started@corp.example\n");
    await json(request(sandbox, "GET", "verify", { email: "B@corp.example" }));
    expect([...sandbox.charges("tester")]).toEqual([
      ["a@corp.example", 1],
      ["b@corp.example", 2],
    ]);
    expect(sandbox.account("tester").credits).toBe(997);
  });

  test("lists that verify themselves share the credits in the order in which they get ready", async () => {
    sandbox = await testSandbox({ speed: 1, accounts: [{ label: "tester", key: KEY, credits: 3 }] });
    await sandbox.setClock(0);
    const first = await upload(sandbox, LIST, { auto_verify: "true" });
    const second = await upload(sandbox, LIST, { auto_verify: "True" });
    await sandbox.advance(60_000);
    expect(sandbox.snapshot().jobs).toMatchObject([
      { id: first, state: "completed", charged: 2 },
      { id: second, state: "ready", charged: 0 },
    ]);
    sandbox.topUp("tester", 10);
    await sandbox.advance(60_000);
    // Credits that come later start nothing by themselves; and the complaint is over.
    expect(await json(request(sandbox, "GET", "bulk", { job_id: second }))).toMatchObject({
      status: "ready",
      success: true,
    });
    expect(sandbox.account("tester").credits).toBe(11);
  });

  test("credits that come after the list got ready do not start it, even when nobody looked in between", async () => {
    sandbox = await testSandbox({ speed: 1, accounts: [{ label: "tester", key: KEY, credits: 0 }] });
    await sandbox.setClock(0);
    await upload(sandbox, LIST, { auto_verify: "true" });
    await sandbox.advance(60_000);
    sandbox.topUp("tester", 10);
    expect(sandbox.snapshot().jobs).toMatchObject([{ state: "ready", starts: 0 }]);
  });
});

describe("time", () => {
  test("results do not depend on when they are asked for", async () => {
    sandbox = await testSandbox({ speed: 1 });
    await sandbox.setClock(0);
    const watched = await upload(sandbox, LIST);
    const left = await upload(sandbox, LIST);
    await sandbox.advance(1500);
    for (const id of [watched, left]) await json(request(sandbox, "PATCH", "bulk", { job_id: id }));
    for (let i = 0; i < 10; i++) {
      await json(request(sandbox, "GET", "bulk", { job_id: watched }));
      await sandbox.advance(1);
    }
    expect(await results(sandbox, watched)).toBe(await results(sandbox, left));
  });

  test("a job keeps the pace at which it was uploaded, and is purged after thirty days", async () => {
    sandbox = await testSandbox({ speed: 1, limits: { retention: 5000 } });
    await sandbox.setClock(0);
    const id = await upload(sandbox, LIST);
    await sandbox.advance(4999);
    expect(await json(request(sandbox, "GET", "bulk", { job_id: id }))).toMatchObject({ status: "ready" });
    await sandbox.advance(1);
    expect(await json(request(sandbox, "GET", "bulk", { job_id: id }))).toMatchObject({
      result: "Job not found",
    });
    expect(sandbox.uploaded(id)).toBeNull();
  });
});

describe("what a test sees", () => {
  test("every request, without its key", async () => {
    sandbox = await testSandbox();
    const id = await upload(sandbox, LIST);
    await request(sandbox, "GET", "bulk", { job_id: id });
    await request(sandbox, "GET", "bulk", { job_id: id, apikey: "wrong-key" });
    await request(sandbox, "GET", "elsewhere");
    expect(sandbox.requests).toMatchObject([
      { operation: "upload", account: "tester", status: 200, jobId: id },
      { operation: "status", account: "tester", status: 200, jobId: id },
      { operation: "status", account: null, status: 401 },
      { operation: null, path: "/v1/elsewhere", status: 404 },
    ]);
    expect(JSON.stringify(sandbox.requests)).not.toMatch(/tester-key|wrong-key/);
  });

  test("what was uploaded, byte for byte", async () => {
    sandbox = await testSandbox();
    const id = await upload(sandbox, LIST);
    expect(new TextDecoder().decode(sandbox.uploaded(id) ?? undefined)).toBe(LIST);
    expect(sandbox.uploaded("no-such-job")).toBeNull();
  });

  test("log lines without keys", async () => {
    const lines: string[] = [];
    sandbox = await testSandbox({ log: (line) => lines.push(line) });
    await request(sandbox, "GET", "info");
    expect(lines).toEqual(["GET /v1/info tester 200"]);
  });
});

describe("parameters elsewhere than in the query string", () => {
  test.each<[string, RequestInit]>([
    ["JSON", { body: JSON.stringify({ apikey: KEY, job_id: "ID", action: "start" }) }],
    ["a form", { body: new URLSearchParams({ apikey: KEY, job_id: "ID" }) }],
  ])("%s", async (_, init) => {
    sandbox = await testSandbox();
    const id = await upload(sandbox, LIST);
    const body = String(init.body).replace("ID", id);
    const type =
      init.body instanceof URLSearchParams ? "application/x-www-form-urlencoded" : "application/json";
    const response = await fetch(`${sandbox.baseUrl}/v1/bulk`, {
      method: "PATCH",
      body,
      headers: { "content-type": type },
    });
    expect(response.status).toBe(200);
  });

  test("an array under RAW_BODY in a form, auto_verify beside it", async () => {
    sandbox = await testSandbox();
    const body = new FormData();
    body.set("RAW_BODY", JSON.stringify({ emails: [{ email: "a@corp.example" }], auto_verify: "true" }));
    await json(request(sandbox, "POST", "bulk", {}, { body }));
    expect(sandbox.snapshot().jobs).toMatchObject([{ total: 1, state: "completed" }]);
  });

  test("an action that is none", async () => {
    sandbox = await testSandbox();
    const id = await upload(sandbox, LIST);
    const answer = await json(
      request(sandbox, "PATCH", "bulk", { job_id: id }, { body: JSON.stringify({ action: "stop" }) }),
    );
    expect(answer).toEqual({ result: "Invalid action", success: false });
    expect(sandbox.snapshot().jobs).toMatchObject([{ starts: 0 }]);
  });
});

test("a hundred thousand addresses come back, each once", async () => {
  sandbox = await testSandbox({ accounts: [{ label: "tester", key: KEY, credits: 100_000 }] });
  let text = "Email\n";
  for (let i = 0; i < 100_000; i++) text += `a${i}@corp.example\n`;
  const id = await verified(sandbox, text);
  const lines = (await results(sandbox, id)).trimEnd().split("\n");
  expect(lines).toHaveLength(100_001);
  expect(new Set(lines.slice(1).map((line) => line.split(",", 1)[0])).size).toBe(100_000);
});

test("two processes on the same state start a list once", async () => {
  const stateDir = await mkdtemp(join(tmpdir(), "winnow-sandbox-"));
  sandbox = await testSandbox({ stateDir });
  const other = await testSandbox({ stateDir });
  try {
    const id = await upload(sandbox, LIST);
    const answers = await Promise.all(
      [sandbox, other, sandbox, other].map((one) => request(one, "PATCH", "bulk", { job_id: id })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400]);
    expect(other.snapshot().jobs).toMatchObject([{ id, starts: 1, charged: 2 }]);
    expect(other.account("tester").credits).toBe(998);
  } finally {
    await other.close();
    await rm(stateDir, { recursive: true });
  }
});

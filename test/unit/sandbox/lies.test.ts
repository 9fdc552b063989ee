import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FaultName, LIES, type Sandbox } from "../../../electron/sandbox/index.ts";
import { json, KEY, request, results, testSandbox, upload, verified } from "./service.ts";

const LIST = "Email\ndeliverable@corp.example\nbounce@corp.example\n";
const had = new Set<string>();

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await testSandbox();
});
afterEach(() => sandbox.close());

function tell(name: FaultName, value?: number): void {
  had.add(name);
  sandbox.faults.add(value === undefined ? { name } : { name, value });
}

const status = (id: string) => json(request(sandbox, "GET", "bulk", { job_id: id }));
const balance = async () => (await json(request(sandbox, "GET", "info"))).credits_info;
const credits = () => sandbox.account("tester").credits;

describe("the balance", () => {
  test.each([500, -500])("is said %i off, and stays", async (value) => {
    tell("balance-off", value);
    expect(await balance()).toEqual({ credits_remaining: 1000 + value });
    expect(credits()).toBe(1000);
  });

  test("changes by itself, to nothing and not below", async () => {
    tell("balance-drifts", -600);
    expect(await balance()).toEqual({ credits_remaining: 400 });
    expect(await balance()).toEqual({ credits_remaining: 0 });
    expect(credits()).toBe(0);
  });
});

describe("the status", () => {
  test("goes back", async () => {
    const id = await verified(sandbox, LIST);
    tell("status-back");
    expect(await status(id)).toMatchObject({ status: "ready", total: 2 });
    expect(await status(id)).not.toHaveProperty("verified");
  });

  test("jumps ahead", async () => {
    const id = await upload(sandbox, LIST);
    tell("status-jumps");
    expect(await status(id)).toMatchObject({ status: "completed", verified: 2, pending: 0 });
    expect(sandbox.snapshot().jobs).toMatchObject([{ state: "ready", starts: 0 }]);
  });

  test("never ends", async () => {
    const id = await verified(sandbox, LIST);
    tell("status-endless");
    expect(await status(id)).toMatchObject({ status: "verifying", verified: 1, pending: 1 });
  });

  test("has counts that do not add up", async () => {
    const id = await verified(sandbox, LIST);
    tell("counts-off");
    expect(await status(id)).toMatchObject({
      status: "completed",
      total: 2,
      verified: 7,
      pending: 2,
      results: { deliverable: 4 },
    });
  });
});

test("the results are another list's", async () => {
  const id = await verified(sandbox, LIST);
  tell("foreign-results");
  const text = await results(sandbox, id);
  expect(text.split("\n")).toHaveLength(4);
  expect(text).not.toContain("corp.example");
});

test("an id is given again, and the list is there under its own", async () => {
  const first = await upload(sandbox, LIST);
  tell("job-id-reused");
  expect(await upload(sandbox, "Email\na@b.example\n")).toBe(first);
  expect(sandbox.snapshot().jobs).toHaveLength(2);
});

test("a list is taken twice, and known by the second's id", async () => {
  tell("upload-doubled");
  const id = await upload(sandbox, LIST);
  expect(sandbox.snapshot().jobs).toMatchObject([{ total: 2 }, { id, total: 2 }]);
});

test("times are hours off, in the status and beside verdicts", async () => {
  const id = await verified(sandbox, LIST);
  const timesOf = (text: string) =>
    [...text.matchAll(/\S+Z\b/g)].map(([time]) => Date.parse(time.split(",").at(-1) ?? ""));
  const [before, times] = [await status(id), timesOf(await results(sandbox, id))];
  tell("clock-off", -9);
  expect(timesOf(await results(sandbox, id))).toEqual(times.map((time) => time - 9 * 3600_000));
  expect(Date.parse(String((await status(id)).created_at))).toBe(
    Date.parse(String(before.created_at)) - 9 * 3600_000,
  );
});

describe("success is said and nothing is done", () => {
  beforeEach(() => had.add("false-success"));

  test("by an upload", async () => {
    tell("false-success");
    const id = await upload(sandbox, LIST);
    expect(sandbox.snapshot().jobs).toEqual([]);
    expect(await status(id)).toMatchObject({ result: "Job not found" });
  });

  test("by a start and by a deletion", async () => {
    const id = await upload(sandbox, LIST);
    tell("false-success");
    expect(await json(request(sandbox, "PATCH", "bulk", { job_id: id }))).toMatchObject({ success: true });
    expect(await json(request(sandbox, "DELETE", "bulk", { job_id: id }))).toMatchObject({ success: true });
    expect(sandbox.snapshot().jobs).toMatchObject([{ starts: 0, gone: false }]);
  });
});

describe("refusal is said and all is done", () => {
  test("by an upload, a start and a deletion", async () => {
    const id = await upload(sandbox, LIST);
    tell("false-failure");
    const body = new FormData();
    body.set("local_file", new File([LIST], "list.csv"));
    expect((await request(sandbox, "POST", "bulk", {}, { body })).status).toBe(400);
    expect(sandbox.snapshot().jobs).toHaveLength(2);
    expect((await request(sandbox, "PATCH", "bulk", { job_id: id })).status).toBe(402);
    expect(sandbox.snapshot().jobs[0]).toMatchObject({ starts: 1, charged: 2 });
    expect((await request(sandbox, "DELETE", "bulk", { job_id: id })).status).toBe(400);
    expect(sandbox.snapshot().jobs[0]).toMatchObject({ gone: true });
  });

  test("by a check", async () => {
    tell("false-failure");
    const { status: said } = await request(sandbox, "GET", "verify", { apikey: KEY, email: "a@b.example" });
    expect(said).toBe(402);
    expect(credits()).toBe(999);
  });
});

test("every lie is told here", () => {
  expect(Object.keys(LIES).filter((name) => !had.has(name))).toEqual([]);
});

import { describe, expect, test } from "vitest";
import type { Sandbox } from "../../../electron/sandbox/index.ts";
import { json, request, testSandbox, upload, verified } from "./service.ts";

let sandbox: Sandbox;

const LIST = "Email\na@corp.example\nb@corp.example\nA@corp.example\n";

describe("charging", () => {
  test("happens once when several starts arrive at the same time", async () => {
    sandbox = await testSandbox();
    const id = await upload(sandbox, LIST);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => request(sandbox, "PATCH", "bulk", { job_id: id })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(400)]);
    expect(sandbox.snapshot().jobs).toMatchObject([{ starts: 1, charged: 2 }]);
    expect(sandbox.account("tester").credits).toBe(998);
  });

  test("accounts for every address, in lists and in single checks", async () => {
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
});

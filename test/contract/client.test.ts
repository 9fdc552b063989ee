import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ServiceAnswer, ServiceClient } from "../../electron/engine/service/index.ts";
import { testFolder } from "../support/folders.ts";
import type { ContractRequest } from "./case.ts";
import { CASES, titleOf } from "./cases.ts";
import { clientOf, createWorld, type World } from "./world.ts";

/** Disables the client's own limits, to reach the service's. */
const UNLIMITED = { uploadBytes: Number.MAX_SAFE_INTEGER, checksPerMinute: 1_000_000 };

describe("the client against the sandbox", () => {
  for (const one of CASES) {
    const { client: outcome } = one;
    if (typeof outcome === "object" && "notSendable" in outcome) continue;
    test(titleOf(one), async () => {
      const world = await createWorld(one.given);
      const folder = testFolder();
      const answer = await askClient(world, one.question, folder);
      const expected = typeof outcome === "function" ? outcome(world) : outcome;
      if ("value" in expected) expect(answer).toEqual({ ok: true, value: expected.value });
      else expect(summary(answer)).toEqual({ ...expected, effect: "refused", retryAfter: null });
      expect(JSON.stringify(answer)).not.toContain(one.question.key ?? world.account.key);
      await one.after?.(world);
    });
  }
});

test("a file with another extension is uploaded as .csv", async () => {
  const path = join(testFolder(), "list.txt");
  await writeFile(path, "Email\na@b.example\n");
  expect(await clientOf(await createWorld()).uploadFile(path)).toMatchObject({ ok: true });
});

test.each([5, 1e9])("a timeout of %i ms is changed to the service's range", async (timeout) => {
  expect(await clientOf(await createWorld()).verify("a@b.example", { timeout })).toMatchObject({ ok: true });
});

function summary(answer: ServiceAnswer<unknown>): unknown {
  if (answer.ok) return answer;
  const { problem, consequence, effect, retryAfter } = answer.error;
  return { code: problem.code, consequence, effect, retryAfter };
}

async function askClient(
  world: World,
  question: ContractRequest,
  folder: string,
): Promise<ServiceAnswer<unknown>> {
  const apiKey = question.key ?? world.account.key;
  return perform(clientOf(world, { apiKey, limits: UNLIMITED }), world, question, folder);
}

async function perform(
  client: ServiceClient,
  world: World,
  question: ContractRequest,
  folder: string,
): Promise<ServiceAnswer<unknown>> {
  switch (question.operation) {
    case "upload": {
      if (!("file" in question) || question.autoVerify)
        throw new Error("The client uploads files, unstarted.");
      const path = join(folder, question.file.name);
      await writeFile(path, question.file.text);
      return client.uploadFile(path, { name: question.file.name });
    }
    case "status":
      return client.status(question.job ?? world.jobId);
    case "start":
      return client.start(question.job ?? world.jobId);
    case "delete":
      return client.remove(question.job ?? world.jobId);
    case "download": {
      if ("raw" in question) throw new Error("The client writes the JSON itself.");
      const path = join(folder, "results.csv");
      const answer = await client.download(question.job ?? world.jobId, path, {
        verdicts: question.verdicts,
      });
      return answer.ok ? { ok: true, value: await readFile(path, "utf8") } : answer;
    }
    case "balance":
      return client.balance();
    case "verify":
      return client.verify(question.email, { timeout: question.timeout });
  }
}

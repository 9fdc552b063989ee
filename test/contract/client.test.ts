import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../electron/engine/handlers.ts";
import {
  createServiceClient,
  type ServiceAnswer,
  type ServiceClient,
} from "../../electron/engine/service/index.ts";
import type { Question } from "./case.ts";
import { CASES, titleOf } from "./cases.ts";
import { createWorld, type World } from "./world.ts";

/** No limit of the client's own: the service's are what is held here. */
const UNLIMITED = { uploadBytes: Number.MAX_SAFE_INTEGER, checksPerMinute: 1_000_000 };

describe("the client against the sandbox", () => {
  for (const one of CASES) {
    const { client: outcome } = one;
    if (typeof outcome === "object" && "cannotAsk" in outcome) continue;
    test(titleOf(one), async () => {
      const world = await createWorld(one.given);
      const folder = await mkdtemp(join(tmpdir(), "winnow-contract-"));
      try {
        const answer = await askClient(world, one.question, folder);
        const expected = typeof outcome === "function" ? outcome(world) : outcome;
        if ("value" in expected) expect(answer).toEqual({ ok: true, value: expected.value });
        else expect(summary(answer)).toEqual({ ...expected, effect: "refused", retryAfter: null });
        expect(JSON.stringify(answer)).not.toContain(one.question.key ?? world.account.key);
        await one.after?.(world);
      } finally {
        await world.sandbox.close();
        await rm(folder, { recursive: true });
      }
    });
  }
});

function summary(answer: ServiceAnswer<unknown>): unknown {
  if (answer.ok) return answer;
  const { problem, consequence, effect, retryAfter } = answer.error;
  return { code: problem.code, consequence, effect, retryAfter };
}

async function askClient(world: World, question: Question, folder: string): Promise<ServiceAnswer<unknown>> {
  const created = createServiceClient({
    baseUrl: world.sandbox.baseUrl,
    apiKey: question.key ?? world.account.key,
    fetch,
    clock: systemClock,
    limits: UNLIMITED,
  });
  if (!created.ok) throw new Error(created.problem.title);
  return perform(created.value, world, question, folder);
}

async function perform(
  client: ServiceClient,
  world: World,
  question: Question,
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

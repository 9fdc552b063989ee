import { describe, expect, test } from "vitest";
import type { ServiceClient } from "../../electron/engine/service/index.ts";
import type { FaultRule } from "../support/faulty-sandbox/index.ts";
import { uploadText } from "../support/upload-text.ts";
import { LIST_TOTAL } from "./list.ts";
import { clientOf, createWorld, type Given, type World } from "./world.ts";

/** The contract names a job by a parameter, but most clients of the live service name it in the path. */

let world: World;
let client: ServiceClient;

async function open(given: Given, faults: readonly FaultRule[] = []) {
  world = await createWorld(given);
  for (const fault of faults) world.sandbox.faults.add(fault);
  client = clientOf(world);
}

const ledger = () => world.sandbox.snapshot().jobs;
const pathOf = (path: string) => (path === "/v1/bulk" ? "query" : "path");
/** Returns the form of each request about a job, without the world's own upload. */
const requestForms = () =>
  world.sandbox.requests
    .filter(({ method }) => method !== "POST")
    .map(({ method, path }) => `${method} ${pathOf(path)}`);

const codeOf = (answer: Awaited<ReturnType<ServiceClient["status"]>> | { ok: boolean }) =>
  "error" in answer ? answer.error.problem.code : "ok";

/** A service that only knows the path, and responds with status `value` to the parameter. */
const pathOnlyRule = (value: number): FaultRule => ({ name: "job-id-path-only", value });
const HTML: FaultRule = { name: "not-found-html" };
const BOTH: FaultRule = { name: "job-id-path" };

describe.each([
  ["as a parameter only", []],
  ["as a parameter only, with a web page instead of a 404", [HTML]],
  ["as a parameter or in the path", [BOTH]],
  ...[404, 405, 400, 200].map(
    (value) =>
      [
        `in the path only, and responds to the parameter with ${value === 404 ? "a web page" : value}`,
        [pathOnlyRule(value)],
      ] as const,
  ),
  ["in the path only, and responds to the parameter with 405 and a web page", [pathOnlyRule(405), HTML]],
] as [string, FaultRule[]][])("a job at a service that accepts the job id %s", (_, faults) => {
  const form = faults.some(({ name }) => name === "job-id-path-only") ? "path" : "query";

  test("is polled, started once and deleted in the form that the service accepts", async () => {
    await open({ job: "ready" }, faults);
    expect(await client.status(world.jobId)).toMatchObject({ ok: true, value: { status: "ready" } });
    const known = requestForms().length;
    expect(await client.start(world.jobId)).toMatchObject({ ok: true });
    expect(ledger()).toMatchObject([{ starts: 1, charged: LIST_TOTAL }]);
    await world.sandbox.advance(60_000);
    expect(await client.remove(world.jobId)).toMatchObject({ ok: true });
    expect(ledger()).toMatchObject([{ gone: true }]);
    expect(requestForms().slice(known)).toEqual([`PATCH ${form}`, `DELETE ${form}`]);
  });

  test("is started once even if the start is the first request, and a second start is refused", async () => {
    await open({ job: "ready" }, faults);
    expect(await client.start(world.jobId)).toMatchObject({ ok: true });
    expect(codeOf(await client.start(world.jobId))).toBe("job_started");
    expect(ledger()).toMatchObject([{ starts: 1, charged: LIST_TOTAL }]);
  });
});

test.each(["drop-after", "500-after", "empty-body", "truncated-body"] as const)(
  "a start with a lost response (%s) is not repeated in the other form of the job id",
  async (name) => {
    await open({ job: "ready" }, [BOTH, { name, operation: "start", times: 1 }]);
    expect(await client.start(world.jobId)).toMatchObject({ ok: false, error: { effect: "unknown" } });
    expect(world.sandbox.requests.filter(({ method }) => method === "PATCH")).toHaveLength(1);
  },
);

test.each([
  ["500-html", "service_broken"],
  ["429", "rate_limited"],
  ["invalid-key", "key_invalid"],
  ["drop-before", "service_unreachable"],
  ["redirect", "service_redirect"],
] as const)("%s does not lead to a request in the other form of the job id", async (name, code) => {
  await open({ job: "ready" }, [BOTH, { name }]);
  expect(codeOf(await client.status(world.jobId))).toBe(code);
  expect(requestForms()).not.toContain("GET path");
});

test("a job counts as not found only after both forms of the job id were tried", async () => {
  await open({ job: "ready" }, [pathOnlyRule(400), { name: "500-html", operation: "status" }]);
  expect(codeOf(await client.status(world.jobId))).toBe("service_broken");
});

describe("a service that stops accepting the job id in the path", () => {
  /** Lets the client learn the path, then restores the documented form. */
  async function openChanged() {
    await open({ job: "ready" }, [pathOnlyRule(404)]);
    expect(codeOf(await client.status(world.jobId))).toBe("ok");
    expect(requestForms()).toContain("GET path");
    world.sandbox.faults.clear();
  }

  test("is polled in the documented form at the next poll", async () => {
    await openChanged();
    expect(codeOf(await client.status(world.jobId))).toBe("ok");
  });

  test("is sent a start and a deletion in the documented form after one refusal", async () => {
    await openChanged();
    expect(codeOf(await client.start(world.jobId))).toBe("service_refused");
    expect(codeOf(await client.start(world.jobId))).toBe("ok");
    await world.sandbox.advance(60_000);
    expect(codeOf(await client.remove(world.jobId))).toBe("ok");
    expect(ledger()).toMatchObject([{ starts: 1, charged: LIST_TOTAL, gone: true }]);
  });

  test("reports a job that is gone instead of refusing its status", async () => {
    await openChanged();
    world.sandbox.remove(world.jobId);
    expect(codeOf(await client.status(world.jobId))).toMatch(/^job_/);
  });
});

describe("a job id in the path", () => {
  test("is one segment, even with special characters", async () => {
    await open({}, [{ name: "odd-job-id" }, pathOnlyRule(404)]);
    const uploaded = await uploadText(client);
    if (!uploaded.ok) throw new Error(uploaded.error.problem.title);
    const { jobId } = uploaded.value;
    expect(jobId).toMatch(/\/é\?&=\+#%$/);
    await world.sandbox.advance(150_000);
    expect(await client.start(jobId)).toMatchObject({ ok: true });
    expect(await client.status(jobId)).toMatchObject({ ok: true, value: { jobId } });
  });

  test.each([".", "..", "\ud800"])("is not used if it is not a valid segment: %j", async (id) => {
    await open({}, [pathOnlyRule(404)]);
    expect(codeOf(await client.status(id))).toBe("service_absent");
    expect(world.sandbox.requests.every(({ path }) => path === "/v1/bulk")).toBe(true);
  });
});

const rawGet = (pathAndQuery: string) =>
  fetch(`${world.sandbox.baseUrl}/v1/${pathAndQuery}&apikey=${world.account.key}`);

describe.each([
  ["a space", 400, []],
  ["a plus", 200, [{ name: "plus-as-it-is" }]],
] as [string, number, FaultRule[]][])(
  "the client, at a service that reads + in a query as %s",
  (_, status, faults) => {
    test("sends an address with + unchanged", async () => {
      await open({}, faults);
      expect((await rawGet("verify?email=a+b@c.example")).status).toBe(status);
      const checked = await client.verify("a+b@c.example");
      expect(checked).toMatchObject({ ok: true, value: { email: "a+b@c.example" } });
    });
  },
);

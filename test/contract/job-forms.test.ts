import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../electron/engine/handlers.ts";
import {
  createServiceClient,
  type JobForm,
  type ServiceClient,
} from "../../electron/engine/service/index.ts";
import type { FaultRule, Operation } from "../../electron/sandbox/index.ts";
import { uploadText } from "../support/upload-text.ts";
import { LIST_TOTAL } from "./list.ts";
import { createWorld, type Given, type World } from "./world.ts";

/** A job is named by a parameter in the contract, and in the path by most clients of the live service. */

let world: World;
let client: ServiceClient;
let learned: JobForm[];

beforeEach(() => {
  learned = [];
});
afterEach(() => world.sandbox.close());

async function open(given: Given, faults: readonly FaultRule[] = [], known: JobForm | null = null) {
  world = await createWorld(given);
  for (const fault of faults) world.sandbox.faults.add(fault);
  const jobForm = { known, learned: (form: JobForm) => void learned.push(form) };
  const created = createServiceClient({
    baseUrl: world.sandbox.baseUrl,
    apiKey: world.account.key,
    fetch,
    clock: systemClock,
    jobForm,
  });
  if (!created.ok) throw new Error(created.problem.title);
  client = created.value;
}

const ledger = () => world.sandbox.snapshot().jobs;
/** How the requests since the world began were addressed, in order. */
const asked = () =>
  world.sandbox.requests.slice(opening()).map(({ method, path }) => `${method} ${pathOf(path)}`);
const pathOf = (path: string) =>
  path === "/v1/bulk" ? "query" : path.startsWith("/v1/bulk/") ? "path" : path;
/** The world's own requests: the upload, and the start of a job that is started. */
const opening = () =>
  world.sandbox.requests.findIndex(({ operation }) => operation !== "upload" && operation !== "start");

const codeOf = (answer: Awaited<ReturnType<ServiceClient["status"]>> | { ok: boolean }) =>
  "error" in answer ? answer.error.problem.code : "ok";

/** What a service that knows the path alone says of a parameter. */
const SAYS = [404, 405, 400, 200];
const only = (value: number, operation?: Operation): FaultRule =>
  operation === undefined
    ? { name: "job-id-path-only", value }
    : { name: "job-id-path-only", value, operation };
const HTML: FaultRule = { name: "not-found-html" };
const BOTH: FaultRule = { name: "job-id-path" };

describe.each([
  ["the parameter alone", []],
  ["the parameter alone, and a web page for the rest", [HTML]],
  ["either", [BOTH]],
  ...SAYS.map((value) => [`the path alone, ${value} for the parameter`, [only(value)]] as const),
  ["the path alone, a web page for the parameter", [only(404), HTML]],
  ["the path alone, 405 and a web page for the parameter", [only(405), HTML]],
] as [string, FaultRule[]][])("a service that knows %s", (_, faults) => {
  const pathOnly = faults.some(({ name }) => name === "job-id-path-only");

  test("is asked for the status, started once, and told to delete", async () => {
    await open({ job: "ready" }, faults);
    expect(await client.status(world.jobId)).toMatchObject({ ok: true, value: { status: "ready" } });
    expect(learned).toEqual([pathOnly ? "path" : "query"]);
    expect(await client.start(world.jobId)).toMatchObject({ ok: true });
    expect(ledger()).toMatchObject([{ starts: 1, charged: LIST_TOTAL }]);
    await world.sandbox.advance(60_000);
    expect(await client.remove(world.jobId)).toMatchObject({ ok: true });
    expect(ledger()).toMatchObject([{ gone: true }]);
  });

  test("starts once when nothing was asked before, and a second start is told so", async () => {
    await open({ job: "ready" }, faults);
    expect(await client.start(world.jobId)).toMatchObject({ ok: true });
    expect(codeOf(await client.start(world.jobId))).toBe("job_started");
    expect(ledger()).toMatchObject([{ starts: 1, charged: LIST_TOTAL }]);
  });

  test("deletes when nothing was asked before", async () => {
    await open({ job: "ready" }, faults);
    expect(await client.remove(world.jobId)).toMatchObject({ ok: true });
    expect(ledger()).toMatchObject([{ gone: true }]);
  });

  test("says truly that a job is not there", async () => {
    await open({ job: "deleted" }, faults);
    expect(codeOf(await client.status(world.jobId))).toMatch(/^job_(gone|invalid)$|^service_nonsense$/);
    expect(codeOf(await client.remove(world.jobId))).toMatch(/^job_(deleted|invalid)$/);
    expect(learned).toEqual([]);
  });

  test("is asked in the known way first, and nothing is stored again", async () => {
    const known = pathOnly ? "path" : "query";
    await open({ job: "ready" }, faults, known);
    await client.status(world.jobId);
    await client.start(world.jobId);
    await world.sandbox.advance(60_000);
    await client.remove(world.jobId);
    expect(asked()).toEqual([`GET ${known}`, `PATCH ${known}`, `DELETE ${known}`]);
    expect(learned).toEqual([]);
  });
});

describe("a service that changes", () => {
  test.each(SAYS)("from the parameter to the path (%i) is followed, and back", async (value) => {
    await open({ job: "ready" }, [], "query");
    await client.status(world.jobId);
    const changeBack = world.sandbox.faults.add(only(value));
    expect(await client.status(world.jobId)).toMatchObject({ ok: true });
    expect(learned).toEqual(["path"]);
    changeBack();
    expect(await client.status(world.jobId)).toMatchObject({ ok: true });
    expect(learned).toEqual(["path", "query"]);
  });

  test.each(SAYS)("between the status and the start (%i) starts once", async (value) => {
    await open({ job: "ready" });
    await client.status(world.jobId);
    world.sandbox.faults.add(only(value));
    expect(await client.start(world.jobId)).toMatchObject({ ok: true });
    expect(ledger()).toMatchObject([{ starts: 1, charged: LIST_TOTAL }]);
  });

  test.each(SAYS)("for the start alone (%i) is started once", async (value) => {
    await open({ job: "ready" }, [only(value, "start"), { ...BOTH, operation: "start" }]);
    expect(await client.status(world.jobId)).toMatchObject({ ok: true });
    expect(await client.start(world.jobId)).toMatchObject({ ok: true });
    expect(ledger()).toMatchObject([{ starts: 1, charged: LIST_TOTAL }]);
  });
});

describe("a start whose answer was lost", () => {
  test.each(["drop-after", "500-after", "empty-body", "truncated-body"] as const)(
    "(%s) is not sent in the other form",
    async (name) => {
      await open({ job: "ready" }, [BOTH, { name, operation: "start", times: 1 }]);
      expect(await client.start(world.jobId)).toMatchObject({ ok: false, error: { effect: "unknown" } });
      expect(world.sandbox.requests.filter(({ method }) => method === "PATCH")).toHaveLength(1);
    },
  );

  test.each([404, 405, 400])(
    "and whose service then knows the path alone (%i) counts as started, and is not sent again",
    async (value) => {
      await open({ job: "ready" }, [{ name: "drop-after", operation: "start", times: 1 }]);
      await client.start(world.jobId);
      world.sandbox.faults.add(only(value));
      expect(codeOf(await client.start(world.jobId))).toBe("job_started");
      expect(ledger()).toMatchObject([{ starts: 1, charged: LIST_TOTAL }]);
      const patches = world.sandbox.requests.filter(({ method }) => method === "PATCH");
      expect(patches.map(({ path }) => pathOf(path))).toEqual(["query", "query"]);
    },
  );

  test("and whose status cannot be read is no start that was refused for good", async () => {
    await open({ job: "ready" }, [only(400), { name: "drop-before", operation: "status" }]);
    expect(await client.start(world.jobId)).toMatchObject({
      ok: false,
      error: { problem: { code: "service_unreachable" }, consequence: "retry", effect: "refused" },
    });
    expect(ledger()).toMatchObject([{ starts: 0 }]);
  });
});

describe("what is no sign of the other form", () => {
  test.each([
    ["500-html", "service_broken"],
    ["429", "rate_limited"],
    ["invalid-key", "key_invalid"],
    ["drop-before", "service_unreachable"],
    ["redirect", "service_redirect"],
  ] as const)("%s", async (name, code) => {
    await open({ job: "ready" }, [BOTH, { name }]);
    expect(codeOf(await client.status(world.jobId))).toBe(code);
    expect(codeOf(await client.remove(world.jobId))).toBe(code);
    expect(world.sandbox.requests.filter(({ path }) => path.startsWith("/v1/bulk/"))).toEqual([]);
  });

  test("a job that is not found is asked for in both, and believed", async () => {
    await open({ job: "deleted" }, [BOTH], "query");
    expect(codeOf(await client.status(world.jobId))).toBe("job_gone");
    expect(asked().slice(-2)).toEqual(["GET query", "GET path"]);
  });

  test("an answer of the other form that is broken is not taken for 'not found'", async () => {
    await open({ job: "ready" }, [only(400), { name: "empty-body", operation: "status", times: 1 }]);
    expect(codeOf(await client.status(world.jobId))).toBe("service_nonsense");
    expect(codeOf(await client.status(world.jobId))).toBe("ok");
  });

  test("what is undocumented of a proved form stands, whatever the other form is refused for", async () => {
    await open(
      { job: "ready" },
      [BOTH, { name: "success-false", times: 1 }, { name: "invalid-key" }],
      "query",
    );
    expect(codeOf(await client.status(world.jobId))).toBe("service_refused");
  });

  test("a job that is not found is not believed while the other form cannot be asked", async () => {
    await open({ job: "ready" }, [only(400), { name: "500-html", operation: "status" }]);
    expect(codeOf(await client.status(world.jobId))).toBe("service_broken");
  });
});

describe("an id in the path", () => {
  test("is one segment, whatever is in it", async () => {
    await open({}, [{ name: "odd-job-id" }, only(404)]);
    const uploaded = await uploadText(client);
    if (!uploaded.ok) throw new Error(uploaded.error.problem.title);
    const { jobId } = uploaded.value;
    expect(jobId).toMatch(/\/é\?&=\+#%$/);
    await world.sandbox.advance(150_000);
    expect(await client.start(jobId)).toMatchObject({ ok: true });
    expect(await client.status(jobId)).toMatchObject({ ok: true, value: { jobId } });
  });

  test.each([".", "..", "\ud800"])("is not tried where it cannot stand: %j", async (id) => {
    await open({}, [only(404)]);
    expect(codeOf(await client.status(id))).toBe("service_refused");
    expect(codeOf(await client.remove(id))).toBe("service_refused");
    expect(codeOf(await client.start(id))).toBe("service_refused");
    expect(world.sandbox.requests.every(({ path }) => path === "/v1/bulk")).toBe(true);
  });
});

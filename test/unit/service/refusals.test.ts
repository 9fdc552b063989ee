import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceAnswer, ServiceClient } from "../../../electron/engine/service/index.ts";
import { suiteFolder } from "../../support/folders.ts";
import { clientOf, KEY, type ScriptedService, startScriptedService } from "./scripted-service.ts";

let service: ScriptedService;
let client: ServiceClient;
const dir = suiteFolder();
const list = join(dir, "list.csv");

beforeAll(async () => {
  writeFileSync(list, "email\na@example.com\n");
  service = await startScriptedService();
  client = clientOf(service.baseUrl);
});
afterAll(() => service.close());

const operations = {
  upload: () => client.uploadFile(list),
  status: () => client.status("job"),
  start: () => client.start("job"),
  download: () => client.download("job", join(dir, "results.txt")),
  delete: () => client.remove("job"),
  balance: () => client.balance(),
  // Uses a separate client, because a 429 would slow down later requests.
  verify: () => clientOf(service.baseUrl).verify("a@example"),
} satisfies Record<string, () => Promise<ServiceAnswer<unknown>>>;
type Name = keyof typeof operations;
const all = Object.keys(operations) as Name[];

/** One refusal of each kind; the contract suite covers every text of the service. Operation, status, text, code. */
const rows: [Name, number, string, string][] = [
  ...all.map((name): [Name, number, string, string] => [name, 401, "Invalid API Key", "key_invalid"]),
  ["upload", 400, "The maximum number of lists has been reached.", "lists_full"],
  ["start", 400, "Job not found.", "job_gone"],
  ["start", 400, "Verify restricted", "account_restricted"],
  ["start", 400, "Verification has already started.", "job_started"],
  ["start", 402, "Insufficient verification credits. Please order a plan.", "credits_short"],
  ["download", 400, "DOWNLOAD-RESTRICTED", "download_restricted"],
  ["delete", 400, "List is being processed, and cannot be deleted.", "job_processing"],
  ["verify", 402, "Insufficient verification credits", "credits_used_up"],
  ["verify", 429, "Too many requests", "rate_limited"],
];

test.each(rows)(
  "%s with the response %i %j in message and success as text fails with %s",
  async (name, status, text, code) => {
    service.answer({ status, body: { message: text, success: "false" } });
    expect(await operations[name]()).toMatchObject({
      ok: false,
      error: { problem: { code }, effect: "refused" },
    });
  },
);

test.each(rows.filter(([, status]) => status === 400))(
  "%s with the response 200 instead of %i, success: false and %j fails with %s",
  async (name, _status, text, code) => {
    service.answer({ status: 200, body: { result: text, success: false } });
    expect(await operations[name]()).toMatchObject({
      ok: false,
      error: { problem: { code }, effect: "refused" },
    });
  },
);

const bodies: [string, string, Record<string, string>][] = [
  ["an HTML page", "<html><body><h1>500</h1></body></html>", { "content-type": "text/html" }],
  ["nothing", "", {}],
  ["half of JSON", '{"success":fal', {}],
];
test.each(all.flatMap((name) => bodies.map((body) => [name, ...body] as const)))(
  "%s with the response 500 and %s can be retried, and the effect is unknown",
  async (name, _what, body, headers) => {
    service.answer({ status: 500, body, headers });
    const answer = await operations[name]();
    expect(answer).toMatchObject({
      ok: false,
      error: { problem: { code: "service_broken" }, consequence: "retry", effect: "unknown" },
    });
  },
);

test.each(all)("%s with an unknown error quotes the service, shortened and without the key", async (name) => {
  const text = `Quota <b>frozen</b>\u0000\n for ${KEY} at /v1?apikey=${encodeURIComponent(KEY)}&x ${"long ".repeat(200)}`;
  service.answer({ status: 418, body: { result: text, success: false } });
  const answer = await operations[name]();
  expect(answer).toMatchObject({
    ok: false,
    error: { problem: { code: "service_refused" }, effect: "refused" },
  });
  const said = JSON.stringify(answer);
  expect(said).toContain("Quota frozen for ••• at /v1?apikey=•••");
  expect(said).not.toContain("canary");
  const { values, ...words } = answer.ok ? { values: "" } : answer.error.problem;
  expect(JSON.stringify(words).length).toBeLessThan(600);
  expect(JSON.stringify(values).length).toBeLessThan(400);
});

test.each([
  [401, "", "key_invalid", "user"],
  [403, "", "key_invalid", "user"],
  [402, "", "credits_short", "credits"],
  [429, "", "rate_limited", "retry"],
  [404, "<html>Not Found</html>", "service_absent", "user"],
  [404, '{"result":"Job not found","success":false}', "job_gone", "stop"],
  [503, "", "service_broken", "retry"],
] as const)("a response %i with the body %j leads to %s", async (status, body, code, consequence) => {
  service.answer({ status, body });
  expect(await client.start("job")).toMatchObject({ ok: false, error: { problem: { code }, consequence } });
});

const FOREIGN_BODIES = ["<html><title>Blocked</title>content filter</html>", "", '{"message":"Forbidden"}'];
describe.each([304, 400, 404, 421])("a response %i", (status) => {
  test.each(FOREIGN_BODIES)(
    "leaves the effect of a paid request unknown if it does not come from the service: %j",
    async (page) => {
      const body = status === 304 ? "" : page;
      for (const name of all) {
        const mayCost = ["upload", "upload", "start", "verify"].includes(name);
        service.answer({ status, body });
        const answer = await operations[name]();
        const effect = mayCost || status === 421 ? "unknown" : "refused";
        expect([name, answer]).toMatchObject([name, { ok: false, error: { effect } }]);
      }
    },
  );
});

test.each(["<html>Too Many Requests</html>", ""])(
  "a response 429 means that the request had no effect, even if a gateway sent it: %j",
  async (body) => {
    service.answer({ status: 429, body, headers: { "retry-after": "7" } });
    for (const ask of [operations.start, operations.upload, operations.verify])
      expect(await ask()).toMatchObject({ error: { effect: "refused", retryAfter: 7000 } });
  },
);

test("Retry-After is read as seconds and as a date", async () => {
  service.answer({ status: 429, headers: { "retry-after": "7" } });
  expect(await client.balance()).toMatchObject({ error: { retryAfter: 7000 } });
  service.answer({ status: 503, headers: { "retry-after": new Date(Date.now() + 3_600_000).toUTCString() } });
  const answer = await client.balance();
  if (answer.ok) throw new Error("a 503 is no success");
  expect(Math.abs((answer.error.retryAfter ?? 0) - 3_600_000)).toBeLessThan(60_000);
  service.answer({ status: 503, headers: { "retry-after": "soon" } });
  expect(await client.balance()).toMatchObject({ error: { retryAfter: null } });
});

test("a key that is cut in two at the end of a long text is not shown", async () => {
  const read = 16 * 1024;
  for (let before = read - 40; before <= read; before += 8) {
    const text = `Frozen <${"b".repeat(before - 9)}>${KEY} ${"x".repeat(20_000)}`;
    service.answer({ status: 400, body: { result: text, success: false } });
    const said = JSON.stringify(await client.status("job"));
    expect(said).toContain("Frozen");
    expect(said).not.toContain("canary");
  }
});

const quotedAddresses: [Name, string][] = [
  ["verify", "No such mailbox: verify-restricted@acme.example"],
  ["upload", "Line 3 is odd: “maximum-number-of-lists@acme.example”, <verify-restricted@acme.example>"],
];
test.each(quotedAddresses)(
  "%s refused with %j does not count as an account problem, because the words belong to an address",
  async (name, text) => {
    service.answer({ status: 400, body: { result: text, success: false } });
    expect(await operations[name]()).toMatchObject({
      ok: false,
      error: { problem: { code: "service_refused" }, effect: "refused" },
    });
  },
);

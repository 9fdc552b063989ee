import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type {
  Consequence,
  Effect,
  ServiceAnswer,
  ServiceClient,
} from "../../electron/engine/service/index.ts";
import type { ProblemCode } from "../../shared/problems.ts";
import type { FaultName, Operation } from "../support/faulty-sandbox/index.ts";
import { testFolder } from "../support/folders.ts";
import { uploadText } from "../support/upload-text.ts";
import { LIST_TOTAL } from "./list.ts";
import { clientOf, createWorld, type World } from "./world.ts";

/** Faults of networks and of responses that the service's documentation leaves open. */

const SECRET = "sandbox-rich-key";

let world: World;
let client: ServiceClient;
let folder: string;

beforeEach(async () => {
  folder = testFolder();
});

/** Opens a world in which the operation would succeed, and a client with a timeout of `patience` ms. */
async function open(operation: Operation, patience = 20_000): Promise<void> {
  world = await createWorld({ job: operation === "download" ? "completed" : "ready" });
  client = clientOf(world, { limits: { answer: patience, idle: patience } });
}

const resultsPath = () => join(folder, "results.csv");

async function perform(operation: Operation): Promise<ServiceAnswer<unknown>> {
  const { jobId } = world;
  switch (operation) {
    case "upload":
      return uploadText(client);
    case "status":
      return client.status(jobId);
    case "start":
      return client.start(jobId);
    case "download": {
      const answer = await client.download(jobId, resultsPath());
      return answer.ok ? { ok: true, value: await readFile(resultsPath(), "utf8") } : answer;
    }
    case "delete":
      return client.remove(jobId);
    case "balance":
      return client.balance();
    case "verify":
      return client.verify("catchall@c.example");
  }
}

interface Failure {
  readonly code: ProblemCode;
  readonly consequence: Consequence;
  readonly effect: Effect;
  readonly retryAfter?: number;
}

const lost = { code: "service_unreachable", consequence: "retry", effect: "unknown" } as const;
const timedOut = { code: "service_timeout", consequence: "retry", effect: "unknown" } as const;
const broken = { code: "service_broken", consequence: "retry", effect: "unknown" } as const;
const nonsense = { code: "service_nonsense", consequence: "retry", effect: "unknown" } as const;
const refused = (code: ProblemCode, consequence: Consequence): Failure => ({
  code,
  consequence,
  effect: "refused",
});

const FAILURES: readonly (readonly [FaultName, Operation, Failure, number?])[] = [
  ["drop-before", "start", lost],
  ["drop-after", "start", lost],
  ["hang-before", "start", timedOut],
  ["hang-after", "start", timedOut],
  ["truncated-body", "balance", lost],
  ["truncated-body", "download", { ...lost, code: "download_cut" }],
  ["stalled-body", "balance", timedOut],
  ["stalled-body", "download", timedOut],
  ["short-body", "status", nonsense],
  ["500-html", "start", broken],
  ["500-json", "status", broken],
  ["500-empty", "download", broken],
  ["500-after", "start", broken],
  ["503-retry-after", "upload", { ...broken, retryAfter: 3000 }, 3],
  ["429", "status", refused("rate_limited", "retry")],
  ["429-retry-after", "start", { ...refused("rate_limited", "retry"), retryAfter: 3000 }, 3],
  ["429-retry-after", "verify", { ...refused("rate_limited", "retry"), retryAfter: 3000 }, 3],
  ["redirect", "balance", refused("service_redirect", "user")],
  ["redirect", "start", { ...refused("service_redirect", "user"), effect: "unknown" }],
  ["redirect-same", "start", { ...refused("service_redirect", "user"), effect: "unknown" }],
  ["redirect-same", "verify", { ...refused("service_redirect", "user"), effect: "unknown" }],
  ["empty-body", "start", nonsense],
  ["empty-body", "download", nonsense],
  ["html-200", "balance", nonsense],
  ["html-200", "download", nonsense],
  ["nonsense-json", "upload", nonsense],
  ["wrong-shape", "status", nonsense],
  ["endless-body", "balance", nonsense],
  ["unknown-error", "start", refused("service_refused", "user")],
  ["success-false", "start", refused("service_refused", "user")],
  ["success-false", "download", refused("service_refused", "user")],
  ["invalid-key", "download", refused("key_invalid", "user")],
  ["restricted", "start", refused("account_restricted", "user")],
  ["restricted", "download", refused("download_restricted", "user")],
  ["no-credits", "start", refused("credits_short", "credits")],
  ["no-credits", "verify", refused("credits_used_up", "credits")],
  ["lists-full", "upload", refused("lists_full", "slot")],
  ["active-full", "upload", refused("active_full", "slot")],
  ["active-full", "start", refused("active_full", "slot")],
  ["invalid-file", "upload", refused("invalid_file_data", "stop")],
  ["not-found", "status", refused("job_gone", "stop")],
  ["vanish", "download", refused("job_gone", "stop")],
  ["cancel", "start", refused("job_not_ready", "retry")],
  ["unknown-status", "status", nonsense],
];

const BASE = { createdAt: expect.any(String), jobId: expect.any(String) };
const READY = { ...BASE, status: "ready", total: LIST_TOTAL, creditError: null };
const ANY_VALUE: unknown = expect.any(Object);

const TOLERATED: readonly (readonly [FaultName, Operation, unknown, number?])[] = [
  ["latency", "balance", { credits: 1000 }, 1],
  ["slow-body", "balance", { credits: 1000 }, 2000],
  ["success-string", "start", ANY_VALUE],
  ["success-string", "balance", { credits: 1000 }],
  ["success-missing", "upload", { jobId: expect.any(String) }],
  ["status-201", "upload", { jobId: expect.any(String) }],
  ["odd-job-id", "upload", { jobId: expect.stringContaining("/é?&=+#%") }],
  ["number-strings", "status", READY],
  ["number-strings", "balance", { credits: 1000 }],
  ["number-strings", "verify", { verdict: "accept_all", flags: [] }],
  [
    "sparse-status",
    "status",
    { status: "ready", total: null, analysis: null, creditError: null, createdAt: null },
  ],
  ["odd-created-at", "status", { ...READY, createdAt: "21. November 2026" }],
  ["wrong-total", "status", { ...READY, total: LIST_TOTAL + 7 }],
  ["credit-error", "status", { ...READY, creditError: expect.any(String) }],
  ["cancel", "status", { status: "cancelled" }],
  ["accept-all-value", "verify", { verdict: "accept_all" }, -1],
  ["verdict-hyphen", "verify", { verdict: "accept_all", rawVerdict: "accept-all" }],
  ["verdict-space", "verify", { verdict: "accept_all", rawVerdict: "accept all" }],
  ["verdict-underscore", "verify", { verdict: "accept_all", rawVerdict: "accept_all" }],
  ["verdict-case", "verify", { verdict: "accept_all", rawVerdict: "Accept_alL" }],
  ["verdict-padded", "verify", { verdict: "accept_all" }],
];

describe("the client reports each fault with its consequence and without the key", () => {
  for (const [name, operation, failure, value] of FAILURES) {
    test(`${name}, ${operation}`, async () => {
      await open(operation, failure.code === "service_timeout" ? 300 : undefined);
      world.sandbox.faults.add(value === undefined ? { name } : { name, value });
      const answer = await perform(operation);
      if (answer.ok) throw new Error(`It went well: ${JSON.stringify(answer.value)}`);
      const { problem, consequence, effect, retryAfter } = answer.error;
      expect({ code: problem.code, consequence, effect, retryAfter }).toEqual({
        retryAfter: null,
        ...failure,
      });
      expect(JSON.stringify(answer)).not.toContain(SECRET);
      await expect(access(resultsPath())).rejects.toThrow("ENOENT");
    });
  }
});

describe("the client accepts an unusual response", () => {
  for (const [name, operation, expected, value] of TOLERATED) {
    test(`${name}, ${operation}`, async () => {
      await open(operation);
      world.sandbox.faults.add(value === undefined ? { name } : { name, value });
      expect(await perform(operation)).toMatchObject({ ok: true, value: expected });
    });
  }

  test("with an unknown verdict, and keeps the verdict's text", async () => {
    await open("verify");
    world.sandbox.faults.add({ name: "verdict-unheard-of" });
    expect(await client.verify("slow@d.example")).toMatchObject({
      ok: true,
      value: { verdict: "unknown", isKnown: false, rawVerdict: "risky" },
    });
  });

  test("behind a redirect within the origin, if the request has no body", async () => {
    await open("balance");
    world.sandbox.faults.add({ name: "redirect-same", times: 1 });
    await perform("balance");
    expect(world.sandbox.requests.map((one) => one.path)).toContain("/v2/moved");
  });
});

/** Faults that the client tolerates, which would pass its tests if they were inactive. */

import { expect } from "vitest";
import type { ContractCase } from "../case.ts";
import { LIST_TOTAL } from "../list.ts";
import { START as BEGINNING, PREPARATION, uploadList, type World } from "../world.ts";

const TEXT: unknown = expect.any(String);
const START = { operation: "start" } as const;

function started({ sandbox, jobId }: World, times: number): void {
  const job = sandbox.snapshot().jobs.find((one) => one.id === jobId);
  expect(job).toMatchObject({ starts: times, charged: times * LIST_TOTAL });
}

const notStarted = (world: World) => started(world, 0);
const NOT_READY =
  "Job is not ready for verification. Please call the status endpoint and start once the status is ready.";

/** service-spec, 'Start verification' and 'Start (PATCH /v1/bulk)'. */
export const startCases: readonly ContractCase[] = [
  {
    rows: [
      "transition Start operation",
      "parameter start: job_id",
      "parameter start: RAW_BODY",
      "limit: Credit cost",
    ],
    name: "ready",
    given: { job: "ready", credits: LIST_TOTAL },
    question: START,
    status: 200,
    body: ({ jobId }) => ({ job_id: jobId, success: true, message: TEXT }),
    client: { value: { message: TEXT } },
    after: (world) => {
      started(world, 1);
      expect(world.sandbox.account("rich").credits).toBe(0);
    },
  },
  {
    rows: ["transition Upload with auto_verify true", "transition Start operation"],
    name: "ready, topped up after a lack of credits",
    given: {
      job: "ready",
      autoVerify: true,
      credits: LIST_TOTAL - 1,
      before: ({ sandbox }) => sandbox.topUp("rich", 1),
    },
    question: START,
    status: 200,
    body: ({ jobId }) => ({ job_id: jobId, success: true, message: TEXT }),
    client: { value: { message: TEXT } },
    after: (world) => started(world, 1),
  },
  {
    rows: ["error start: Insufficient credits"],
    name: "ready, one credit short",
    given: { job: "ready", credits: LIST_TOTAL - 1 },
    question: START,
    status: 402,
    body: { result: "Insufficient verification credits. Please order a plan.", success: false },
    client: { code: "credits_short", consequence: "credits" },
    after: (world) => {
      notStarted(world);
      expect(world.sandbox.account("rich").credits).toBe(LIST_TOTAL - 1);
    },
  },
  ...(["restricted", "review"] as const).map(
    (finalAccountState): ContractCase => ({
      rows: ["error start: Account under review or restricted"],
      name: `ready, account ${finalAccountState}`,
      given: { job: "ready", finalAccountState },
      question: START,
      status: 400,
      body: { result: "Verify restricted", success: false },
      client: { code: "account_restricted", consequence: "user" },
      after: notStarted,
    }),
  ),
  ...(["verifying", "completed"] as const).map(
    (job): ContractCase => ({
      rows: ["error start: Verification already started", "transition Start operation"],
      name: job,
      given: { job },
      question: START,
      status: 400,
      body: { result: "Verification has already started.", success: false },
      client: { code: "job_started", consequence: "stop" },
      after: (world) => started(world, 1),
    }),
  ),
  ...(["preparing", "failed", "cancelled"] as const).map(
    (job): ContractCase => ({
      rows: ["error start: Job still preparing"],
      name: job,
      given: { job },
      question: START,
      status: 400,
      body: { result: NOT_READY, success: false },
      client: { code: "job_not_ready", consequence: "retry" },
      after: notStarted,
    }),
  ),
  {
    rows: ["limit: Concurrent active verification lists"],
    name: "ready, when the limit of lists under verification is reached",
    given: {
      job: "ready",
      options: { limits: { activeVerifications: 5 } },
      before: (world) => occupy(world, 5),
    },
    question: START,
    status: 400,
    body: { success: false, message: "The maximum number of active verification lists has been reached." },
    client: { code: "active_full", consequence: "slot" },
    after: notStarted,
  },
  {
    rows: ["parameter start: RAW_BODY"],
    name: "ready, with an object without an action",
    given: { job: "ready" },
    question: { ...START, raw: "{}" },
    status: 200,
    body: ({ jobId }) => ({ job_id: jobId, success: true, message: TEXT }),
    client: { notSendable: "it names the action" },
    after: (world) => started(world, 1),
  },
  {
    rows: ["parameter start: RAW_BODY"],
    name: "ready, without a body",
    given: { job: "ready" },
    question: { ...START, raw: "" },
    status: 400,
    body: { result: "Invalid action", success: false },
    client: { notSendable: "it names the action" },
    after: notStarted,
  },
  {
    rows: ["error start: Invalid job id", "parameter start: job_id"],
    name: "an id of another form",
    question: { ...START, job: "no-id" },
    status: 400,
    body: { result: "Job not found. Invalid jobId", success: false },
    client: { code: "job_invalid", consequence: "stop" },
  },
  ...(["deleted", "purged", "of another account"] as const).map(
    (job): ContractCase => ({
      rows: ["error start: Job not found"],
      name: job,
      given: { job },
      question: START,
      status: 400,
      body: { result: "Job not found.", success: false },
      client: { code: "job_gone", consequence: "stop" },
    }),
  ),
];

async function occupy({ sandbox, account }: World, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await uploadList(sandbox, account.key, `Email\na${i}@b.example\n`, true);
  await sandbox.setClock(BEGINNING + 2 * PREPARATION + 1);
  const { jobs } = sandbox.snapshot();
  expect(jobs.filter((job) => job.state === "verifying")).toHaveLength(count);
}

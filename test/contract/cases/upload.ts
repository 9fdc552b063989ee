import { expect } from "vitest";
import type { ContractCase } from "../case.ts";
import { LIST, LIST_TOTAL } from "../list.ts";
import { PREPARATION, START, uploadList, type World } from "../world.ts";

const TEXT: unknown = expect.any(String);
const UPLOADED = { job_id: TEXT, success: true, message: TEXT };
const VALUE = { value: { jobId: TEXT, message: TEXT } };
const INVALID = {
  status: 400,
  body: { result: "Invalid file data", success: false },
  client: { code: "invalid_file_data", consequence: "stop" },
} as const;

const csv = (text: string, name = "list.csv") => ({ operation: "upload", file: { name, text } }) as const;

function job({ sandbox }: World) {
  const { jobs } = sandbox.snapshot();
  expect(jobs).toHaveLength(1);
  return jobs[0];
}

function nothingUploaded({ sandbox }: World): void {
  expect(sandbox.snapshot().jobs).toEqual([]);
}

function addresses(count: number): string {
  let text = "Email\n";
  for (let i = 0; i < count; i++) text += `${i.toString(36)}@b.io\n`;
  return text;
}

/** Returns a list of one address with a size of `bytes`. */
function sized(bytes: number): string {
  const text = "Email,Note\na@b.example,\n";
  return text.replace(/\n$/, `${"x".repeat(bytes - text.length)}\n`);
}

/** service-spec, 'Upload a list' and 'Upload (POST /v1/bulk)'. */
export const uploadCases: readonly ContractCase[] = [
  {
    rows: ["parameter upload: local_file", "transition Upload without auto_verify"],
    name: "a CSV file",
    question: csv(LIST),
    status: 200,
    body: UPLOADED,
    client: VALUE,
    after: async (world) => {
      expect(job(world)?.state).toBe("preparing");
      await world.sandbox.advance(PREPARATION);
      expect(job(world)).toMatchObject({ state: "ready", total: LIST_TOTAL, charged: 0, starts: 0 });
    },
  },
  {
    rows: ["parameter upload: auto_verify", "transition Upload with auto_verify true", "limit: Credit cost"],
    name: "a CSV file with auto_verify",
    question: { ...csv(LIST), autoVerify: true },
    status: 200,
    body: UPLOADED,
    client: { notSendable: "it starts lists itself" },
    after: async (world) => {
      await world.sandbox.advance(PREPARATION + 1);
      expect(job(world)).toMatchObject({ state: "verifying", charged: LIST_TOTAL, starts: 1 });
      expect(world.sandbox.account("rich").credits).toBe(1000 - LIST_TOTAL);
    },
  },
  {
    rows: ["parameter upload: auto_verify", "transition Upload with auto_verify true"],
    name: "a CSV file with auto_verify, without enough credits",
    given: { credits: LIST_TOTAL - 1 },
    question: { ...csv(LIST), autoVerify: true },
    status: 200,
    body: UPLOADED,
    client: { notSendable: "it starts lists itself" },
    after: async (world) => {
      await world.sandbox.advance(PREPARATION + 60_000);
      expect(job(world)).toMatchObject({ state: "ready", charged: 0, starts: 0 });
    },
  },
  {
    rows: ["parameter upload: RAW_BODY"],
    name: "an array with additional fields",
    question: {
      operation: "upload",
      emails: [
        { email: "deliverable@a.example", Town: "Bern" },
        { email: "bounce@a.example", Street: "Long" },
      ],
    },
    status: 200,
    body: UPLOADED,
    client: { notSendable: "it uploads files" },
    after: (world) => expect(job(world)?.total).toBe(2),
  },
  {
    rows: ["parameter upload: RAW_BODY", "parameter upload: auto_verify"],
    name: "an array with auto_verify as a string",
    question: { operation: "upload", emails: [{ email: "deliverable@a.example" }], autoVerify: true },
    status: 200,
    body: UPLOADED,
    client: { notSendable: "it uploads files" },
    after: async (world) => {
      await world.sandbox.advance(PREPARATION + 10_000);
      expect(job(world)).toMatchObject({ state: "completed", starts: 1 });
    },
  },
  {
    rows: ["transition Preparation ends"],
    name: "a CSV file without any address",
    question: csv("Name,Town\nAnn,Bern\n"),
    status: 200,
    body: UPLOADED,
    client: VALUE,
    after: async (world) => {
      expect(job(world)?.state).toBe("preparing");
      await world.sandbox.advance(PREPARATION);
      expect(job(world)).toMatchObject({ state: "failed", total: 0 });
    },
  },
  {
    rows: ["error upload: Wrong file format or data"],
    name: "an empty file",
    question: csv(""),
    ...INVALID,
    after: nothingUploaded,
  },
  {
    rows: ["error upload: Wrong file format or data"],
    name: "a file that is not text",
    question: csv("PK\u0003\u0004\u0000\u0000"),
    ...INVALID,
    after: nothingUploaded,
  },
  ...["list.xlsx", "list.txt", "list.csv-1699999999"].map(
    (name): ContractCase => ({
      rows: ["error upload: Wrong file format or data", "parameter upload: local_file"],
      name: `a file that is no .csv: ${name}`,
      question: csv(LIST, name),
      ...INVALID,
      client: { notSendable: "it names every file .csv" },
      after: nothingUploaded,
    }),
  ),
  {
    rows: ["error upload: Wrong file format or data", "parameter upload: RAW_BODY"],
    name: "an empty array",
    question: { operation: "upload", emails: [] },
    ...INVALID,
    client: { notSendable: "it uploads files" },
    after: nothingUploaded,
  },
  ...(["{", '{"emails": "a@b.example"}', '{"emails": [{"mail": "a@b.example"}]}', "", "[]"] as const).map(
    (body): ContractCase => ({
      rows: ["error upload: Wrong file format or data", "parameter upload: RAW_BODY"],
      name: `JSON of another shape: ${body}`,
      question: { operation: "upload", raw: { type: "application/json", body } },
      ...INVALID,
      after: nothingUploaded,
      client: { notSendable: "it uploads files" },
    }),
  ),
  {
    rows: ["limit: CSV file size"],
    name: "a file of more than 10 MB",
    question: csv(sized(10_000_001)),
    ...INVALID,
    after: nothingUploaded,
  },
  {
    rows: ["limit: CSV file size"],
    name: "a file of 10 MB",
    question: csv(sized(10_000_000)),
    status: 200,
    body: UPLOADED,
    client: VALUE,
    after: (world) => expect(job(world)?.total).toBe(1),
  },
  {
    rows: ["limit: Emails per file"],
    name: "one address more than the limit",
    given: { options: { limits: { addresses: 1000 } } },
    question: csv(addresses(1001)),
    ...INVALID,
    after: nothingUploaded,
  },
  {
    rows: ["limit: Emails per file"],
    name: "500,000 addresses",
    question: csv(addresses(500_000)),
    status: 200,
    body: UPLOADED,
    client: VALUE,
    after: (world) => expect(job(world)?.total).toBe(500_000),
  },
  {
    rows: [
      "error upload: Maximum number of lists reached (500 unverified lists)",
      "limit: Unverified lists per account",
    ],
    name: "a list when the limit of unverified lists is reached",
    given: { options: { limits: { unverifiedLists: 5 } }, before: (world) => uploadMany(world, 5, false) },
    question: csv(LIST),
    status: 400,
    body: { success: false, message: "The maximum number of lists has been reached." },
    client: { code: "lists_full", consequence: "slot" },
  },
  {
    rows: ["limit: Unverified lists per account"],
    name: "a list when one unverified list fewer than the limit exists",
    given: { options: { limits: { unverifiedLists: 5 } }, before: (world) => uploadMany(world, 4, false) },
    question: csv(LIST),
    status: 200,
    body: UPLOADED,
    client: VALUE,
  },
  {
    rows: [
      "error upload: Maximum concurrent active verifications reached (100)",
      "limit: Concurrent active verification lists",
    ],
    name: "a list when the limit of lists under verification is reached",
    given: {
      options: { limits: { activeVerifications: 5 } },
      before: (world) => uploadMany(world, 5, true),
    },
    question: csv(LIST),
    status: 400,
    body: { success: false, message: "The maximum number of active verification lists has been reached." },
    client: { code: "active_full", consequence: "slot" },
  },
];

/** Uploads `count` lists of one address; with `verifying`, they are all under verification afterwards. */
async function uploadMany({ sandbox, account }: World, count: number, verifying: boolean): Promise<void> {
  for (let i = 0; i < count; i++)
    await uploadList(sandbox, account.key, `Email\na${i}@b.example\n`, verifying);
  if (!verifying) return;
  await sandbox.setClock(START + PREPARATION + 1);
  expect(sandbox.snapshot().jobs.every((one) => one.state === "verifying")).toBe(true);
}

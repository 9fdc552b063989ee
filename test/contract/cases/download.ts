import { VERDICTS } from "../../../shared/verdicts.ts";
import type { ContractCase } from "../case.ts";
import { filterListFile, LIST_FILE } from "../list.ts";

const DOWNLOAD = { operation: "download" } as const;

const wholeFile = { status: 200, body: LIST_FILE, client: { value: LIST_FILE } } as const;

function filtered(verdicts: readonly (typeof VERDICTS)[number][], wire: readonly string[]): ContractCase {
  const text = filterListFile((line) => wire.some((word) => line.includes(`,${word},`)));
  return {
    rows: ["parameter download: RAW_BODY", "file: Verification Result"],
    name: `completed, only ${verdicts.join(" and ")}`,
    given: { job: "completed" },
    question: { ...DOWNLOAD, verdicts },
    status: 200,
    body: text,
    client: { value: text },
  };
}

/** service-spec, 'Download results', 'Download file (text)' and 'Download (POST /v1/download)'. */
export const downloadCases: readonly ContractCase[] = [
  {
    rows: [
      "parameter download: jobId",
      "transition Verification finishes",
      "file: Email",
      "file: Verification Result",
      "file: Syntax Error",
      "file: ISP",
      "file: Role",
      "file: Disposable",
      "file: Trap",
      "file: Verified At",
    ],
    name: "completed",
    given: { job: "completed" },
    question: DOWNLOAD,
    ...wholeFile,
  },
  {
    rows: ["parameter download: RAW_BODY"],
    name: "completed, all four verdicts",
    given: { job: "completed" },
    question: { ...DOWNLOAD, verdicts: VERDICTS },
    ...wholeFile,
  },
  filtered(["accept_all"], ["accept-all"]),
  filtered(["deliverable"], ["deliverable"]),
  filtered(["undeliverable", "unknown"], ["undeliverable", "unknown"]),
  {
    rows: ["error download: Invalid filterResult options", "parameter download: RAW_BODY"],
    name: "completed, no verdicts",
    given: { job: "completed" },
    question: { ...DOWNLOAD, verdicts: [] },
    status: 400,
    body: {
      result: "Invalid filterResult. Please provide correct filterResult options",
      success: false,
    },
    client: { code: "filter_invalid", consequence: "stop" },
  },
  ...[
    '{"filterResult": ["accept-all"]}',
    '{"filterResult": ["risky", "unknown"]}',
    '{"filterResult": "unknown"}',
    "{",
  ].map(
    (raw): ContractCase => ({
      rows: ["error download: Invalid filterResult options", "parameter download: RAW_BODY"],
      name: `completed, ${raw}`,
      given: { job: "completed" },
      question: { ...DOWNLOAD, raw },
      status: 400,
      body: {
        result: "Invalid filterResult. Please provide correct filterResult options",
        success: false,
      },
      client: { notSendable: "it writes the JSON itself" },
    }),
  ),
  {
    rows: ["parameter download: RAW_BODY"],
    name: "completed, an object without filterResult",
    given: { job: "completed" },
    question: { ...DOWNLOAD, raw: "{}" },
    ...wholeFile,
    client: { notSendable: "it writes the JSON itself" },
  },
  ...(["restricted", "review"] as const).map(
    (finalAccountState): ContractCase => ({
      rows: ["error download: Account under review or restricted"],
      name: `completed, account ${finalAccountState}`,
      given: { job: "completed", finalAccountState },
      question: DOWNLOAD,
      status: 400,
      body: { result: "DOWNLOAD-RESTRICTED", success: false },
      client: { code: "download_restricted", consequence: "user" },
    }),
  ),
  {
    rows: ["error download: Job is verifying"],
    name: "verifying",
    given: { job: "verifying" },
    question: DOWNLOAD,
    status: 400,
    body: { result: "Job is being verified, please wait until it completes.", success: false },
    client: { code: "job_not_verified", consequence: "retry" },
  },
  {
    rows: ["error download: Job is ready"],
    name: "ready",
    given: { job: "ready" },
    question: DOWNLOAD,
    status: 400,
    body: {
      result: "Job is ready for verification, please start verification and download once verified.",
      success: false,
    },
    client: { code: "job_not_started", consequence: "stop" },
  },
  {
    rows: ["error download: Job is preparing"],
    name: "preparing",
    given: { job: "preparing" },
    question: DOWNLOAD,
    status: 400,
    body: {
      result: "Job is being prepared for verification, please start verifying it first.",
      success: false,
    },
    client: { code: "job_preparing", consequence: "retry" },
  },
  {
    rows: ["error download: List contains invalid data"],
    name: "failed",
    given: { job: "failed" },
    question: DOWNLOAD,
    status: 400,
    body: { result: "List cannot be downloaded, The uploaded list contains invalid data.", success: false },
    client: { code: "job_unusable", consequence: "stop" },
  },
  {
    rows: ["error download: Invalid job id", "parameter download: jobId"],
    name: "an id of another form",
    question: { ...DOWNLOAD, job: "no-id" },
    status: 400,
    body: { result: "Job not found. Invalid jobId", success: false },
    client: { code: "job_invalid", consequence: "stop" },
  },
  ...(["deleted", "purged", "cancelled", "of another account"] as const).map(
    (job): ContractCase => ({
      rows: [
        "error download: Job not available",
        ...(job === "purged" ? (["limit: Retention"] as const) : []),
      ],
      name: job,
      given: { job },
      question: DOWNLOAD,
      status: 400,
      body: { result: "Job not found.", success: false },
      client: { code: "job_gone", consequence: "stop" },
    }),
  ),
];

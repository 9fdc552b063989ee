import { expect } from "vitest";
import type { ContractCase } from "../case.ts";
import { HALF_RESULTS, LIST_ANALYSIS, LIST_RESULTS, LIST_TOTAL } from "../list.ts";

const TEXT: unknown = expect.any(String);
const CREATED = "01/05/2026, 10:00:00 AM";
const STATUS = { operation: "status" } as const;

const FIELDS: readonly string[] = [
  "job: job_id",
  "job: status",
  "job: created_at",
  "job: success",
  "job: message",
];
const ANALYSIS: readonly string[] = [
  "job: total",
  "job: analysis",
  "analysis: common_isp",
  "analysis: role_based",
  "analysis: disposable",
  "analysis: spamtrap",
  "analysis: syntax_error",
];
const RESULTS: readonly string[] = [
  "job: verified",
  "job: pending",
  "job: results",
  "results: deliverable",
  "results: undeliverable",
  "results: accept_all",
  "results: unknown",
];

/** service-spec, 'Job status', 'Status payload by state' and 'Status (GET /v1/bulk)'. */
export const statusCases: readonly ContractCase[] = [
  {
    rows: ["payload: preparing", "parameter status: job_id", ...FIELDS],
    name: "preparing",
    given: { job: "preparing" },
    question: STATUS,
    status: 200,
    body: ({ jobId }) => ({
      job_id: jobId,
      status: "preparing",
      created_at: CREATED,
      success: true,
      message: TEXT,
    }),
    client: ({ jobId }) => ({ value: { status: "preparing", jobId, createdAt: CREATED } }),
  },
  {
    rows: ["payload: ready", "transition Upload without auto_verify", ...ANALYSIS],
    name: "ready",
    given: { job: "ready" },
    question: STATUS,
    status: 200,
    body: ({ jobId }) => ({
      job_id: jobId,
      status: "ready",
      created_at: CREATED,
      total: LIST_TOTAL,
      analysis: LIST_ANALYSIS,
      success: true,
      message: TEXT,
    }),
    client: ({ jobId }) => ({
      value: {
        status: "ready",
        jobId,
        createdAt: CREATED,
        total: LIST_TOTAL,
        analysis: LIST_ANALYSIS,
        creditError: null,
      },
    }),
  },
  {
    rows: ["job: credit_error", "job: success", "transition Upload with auto_verify true"],
    name: "ready, to be verified at once, without enough credits",
    given: { job: "ready", autoVerify: true, credits: LIST_TOTAL - 1 },
    question: STATUS,
    status: 200,
    body: ({ jobId }) => ({
      job_id: jobId,
      status: "ready",
      created_at: CREATED,
      total: LIST_TOTAL,
      analysis: LIST_ANALYSIS,
      credit_error: TEXT,
      success: false,
      message: TEXT,
    }),
    client: ({ jobId }) => ({
      value: {
        status: "ready",
        jobId,
        createdAt: CREATED,
        total: LIST_TOTAL,
        analysis: LIST_ANALYSIS,
        creditError: TEXT,
      },
    }),
  },
  {
    rows: ["payload: verifying", ...RESULTS],
    name: "verifying, half of it done",
    given: { job: "verifying" },
    question: STATUS,
    status: 200,
    body: ({ jobId }) => ({
      job_id: jobId,
      status: "verifying",
      created_at: CREATED,
      total: LIST_TOTAL,
      verified: 4,
      pending: 4,
      analysis: LIST_ANALYSIS,
      results: HALF_RESULTS,
      success: true,
      message: TEXT,
    }),
    client: ({ jobId }) => ({
      value: {
        status: "verifying",
        jobId,
        createdAt: CREATED,
        total: LIST_TOTAL,
        verified: 4,
        pending: 4,
        analysis: LIST_ANALYSIS,
        counts: HALF_RESULTS,
      },
    }),
  },
  {
    rows: ["payload: completed", "transition Verification finishes", ...RESULTS],
    name: "completed",
    given: { job: "completed" },
    question: STATUS,
    status: 200,
    body: ({ jobId }) => ({
      job_id: jobId,
      status: "completed",
      created_at: CREATED,
      total: LIST_TOTAL,
      verified: LIST_TOTAL,
      pending: 0,
      analysis: LIST_ANALYSIS,
      results: LIST_RESULTS,
      success: true,
      message: TEXT,
    }),
    client: ({ jobId }) => ({
      value: {
        status: "completed",
        jobId,
        createdAt: CREATED,
        total: LIST_TOTAL,
        verified: LIST_TOTAL,
        pending: 0,
        analysis: LIST_ANALYSIS,
        counts: LIST_RESULTS,
      },
    }),
  },
  {
    rows: ["payload: failed", "transition Preparation ends"],
    name: "failed",
    given: { job: "failed" },
    question: STATUS,
    status: 200,
    body: ({ jobId }) => ({
      job_id: jobId,
      status: "failed",
      created_at: CREATED,
      total: 0,
      success: true,
      message: TEXT,
    }),
    client: ({ jobId }) => ({ value: { status: "failed", jobId, createdAt: CREATED, message: TEXT } }),
  },
  {
    rows: ["payload: cancelled"],
    name: "cancelled",
    given: { job: "cancelled" },
    question: STATUS,
    status: 200,
    body: ({ jobId }) => ({
      job_id: jobId,
      status: "cancelled",
      created_at: CREATED,
      total: LIST_TOTAL,
      success: true,
      message: TEXT,
    }),
    client: ({ jobId }) => ({ value: { status: "cancelled", jobId, createdAt: CREATED, message: TEXT } }),
  },
  {
    rows: ["error status: Invalid job id", "parameter status: job_id"],
    name: "an id of another form",
    question: { ...STATUS, job: "no-id" },
    status: 400,
    body: { result: "Job not found. Invalid jobId", success: false },
    client: { code: "job_invalid", consequence: "stop" },
  },
  ...(["deleted", "purged", "of another account"] as const).map(
    (job): ContractCase => ({
      rows: ["error status: Job not found", ...(job === "purged" ? (["limit: Retention"] as const) : [])],
      name: job,
      given: { job },
      question: STATUS,
      status: 400,
      body: { result: "Job not found", success: false },
      client: { code: "job_gone", consequence: "stop" },
    }),
  ),
];

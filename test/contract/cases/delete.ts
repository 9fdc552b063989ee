import { expect } from "vitest";
import type { ContractCase } from "../case.ts";
import type { World } from "../world.ts";

const TEXT: unknown = expect.any(String);
const DELETE = { operation: "delete" } as const;

const gone = ({ sandbox, jobId }: World) => sandbox.snapshot().jobs.find((job) => job.id === jobId)?.gone;

/** service-spec, 'Delete a list' and 'Delete (DELETE /v1/bulk)'. */
export const deleteCases: readonly ContractCase[] = [
  ...(["completed", "ready", "failed", "cancelled"] as const).map(
    (job): ContractCase => ({
      rows: ["transition Delete operation", "parameter delete: job_id"],
      name: job,
      given: { job },
      question: DELETE,
      status: 200,
      body: ({ jobId }) => ({ job_id: jobId, success: true, message: TEXT }),
      client: { value: { message: TEXT } },
      after: (world) => expect(gone(world)).toBe(true),
    }),
  ),
  ...(["preparing", "verifying"] as const).map(
    (job): ContractCase => ({
      rows: ["error delete: List is being processed"],
      name: job,
      given: { job },
      question: DELETE,
      status: 400,
      body: { result: "List is being processed, and cannot be deleted.", success: false },
      client: { code: "job_processing", consequence: "retry" },
      after: (world) => expect(gone(world)).toBe(false),
    }),
  ),
  {
    rows: ["error delete: Invalid job id", "parameter delete: job_id"],
    name: "an id of another form",
    question: { ...DELETE, job: "no-id" },
    status: 400,
    body: { result: "Job not found. Invalid jobId", success: false },
    client: { code: "job_invalid", consequence: "stop" },
  },
  ...(["deleted", "purged", "of another account"] as const).map(
    (job): ContractCase => ({
      rows: ["error delete: List not found or already deleted"],
      name: job,
      given: { job },
      question: DELETE,
      status: 400,
      body: { result: "List not found, may be already deleted.", success: false },
      client: { code: "job_deleted", consequence: "stop" },
      after: (world) => expect(gone(world)).toBe(job !== "of another account"),
    }),
  ),
];

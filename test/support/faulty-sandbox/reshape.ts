import type { JsonObject, Reply } from "../../../electron/sandbox/messages.ts";
import type { Operation } from "../../../electron/sandbox/service.ts";
import type { ActiveFaults } from "./faults.ts";
import { oddJobId } from "./job-ids.ts";
import { reshapeResults, spellVerdict } from "./results-file.ts";

/** Applies the variations of `faults` to a reply of the contract. */
export function reshape(reply: Reply, operation: Operation, faults: ActiveFaults): Reply {
  if (typeof reply.body !== "string") return { ...reply, body: reshapeResults(reply.body, faults) };
  const isError = reply.status >= 400;
  let body: JsonObject = JSON.parse(reply.body);
  if (isError && faults.has("error-message")) body = renamed(body, "result", "message");
  if (isError && faults.has("error-result")) body = renamed(body, "message", "result");
  if (!isError && operation === "upload" && faults.has("odd-job-id"))
    body.job_id = oddJobId(String(body.job_id));
  if (!isError && operation === "status") body = reshapeStatus(body, faults);
  if (!isError && operation === "verify") {
    body.result = spellVerdict(String(body.result), faults);
    if (body.accept_all === 1) body.accept_all = faults.get("accept-all-value") ?? 1;
  }
  if (faults.has("number-strings")) body = numbersAsStrings(body);
  if (faults.has("success-string")) body.success = String(body.success);
  if (faults.has("success-missing")) delete body.success;
  const status = !isError && faults.has("status-201") ? 201 : reply.status;
  return { ...reply, status, body: JSON.stringify(body) };
}

function reshapeStatus(given: JsonObject, faults: ActiveFaults): JsonObject {
  let body = { ...given };
  if (faults.has("credit-error") && body.status === "ready") {
    const text = "Insufficient verification credits. Please add credits to proceed with verification.";
    body = { ...body, success: false, credit_error: text };
  }
  if (faults.has("status-endless") && body.status === "completed") {
    body = { ...body, status: "verifying", verified: Number(body.total) - 1, pending: 1 };
  }
  if (faults.has("sparse-status")) body = { job_id: body.job_id ?? null, status: body.status ?? null };
  if (faults.has("odd-created-at")) body.created_at = "21. November 2026";
  if (faults.has("unknown-status")) body.status = "queued";
  if (typeof body.total === "number") body.total += faults.get("wrong-total") ?? 0;
  return body;
}

function renamed(body: JsonObject, from: string, to: string): JsonObject {
  const { [from]: value, ...rest } = body;
  return value === undefined ? body : { ...rest, [to]: value };
}

function numbersAsStrings(body: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(body, (_, value: unknown) => (typeof value === "number" ? `${value}` : value)),
  );
}

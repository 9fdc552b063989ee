import type { Answer, Json, JsonObject } from "./answer.ts";
import type { ActiveFaults, Operation } from "./faults.ts";
import { isVerdict, spellVerdict } from "./spelling.ts";

/** Applies the operation's special cases and the variations of `faults` to a response. */
export function reshape(answer: Answer, operation: Operation, faults: ActiveFaults): Answer {
  if (answer.kind === "text") return answer;
  const failed = answer.status >= 400;
  let { status } = answer;
  let body: JsonObject = { ...answer.body };
  // service-spec, 'Errors': a failed single verification has `success` as a string.
  if (failed && operation === "verify") body.success = "false";
  if (failed && operation === "balance" && body.result === "Invalid API Key") body.result = "Invalid API key";
  if (failed && faults.has("error-message")) body = renamed(body, "result", "message");
  if (failed && faults.has("error-result")) body = renamed(body, "message", "result");
  if (!failed && faults.has("status-201")) status = 201;
  if (!failed && operation === "status") body = reshapeStatus(body, faults);
  if (!failed && operation === "verify" && isVerdict(body.result)) {
    body.result = spellVerdict(body.result, "accept_all", faults);
  }
  if (faults.has("number-strings")) body = numbersAsStrings(body);
  if (faults.has("success-string")) body.success = String(body.success);
  if (faults.has("success-missing")) delete body.success;
  return { kind: "json", status, body };
}

function reshapeStatus(given: JsonObject, faults: ActiveFaults): JsonObject {
  let body = { ...given };
  if (faults.has("status-endless") && body.status === "completed") {
    const total = Number(body.total);
    body = { ...body, status: "verifying", verified: total - 1, pending: 1 };
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
  const convert = (value: Json): Json => {
    if (typeof value === "number") return String(value);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return numbersAsStrings(value);
  };
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, convert(value)]));
}

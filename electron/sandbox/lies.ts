import { randomBytes } from "node:crypto";
import { type Answer, answer, type JsonObject, refusal } from "./answer.ts";
import type { ActiveFaults, Operation } from "./faults.ts";
import type { SandboxRequest } from "./request.ts";

/** The success that is said in place of `operation`, which then has no effect; null: it is performed. */
export function successInstead(
  operation: Operation,
  request: SandboxRequest,
  faults: ActiveFaults,
): Answer | null {
  if (!faults.has("false-success")) return null;
  const id = operation === "upload" ? randomBytes(12).toString("hex") : (request.parameter("job_id") ?? "");
  return answer({ job_id: id, success: true, message: "Done." });
}

/** The refusal that is said after `operation` took effect; null: what it answered is said. */
export function refusalAfter(operation: Operation, said: Answer, faults: ActiveFaults): Answer | null {
  if (!faults.has("false-failure") || said.status >= 400) return null;
  switch (operation) {
    case "upload":
      return refusal(400, "Invalid file data");
    case "start":
      return refusal(402, "Insufficient verification credits. Please order a plan.");
    case "delete":
      return refusal(400, "List is being processed, and cannot be deleted.");
    case "verify":
      return refusal(402, "Insufficient verification credits");
    case "status":
    case "download":
    case "balance":
      return null;
  }
}

/** The status of a job as `faults` have it. */
export function lieAboutStatus(body: JsonObject, faults: ActiveFaults): JsonObject {
  const total = typeof body.total === "number" ? body.total : 0;
  const started = body.status === "verifying" || body.status === "completed";
  if (faults.has("status-back") && started) {
    const { verified: _, pending: __, results: ___, ...rest } = body;
    return { ...rest, status: "ready" };
  }
  if (faults.has("status-jumps") && !started) {
    const results = { deliverable: total, undeliverable: 0, accept_all: 0, unknown: 0 };
    return { ...body, status: "completed", total, verified: total, pending: 0, results };
  }
  if (faults.has("status-endless") && started) {
    return { ...body, status: "verifying", verified: Math.max(0, total - 1), pending: Math.min(1, total) };
  }
  if (faults.has("counts-off") && started) {
    const results = { deliverable: total * 2, undeliverable: 3, accept_all: 0, unknown: 0 };
    return { ...body, verified: total + 5, pending: total, results };
  }
  return body;
}

/** By how many milliseconds the times that it says are off. */
export function clockOff(faults: ActiveFaults): number {
  return (faults.get("clock-off") ?? 0) * 3600_000;
}

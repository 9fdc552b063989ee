import { randomBytes } from "node:crypto";
import { type Answer, errorResponse, jsonResponse, limitResponse } from "../answer.ts";
import type { Call } from "../context.ts";
import type { ActiveFaults } from "../faults.ts";
import { readArray, readCsv } from "../upload.ts";
import { hasListSlot, hasVerificationSlot } from "../verification.ts";

/** Upload a list (service-spec, 'Upload a list: POST /v1/bulk'): a CSV file or an array. */
export function upload(call: Call): Answer {
  const { context, request, account, faults } = call;
  const { limits } = context;
  if (faults.has("lists-full") || !hasListSlot(context, account.label)) {
    return limitResponse("The maximum number of lists has been reached.");
  }
  if (faults.has("active-full") || !hasVerificationSlot(context, account.label)) {
    return limitResponse("The maximum number of active verification lists has been reached.");
  }
  const invalid = errorResponse(400, "Invalid file data");
  if (faults.has("invalid-file") || request.unreadable) return invalid;
  const { file } = request;
  if (file !== null && !isTaken(file, limits.fileBytes, faults)) return invalid;
  const read =
    file === null ? readArray(request.json, limits.addresses) : readCsv(file.bytes, limits.addresses);
  if (read.kind === "invalid") return invalid;
  const autoVerify = /^(true|1)$/i.test(request.parameter("auto_verify") ?? "");
  const id = faults.has("odd-job-id")
    ? `list ${randomBytes(4).toString("hex")}/é?&=+#%`
    : randomBytes(12).toString("hex");
  context.jobs.add({
    id,
    account: account.label,
    createdAt: context.clock.now(),
    pace: context.pace,
    autoVerify,
    list: read.list,
    upload: request.bytes,
  });
  const message = autoVerify
    ? "The list was uploaded. Verification will start shortly, subject to credit availability."
    : "The list was uploaded and is being prepared. Start verification once it is ready.";
  return jsonResponse({ job_id: id, success: true, message });
}

function isTaken(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  most: number,
  faults: ActiveFaults,
): boolean {
  const limit = faults.has("ten-mebibytes") ? Math.floor(most * 1.048576) : most;
  return bytes.length <= limit && (faults.has("any-file-name") || /\.csv$/i.test(name));
}

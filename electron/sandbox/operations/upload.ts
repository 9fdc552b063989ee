import { randomBytes } from "node:crypto";
import { type Call, hasListSlot, hasVerificationSlot } from "../context.ts";
import { readArray, readCsv } from "../list.ts";
import { errorReply, jsonReply, limitReply, type Reply } from "../messages.ts";

/** Upload a list (service-spec, 'Upload a list: POST /v1/bulk'): a CSV file or an array. */
export function upload(call: Call): Reply {
  const { context, parameters, account } = call;
  const { limits } = context;
  if (!hasListSlot(context, account.label)) {
    return limitReply("The maximum number of lists has been reached.");
  }
  if (!hasVerificationSlot(context, account.label)) {
    return limitReply("The maximum number of active verification lists has been reached.");
  }
  const invalid = errorReply(400, "Invalid file data");
  if (parameters.unreadable) return invalid;
  const { file } = parameters;
  if (file !== null && (file.bytes.length > limits.fileBytes || !/\.csv$/i.test(file.name))) return invalid;
  const read =
    file === null ? readArray(parameters.json, limits.addresses) : readCsv(file.bytes, limits.addresses);
  if (read.kind === "invalid") return invalid;
  const autoVerify = /^(true|1)$/i.test(parameters.get("auto_verify") ?? "");
  const id = randomBytes(12).toString("hex");
  context.jobs.add({
    id,
    account: account.label,
    createdAt: context.clock.now(),
    pace: context.pace,
    autoVerify,
    list: read.list,
    upload: parameters.bytes,
  });
  const message = autoVerify
    ? "The list was uploaded. Verification will start shortly, subject to credit availability."
    : "The list was uploaded and is being prepared. Start verification once it is ready.";
  return jsonReply({ job_id: id, success: true, message });
}

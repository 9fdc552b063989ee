import { errorReply, jsonReply, limitReply, type Reply } from "../../../electron/sandbox/messages.ts";
import type { Operation } from "../../../electron/sandbox/service.ts";
import type { ActiveFaults, FaultName } from "./faults.ts";

const HTML = { "content-type": "text/html; charset=utf-8" };
const reply = (status: number, body: string, headers: Reply["headers"] = HTML): Reply => ({
  status,
  headers,
  body,
});
const BROKEN = reply(
  500,
  "<!doctype html><html><body><h1>500 Internal Server Error</h1><hr>nginx</body></html>",
);

/** Returns the reply that `faults` send instead of the operation's effect; `null` if there is none. */
export function replyBefore(faults: ActiveFaults, key: string): Reply | null {
  const seconds = faults.get("503-retry-after");
  if (faults.has("500-html")) return BROKEN;
  if (faults.has("500-json")) return jsonReply({ error: "internal", code: 17 }, 500);
  if (faults.has("500-empty")) return reply(500, "", {});
  if (seconds !== undefined) return reply(503, "Back soon", { ...HTML, "retry-after": `${seconds}` });
  if (faults.has("redirect")) return reply(302, "", { location: "https://elsewhere.example/v1/info" });
  if (faults.has("redirect-same")) return reply(307, "", { location: "/v2/moved" });
  if (faults.has("html-200"))
    return reply(200, "<html><body>Welcome! Please accept our terms.</body></html>");
  if (faults.has("unknown-error")) return errorReply(400, `Quota policy 7 forbids this for ${key}`);
  if (!faults.has("success-false")) return null;
  return jsonReply({ success: false, message: "The service is under maintenance." });
}

/** Returns the reply that `faults` send after the operation's effect; `null` if there is none. */
export function replyAfter(faults: ActiveFaults): Reply | null {
  const { headers } = jsonReply({});
  if (faults.has("500-after")) return BROKEN;
  if (faults.has("empty-body")) return reply(200, "", headers);
  if (faults.has("nonsense-json")) return reply(200, '{"success": true, "job_', headers);
  return faults.has("wrong-shape") ? reply(200, '[["success"], 1]', headers) : null;
}

/** Returns the contract's error that `faults` send without its cause; `null` if there is none. */
export function refusal(operation: Operation, faults: ActiveFaults, isReady: () => boolean): Reply | null {
  const seconds = faults.get("429-retry-after");
  if (seconds !== undefined || faults.has("429")) {
    const refused = errorReply(429, "Too many requests", operation === "verify" ? "false" : false);
    return seconds === undefined
      ? refused
      : { ...refused, headers: { ...refused.headers, "retry-after": `${seconds}` } };
  }
  const has = (name: FaultName) => faults.has(name);
  switch (operation) {
    case "upload":
      if (has("lists-full")) return limitReply("The maximum number of lists has been reached.");
      if (has("active-full")) return activeFull();
      return has("invalid-file") ? errorReply(400, "Invalid file data") : null;
    case "start":
      if (has("restricted")) return errorReply(400, "Verify restricted");
      // A job that was started before is refused for that reason.
      if (!(has("no-credits") || has("active-full")) || !isReady()) return null;
      return has("no-credits")
        ? errorReply(402, "Insufficient verification credits. Please order a plan.")
        : activeFull();
    case "download":
      return has("restricted") ? errorReply(400, "DOWNLOAD-RESTRICTED") : null;
    case "verify":
      return has("no-credits") ? errorReply(402, "Insufficient verification credits", "false") : null;
    default:
      return null;
  }
}

const activeFull = () => limitReply("The maximum number of active verification lists has been reached.");

/** Returns the page of a web server for a path that it does not know. */
export function notFoundPage(status: number, method: string, path: string): Reply {
  const escaped = path.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return reply(status, `<!DOCTYPE html><html><body><pre>Cannot ${method} ${escaped}</pre></body></html>`);
}

import { errorReply, jsonReply, limitReply, type Reply } from "../../../electron/sandbox/messages.ts";
import type { Operation } from "../../../electron/sandbox/service.ts";
import type { ActiveFaults } from "./faults.ts";

const HTML = { "content-type": "text/html; charset=utf-8" };
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const BROKEN: Reply = {
  status: 500,
  headers: HTML,
  body: "<!doctype html><html><body><h1>500 Internal Server Error</h1><hr>nginx</body></html>",
};

type FaultReplies = readonly (readonly [
  Parameters<ActiveFaults["has"]>[0],
  (value: number, key: string) => Reply,
])[];

/** Replies instead of the operation's effect. */
const BEFORE: FaultReplies = [
  ["500-html", () => BROKEN],
  ["500-json", () => jsonReply({ error: "internal", code: 17 }, 500)],
  ["500-empty", () => ({ status: 500, headers: {}, body: "" })],
  [
    "503-retry-after",
    (value) => ({ status: 503, headers: { ...HTML, "retry-after": `${value}` }, body: "Back soon" }),
  ],
  ["redirect", () => ({ status: 302, headers: { location: "https://elsewhere.example/v1/info" }, body: "" })],
  ["redirect-same", () => ({ status: 307, headers: { location: "/v2/moved" }, body: "" })],
  [
    "html-200",
    () => ({
      status: 200,
      headers: HTML,
      body: "<html><body>Welcome! Please accept our terms.</body></html>",
    }),
  ],
  ["unknown-error", (_, key) => errorReply(400, `Quota policy 7 forbids this for ${key}`)],
  ["success-false", () => jsonReply({ success: false, message: "The service is under maintenance." })],
];

/** Replies after the operation's effect. */
const AFTER: FaultReplies = [
  ["500-after", () => BROKEN],
  ["empty-body", () => ({ status: 200, headers: JSON_TYPE, body: "" })],
  ["nonsense-json", () => ({ status: 200, headers: JSON_TYPE, body: '{"success": true, "job_' })],
  ["wrong-shape", () => ({ status: 200, headers: JSON_TYPE, body: '[["success"], 1]' })],
];

function firstOf(replies: FaultReplies, faults: ActiveFaults, key: string): Reply | null {
  const found = replies.find(([name]) => faults.has(name));
  return found === undefined ? null : found[1](faults.get(found[0]) ?? 0, key);
}

export const replyBefore = (faults: ActiveFaults, key: string) => firstOf(BEFORE, faults, key);
export const replyAfter = (faults: ActiveFaults) => firstOf(AFTER, faults, "");

/** Returns the contract's error that `faults` send without its cause; `null` if there is none. */
export function refusal(operation: Operation, faults: ActiveFaults, isReady: () => boolean): Reply | null {
  const seconds = faults.get("429-retry-after");
  if (seconds !== undefined || faults.has("429")) {
    const reply = errorReply(429, "Too many requests", operation === "verify" ? "false" : false);
    return seconds === undefined
      ? reply
      : { ...reply, headers: { ...reply.headers, "retry-after": `${seconds}` } };
  }
  const has = (name: Parameters<ActiveFaults["has"]>[0]) => faults.has(name);
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
  const body = `<!DOCTYPE html><html><body><pre>Cannot ${method} ${escaped}</pre></body></html>`;
  return { status, headers: HTML, body };
}

import type { IncomingMessage } from "node:http";
import { type Answer, errorResponse } from "./answer.ts";
import type { ActiveFaults } from "./faults.ts";

export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const HTML = { "content-type": "text/html; charset=utf-8" };
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const FAULT_PAGE = "<!doctype html><html><body><h1>500 Internal Server Error</h1><hr>nginx</body></html>";

/** Returns the page that `faults` send instead of running the operation; `null` if none. */
export function pageBefore(faults: ActiveFaults, key: string): Page | null {
  if (faults.has("500-html")) return { status: 500, headers: HTML, body: FAULT_PAGE };
  if (faults.has("500-json")) {
    return { status: 500, headers: JSON_TYPE, body: JSON.stringify({ error: "internal", code: 17 }) };
  }
  if (faults.has("500-empty")) return { status: 500, headers: {}, body: "" };
  const pause = faults.get("503-retry-after");
  if (pause !== undefined)
    return { status: 503, headers: { ...HTML, "retry-after": `${pause}` }, body: "Back soon" };
  if (faults.has("redirect")) {
    return { status: 302, headers: { location: "https://elsewhere.example/v1/info" }, body: "" };
  }
  if (faults.has("redirect-same")) return { status: 307, headers: { location: "/v2/moved" }, body: "" };
  if (faults.has("html-200")) {
    return {
      status: 200,
      headers: HTML,
      body: "<html><body>Welcome! Please accept our terms.</body></html>",
    };
  }
  if (faults.has("unknown-error")) {
    const body = { result: `Quota policy 7 forbids this for ${key}`, success: false };
    return { status: 400, headers: JSON_TYPE, body: JSON.stringify(body) };
  }
  if (faults.has("success-false")) {
    const body = { success: false, message: "The service is under maintenance." };
    return { status: 200, headers: JSON_TYPE, body: JSON.stringify(body) };
  }
  return null;
}

export function notFoundPage(status: number, { method, url }: IncomingMessage): Page {
  const path = new URL(url ?? "/", "http://sandbox").pathname;
  return {
    status,
    headers: HTML,
    body: `<!DOCTYPE html><html><body><pre>Cannot ${method} ${escaped(path)}</pre></body></html>`,
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Returns the page that `faults` send after the operation took effect; `null` if none. */
export function pageAfter(faults: ActiveFaults): Page | null {
  if (faults.has("500-after")) return { status: 500, headers: HTML, body: FAULT_PAGE };
  if (faults.has("empty-body")) return { status: 200, headers: JSON_TYPE, body: "" };
  if (faults.has("nonsense-json"))
    return { status: 200, headers: JSON_TYPE, body: '{"success": true, "job_' };
  if (faults.has("wrong-shape")) return { status: 200, headers: JSON_TYPE, body: '[["success"], 1]' };
  return null;
}

/** Returns the refusal that `faults` request without its cause; `null` if none. */
export function refusalInstead(
  faults: ActiveFaults,
): { answer: Answer; headers: Record<string, string> } | null {
  if (faults.has("invalid-key")) return { answer: errorResponse(401, "Invalid API Key"), headers: {} };
  const pause = faults.get("429-retry-after");
  if (pause !== undefined) {
    return { answer: errorResponse(429, "Too many requests"), headers: { "retry-after": `${pause}` } };
  }
  if (faults.has("429")) return { answer: errorResponse(429, "Too many requests"), headers: {} };
  return null;
}

import type * as Electron from "electron";
import type { PageRequest, RequestAnswer } from "./driven-page.ts";
import { handled, privilegesOf } from "./protocol.ts";
import type { KnownSession } from "./sessions.ts";

type Kind = Electron.OnBeforeRequestListenerDetails["resourceType"];

const KINDS: Partial<Record<PageRequest["resourceType"], Kind>> = {
  Document: "mainFrame",
  Stylesheet: "stylesheet",
  Image: "image",
  Media: "media",
  Font: "font",
  Script: "script",
  XHR: "xhr",
  Fetch: "xhr",
  Ping: "ping",
  CSPViolationReport: "cspReport",
};

let lastId = 0;

/** Decides a page's request: first the session's listener, then the scheme's handler, then the network. */
export async function answerRequest(
  request: PageRequest,
  { beforeRequest }: KnownSession,
  webContents: Electron.WebContents,
): Promise<RequestAnswer> {
  if (beforeRequest !== null) {
    lastId += 1;
    const details: Electron.OnBeforeRequestListenerDetails = {
      id: lastId,
      url: request.url,
      method: request.method,
      webContents,
      resourceType: KINDS[request.resourceType] ?? "other",
      referrer: request.headers.Referer ?? "",
      timestamp: Date.now(),
      uploadData: [],
    };
    const decided = await new Promise<Electron.CallbackResponse>((decide) => beforeRequest(details, decide));
    if (decided.cancel) return { kind: "refused", reason: "BlockedByClient" };
    if (decided.redirectURL !== undefined)
      throw new Error("the stand-in does not model a redirected request");
  }
  const scheme = new URL(request.url).protocol.slice(0, -1);
  const privileges = privilegesOf(scheme);
  if (privileges === undefined) return { kind: "network" };
  const isFetched = request.resourceType === "Fetch" || request.resourceType === "XHR";
  if (isFetched && !privileges.supportFetchAPI) return { kind: "refused", reason: "Failed" };
  try {
    const { url, method, headers, body } = request;
    const hasBody = method !== "GET" && method !== "HEAD";
    const response = await handled(new Request(url, { method, headers, ...(hasBody ? { body } : {}) }));
    return response === null ? { kind: "refused", reason: "Failed" } : { kind: "answered", response };
  } catch (error) {
    console.error("Error occurred in a protocol handler:", error);
    return { kind: "refused", reason: "Failed" };
  }
}

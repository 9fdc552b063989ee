import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { assertNever } from "../../shared/result.ts";
import type { SandboxAccount } from "./accounts.ts";
import { type Answer, answer, refusal } from "./answer.ts";
import type { Context } from "./context.ts";
import type { ActiveFaults, Faults, Operation } from "./faults.ts";
import { refusalAfter, successInstead } from "./lies.ts";
import type { LoggedRequest } from "./log.ts";
import { PERFORM, type Route, routeOf } from "./operations/index.ts";
import { NAMED, ROUTING } from "./quirk-faults.ts";
import { readRequest, type SandboxRequest } from "./request.ts";
import { reshape } from "./reshape.ts";
import { notFoundPage, type Page, pageAfter, pageInstead, refusalInstead } from "./stand-in.ts";
import { settle } from "./verification.ts";
import { drop, sendAnswer, sendPage } from "./wire.ts";

/** Bytes of a request that are kept at most: 500,000 addresses as JSON with room beside them. */
const MAX_REQUEST = 128 * 1024 * 1024;

const INVALID_KEY = refusal(401, "Invalid API Key");

export interface ServeOptions {
  readonly context: Context;
  readonly faults: Faults;
  readonly record: (entry: LoggedRequest) => void;
}

/** What a request comes to. */
type Outcome =
  | { readonly kind: "dropped" | "unanswered" }
  | { readonly kind: "page"; readonly page: Page }
  | { readonly kind: "answer"; readonly answer: Answer; readonly headers: Readonly<Record<string, string>> };

/** Answers one request: which operation it is, which faults hit it, what the contract says. */
export async function serve(
  { context, faults, record }: ServeOptions,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(message.url ?? "/", "http://sandbox");
  const key = url.searchParams.get("apikey") ?? "";
  const label = context.accounts.byKey(key)?.label ?? null;
  const route = routeOf(message.method ?? "", url.pathname);
  const routing = faults.take(route?.operation ?? null, label, (name) => ROUTING.has(name));
  const operation = route !== null && isThere(route, routing) ? route.operation : null;
  const active: ActiveFaults =
    operation === null
      ? routing
      : new Map([...routing, ...faults.take(operation, label, (name) => !ROUTING.has(name))]);
  const query = queryOf(url, active);
  if (operation !== null && route?.jobId != null) query.set("job_id", route.jobId);
  const at = context.clock.now();
  const outcome =
    operation === null
      ? await absent(context, route, active, message, query)
      : await decide(context, operation, active, message, query);
  record({
    at,
    method: message.method ?? "",
    path: url.pathname,
    operation,
    account: label,
    jobId: query.get("job_id") ?? query.get("jobId") ?? jobIdIn(outcome),
    parameters: [...url.searchParams.keys()],
    faults: [...active.keys()],
    status: statusOf(outcome),
  });
  switch (outcome.kind) {
    case "dropped":
      return drop(response);
    case "unanswered":
      return;
    case "page":
      return sendPage(response, outcome.page, active);
    case "answer":
      return sendAnswer(response, outcome.answer, outcome.headers, active);
    default:
      return assertNever(outcome);
  }
}

/** Parameters as a form has them, where a `+` is a blank, unless the service reads them otherwise. */
function queryOf({ search }: URL, faults: ActiveFaults): URLSearchParams {
  return new URLSearchParams(faults.has("plus-as-it-is") ? search.replaceAll("+", "%2B") : search);
}

/** Whether the service has what the request is addressed to. */
function isThere({ operation, jobId }: Route, faults: ActiveFaults): boolean {
  if (jobId !== null) return faults.has("job-id-path") || faults.has("job-id-path-only");
  return !(faults.has("job-id-path-only") && NAMED.includes(operation));
}

/** What is said where there is nothing. */
async function absent(
  context: Context,
  route: Route | null,
  faults: ActiveFaults,
  message: IncomingMessage,
  query: URLSearchParams,
): Promise<Outcome> {
  const request = await readRequest(message, query, MAX_REQUEST);
  const plain = (answer: Answer): Outcome => ({ kind: "answer", answer, headers: {} });
  const how = route === null ? undefined : faults.get("job-id-path-only");
  if (how === 400 || how === 200) {
    if (admit(context, request, message.socket.remoteAddress ?? "") === null) return plain(INVALID_KEY);
    if (how === 200 && route?.operation === "status") return plain(answer({ success: true, jobs: [] }));
    return plain(refusal(400, "Job not found. Invalid jobId"));
  }
  const status = how ?? 404;
  if (faults.has("not-found-html")) return { kind: "page", page: notFoundPage(status, message) };
  return plain(refusal(status, status === 405 ? "Method not allowed" : "Not found"));
}

/** Has the request take its effect, if it has any, and decides how it ends. */
async function decide(
  context: Context,
  operation: Operation,
  faults: ActiveFaults,
  message: IncomingMessage,
  query: URLSearchParams,
): Promise<Outcome> {
  if (faults.has("drop-before")) return { kind: "dropped" };
  const latency = faults.get("latency");
  if (latency !== undefined) await pause(latency);
  const request = await readRequest(message, query, MAX_REQUEST);
  if (faults.has("hang-before")) return { kind: "unanswered" };
  const instead = pageInstead(faults, query.get("apikey") ?? "");
  if (instead !== null) return { kind: "page", page: instead };
  const refused = refusalInstead(faults);
  const account = admit(context, request, message.socket.remoteAddress ?? "");
  const plain = refused?.answer ?? perform(context, operation, account, request, faults);
  if (faults.has("drop-after")) return { kind: "dropped" };
  if (faults.has("hang-after")) return { kind: "unanswered" };
  const after = pageAfter(faults);
  if (after !== null) return { kind: "page", page: after };
  return { kind: "answer", answer: reshape(plain, operation, faults), headers: refused?.headers ?? {} };
}

function perform(
  context: Context,
  operation: Operation,
  account: SandboxAccount | null,
  request: SandboxRequest,
  faults: ActiveFaults,
): Answer {
  if (account === null) return INVALID_KEY;
  settle(context);
  // Settling may have charged the account.
  const current = context.accounts.byLabel(account.label) ?? account;
  const instead = successInstead(operation, request, faults);
  if (instead !== null) return instead;
  const said = PERFORM[operation]({ context, account: current, request, faults });
  return refusalAfter(operation, said, faults) ?? said;
}

/** The account whose key was sent, if the key may be used from there (service-spec, 'Authentication'). */
function admit(context: Context, request: SandboxRequest, from: string): SandboxAccount | null {
  const account = context.accounts.byKey(request.parameter("apikey") ?? "");
  if (account === null || account.state === "revoked") return null;
  const machine = from.replace(/^::ffff:/, "");
  return account.allowlist === null || account.allowlist.includes(machine) ? account : null;
}

function statusOf(outcome: Outcome): number | null {
  if (outcome.kind === "page") return outcome.page.status;
  return outcome.kind === "answer" ? outcome.answer.status : null;
}

function jobIdIn(outcome: Outcome): string | null {
  if (outcome.kind !== "answer" || outcome.answer.kind === "text") return null;
  const id = outcome.answer.body.job_id;
  return typeof id === "string" ? id : null;
}

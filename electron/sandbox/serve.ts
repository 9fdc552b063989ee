import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { assertNever } from "../../shared/result.ts";
import type { SandboxAccount } from "./accounts.ts";
import { type Answer, errorResponse, jsonResponse } from "./answer.ts";
import type { Context } from "./context.ts";
import type { ActiveFaults, Faults, Operation } from "./faults.ts";
import { type LoggedRequest, truncate } from "./log.ts";
import { PERFORM, type Route, routeOf } from "./operations/index.ts";
import { notFoundPage, type Page, pageAfter, pageBefore, refusalInstead } from "./page-instead.ts";
import { NAMED, ROUTING } from "./quirk-faults.ts";
import { readRequest, type SandboxRequest, unread } from "./request.ts";
import { reshape } from "./reshape.ts";
import type { ServerLimits } from "./server-limits.ts";
import { applyDueChanges } from "./verification.ts";
import { drop, sendAnswer, sendPage } from "./wire.ts";

const INVALID_KEY = errorResponse(401, "Invalid API Key");

/** Body limits before and after the account is known. */
type BodyLimits = Pick<ServerLimits, "requestBytes" | "keylessBytes">;

export interface ServeOptions {
  readonly context: Context;
  readonly faults: Faults;
  readonly limits: BodyLimits;
  readonly record: (entry: LoggedRequest) => void;
}

type Outcome =
  | { readonly kind: "dropped" | "unanswered" }
  | { readonly kind: "page"; readonly page: Page }
  | { readonly kind: "answer"; readonly answer: Answer; readonly headers: Readonly<Record<string, string>> };

export async function serve(
  { context, faults, limits, record }: ServeOptions,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(message.url ?? "/", "http://sandbox");
  const key = url.searchParams.get("apikey") ?? "";
  const label = context.accounts.byKey(key)?.label ?? null;
  const route = routeOf(message.method ?? "", url.pathname);
  const routing = faults.take(route?.operation ?? null, label, (name) => ROUTING.has(name));
  const operation = route !== null && exists(route, routing) ? route.operation : null;
  const active: ActiveFaults =
    operation === null
      ? routing
      : new Map([...routing, ...faults.take(operation, label, (name) => !ROUTING.has(name))]);
  const query = queryOf(url, active);
  if (operation !== null && route?.jobId != null) query.set("job_id", route.jobId);
  const at = context.clock.now();
  const asked: IncomingRequest = { context, limits, message, query };
  const outcome =
    operation === null ? await notFound(asked, route, active) : await decide(asked, operation, active);
  record({
    at,
    method: message.method ?? "",
    path: truncate(url.pathname),
    operation,
    account: label,
    jobId: jobIdOf(query, outcome),
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

/** Parses the query like a form, where `+` is a blank, unless a quirk changes that. */
function queryOf({ search }: URL, faults: ActiveFaults): URLSearchParams {
  return new URLSearchParams(faults.has("plus-as-it-is") ? search.replaceAll("+", "%2B") : search);
}

function exists({ operation, jobId }: Route, faults: ActiveFaults): boolean {
  if (jobId !== null) return faults.has("job-id-path") || faults.has("job-id-path-only");
  return !(faults.has("job-id-path-only") && NAMED.includes(operation));
}

interface IncomingRequest {
  readonly context: Context;
  readonly limits: BodyLimits;
  readonly message: IncomingMessage;
  readonly query: URLSearchParams;
}

/** Returns true if the URL contains a valid key. Only then may the body be large. */
function isKnown({ context, message, query }: IncomingRequest): boolean {
  return authenticate(context, query.get("apikey"), message) !== null;
}

/** Limits the body if the key may be in it, and does not read it if the key in the URL is wrong. */
async function read(asked: IncomingRequest): Promise<SandboxRequest> {
  const { message, query } = asked;
  const { requestBytes, keylessBytes } = asked.limits;
  if (!query.has("apikey")) return readRequest(message, query, keylessBytes);
  return isKnown(asked) ? readRequest(message, query, requestBytes) : unread(query);
}

async function notFound(asked: IncomingRequest, route: Route | null, faults: ActiveFaults): Promise<Outcome> {
  const { context, message } = asked;
  const plain = (answer: Answer): Outcome => ({ kind: "answer", answer, headers: {} });
  const how = route === null ? undefined : faults.get("job-id-path-only");
  if (how === 400 || how === 200) {
    const request = await read(asked);
    if (authenticate(context, request.parameter("apikey"), message) === null) return plain(INVALID_KEY);
    if (how === 200 && route?.operation === "status") return plain(jsonResponse({ success: true, jobs: [] }));
    return plain(errorResponse(400, "Job not found. Invalid jobId"));
  }
  const status = how ?? 404;
  if (faults.has("not-found-html") || how === 404)
    return { kind: "page", page: notFoundPage(status, message) };
  return plain(errorResponse(status, status === 405 ? "Method not allowed" : "Not found"));
}

async function decide(asked: IncomingRequest, operation: Operation, faults: ActiveFaults): Promise<Outcome> {
  if (faults.has("drop-before")) return { kind: "dropped" };
  const latency = faults.get("latency");
  if (latency !== undefined) await pause(latency);
  return answerTo(asked, await read(asked), operation, faults);
}

function answerTo(
  { context, message, query }: IncomingRequest,
  request: SandboxRequest,
  operation: Operation,
  faults: ActiveFaults,
): Outcome {
  if (faults.has("hang-before")) return { kind: "unanswered" };
  const instead = pageBefore(faults, query.get("apikey") ?? "");
  if (instead !== null) return { kind: "page", page: instead };
  const refused = refusalInstead(faults);
  const account = authenticate(context, request.parameter("apikey"), message);
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
  applyDueChanges(context);
  // Settling may have charged the account.
  const current = context.accounts.byLabel(account.label) ?? account;
  return PERFORM[operation]({ context, account: current, request, faults });
}

/**
 * Returns the account of a key that may be used from this machine (service-spec, 'Authentication'); `null` otherwise.
 */
function authenticate(
  context: Context,
  key: string | null | undefined,
  { socket }: IncomingMessage,
): SandboxAccount | null {
  const account = context.accounts.byKey(key ?? "");
  if (account === null || account.state === "revoked") return null;
  const machine = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  return account.allowlist === null || account.allowlist.includes(machine) ? account : null;
}

function statusOf(outcome: Outcome): number | null {
  if (outcome.kind === "page") return outcome.page.status;
  return outcome.kind === "answer" ? outcome.answer.status : null;
}

function jobIdOf(query: URLSearchParams, outcome: Outcome): string | null {
  const id = query.get("job_id") ?? query.get("jobId");
  return id === null ? jobIdIn(outcome) : truncate(id);
}

function jobIdIn(outcome: Outcome): string | null {
  if (outcome.kind !== "answer" || outcome.answer.kind === "text") return null;
  const id = outcome.answer.body.job_id;
  return typeof id === "string" ? id : null;
}

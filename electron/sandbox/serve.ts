import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { assertNever } from "../../shared/result.ts";
import type { SandboxAccount } from "./accounts.ts";
import { type Answer, refusal } from "./answer.ts";
import type { Context } from "./context.ts";
import { type ActiveFaults, type Faults, OPERATIONS, type Operation } from "./faults.ts";
import type { LoggedRequest } from "./log.ts";
import { PERFORM, ROUTES } from "./operations/index.ts";
import { readRequest, type SandboxRequest } from "./request.ts";
import { reshape } from "./reshape.ts";
import { type Page, pageAfter, pageInstead, refusalInstead } from "./stand-in.ts";
import { settle } from "./verification.ts";
import { drop, sendAnswer, sendPage } from "./wire.ts";

/** Bytes of a request that are kept at most: 500,000 addresses as JSON with room beside them. */
const MAX_REQUEST = 128 * 1024 * 1024;

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
  const operation =
    OPERATIONS.find((name) => ROUTES[name].method === message.method && ROUTES[name].path === url.pathname) ??
    null;
  const key = url.searchParams.get("apikey") ?? "";
  const label = context.accounts.byKey(key)?.label ?? null;
  const active: ActiveFaults = operation === null ? new Map() : faults.take(operation, label);
  const at = context.clock.now();
  const outcome = await decide(context, operation, active, message, url.searchParams);
  record({
    at,
    method: message.method ?? "",
    path: url.pathname,
    operation,
    account: label,
    jobId: url.searchParams.get("job_id") ?? url.searchParams.get("jobId") ?? jobIdIn(outcome),
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

/** Has the request take its effect, if it has any, and decides how it ends. */
async function decide(
  context: Context,
  operation: Operation | null,
  faults: ActiveFaults,
  message: IncomingMessage,
  query: URLSearchParams,
): Promise<Outcome> {
  if (faults.has("drop-before")) return { kind: "dropped" };
  const latency = faults.get("latency");
  if (latency !== undefined) await pause(latency);
  const request = await readRequest(message, query, MAX_REQUEST);
  if (operation === null) return { kind: "answer", answer: refusal(404, "Not found"), headers: {} };
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
  if (account === null) return refusal(401, "Invalid API Key");
  settle(context);
  // Settling may have charged the account.
  const current = context.accounts.byLabel(account.label) ?? account;
  return PERFORM[operation]({ context, account: current, request, faults });
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

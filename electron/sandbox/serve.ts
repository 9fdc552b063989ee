import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { SandboxAccount } from "./accounts.ts";
import { type Answer, refusal } from "./answer.ts";
import type { Context } from "./context.ts";
import { type ActiveFaults, type Faults, OPERATIONS, type Operation } from "./faults.ts";
import type { LoggedRequest } from "./log.ts";
import { PERFORM, ROUTES } from "./operations/index.ts";
import { readRequest, type SandboxRequest } from "./request.ts";
import { reshape } from "./reshape.ts";
import { pageAfter, pageInstead, refusalInstead } from "./stand-in.ts";
import { settle } from "./verification.ts";
import { drop, sendAnswer, sendPage } from "./wire.ts";

/** Bytes of a request that are kept at most: 500,000 addresses as JSON with room beside them. */
const MAX_REQUEST = 128 * 1024 * 1024;

export interface ServeOptions {
  readonly context: Context;
  readonly faults: Faults;
  readonly record: (entry: LoggedRequest) => void;
}

/** Answers one request: which operation it is, which faults hit it, what the contract says. */
export async function serve(
  { context, faults, record }: ServeOptions,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(message.url ?? "/", "http://sandbox");
  const operation = OPERATIONS.find(
    (name) => ROUTES[name].method === message.method && ROUTES[name].path === url.pathname,
  );
  const key = url.searchParams.get("apikey") ?? "";
  const active: ActiveFaults =
    operation === undefined ? new Map() : faults.take(operation, context.accounts.byKey(key)?.label ?? null);
  const at = context.clock.now();
  const log = (status: number | null, account: string | null, jobId: string | null) =>
    record({
      at,
      method: message.method ?? "",
      path: url.pathname,
      operation: operation ?? null,
      account,
      jobId,
      parameters: [...url.searchParams.keys()],
      faults: [...active.keys()],
      status,
    });

  const jobId = url.searchParams.get("job_id") ?? url.searchParams.get("jobId");
  const label = context.accounts.byKey(key)?.label ?? null;
  if (active.has("drop-before")) {
    log(null, label, jobId);
    drop(response);
    return;
  }
  const latency = active.get("latency");
  if (latency !== undefined) await pause(latency);
  const request = await readRequest(message, url.searchParams, MAX_REQUEST);
  if (operation === undefined) {
    log(404, label, jobId);
    await sendAnswer(response, refusal(404, "Not found"), {}, active);
    return;
  }
  if (active.has("hang-before")) {
    log(null, label, jobId);
    return;
  }
  const instead = pageInstead(active, key);
  if (instead !== null) {
    log(instead.status, label, jobId);
    await sendPage(response, instead, active);
    return;
  }
  const refused = refusalInstead(active);
  const account = admit(context, request, message.socket.remoteAddress ?? "");
  const plain = refused?.answer ?? perform(context, operation, account, request, active);
  const answer = reshape(plain, operation, active);
  const name = account?.label ?? label;
  if (active.has("drop-after") || active.has("hang-after")) {
    log(null, name, jobId);
    if (active.has("drop-after")) drop(response);
    return;
  }
  const after = pageAfter(active);
  log(after?.status ?? answer.status, name, jobId ?? jobIdIn(answer));
  if (after !== null) await sendPage(response, after, active);
  else await sendAnswer(response, answer, refused?.headers ?? {}, active);
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

function jobIdIn(answer: Answer): string | null {
  if (answer.kind === "text") return null;
  const id = answer.body.job_id;
  return typeof id === "string" ? id : null;
}

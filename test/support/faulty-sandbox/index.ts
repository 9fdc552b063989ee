import { setTimeout as pause } from "node:timers/promises";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../electron/sandbox/index.ts";
import {
  errorReply,
  jsonReply,
  type Reply,
  type SandboxRequest,
} from "../../../electron/sandbox/messages.ts";
import { SERVER_LIMITS } from "../../../electron/sandbox/server.ts";
import { type Operation, operationAt } from "../../../electron/sandbox/service.ts";
import { breakBody } from "./body.ts";
import { type ActiveFaults, createFaults, type Faults, NAMED } from "./faults.ts";
import { acceptOddIds, jobIdIn, withJobId } from "./job-ids.ts";
import { notFoundPage, refusal, replyAfter, replyBefore } from "./replies.ts";
import { reshape } from "./reshape.ts";

export type { Operation } from "../../../electron/sandbox/service.ts";
export { FAULT_NAMES, FAULTS, type FaultName, type FaultRule, QUIRKS } from "./faults.ts";

/** A received request, also one without a response. Contains no key. */
interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation | null;
  /** Label of the account whose key is in the URL. */
  readonly account: string | null;
  readonly jobId: string | null;
}

export interface FaultySandbox extends Sandbox {
  readonly faults: Faults;
  /** The requests since the start, oldest first. */
  readonly requests: readonly ReceivedRequest[];
}

type Next = (request: SandboxRequest) => Promise<Reply>;
type Outcome = Reply | "drop" | "hang";

/** Starts a sandbox that simulates faults of networks and services, and records its requests. */
export async function createFaultySandbox(options: SandboxOptions = {}): Promise<FaultySandbox> {
  const faults = createFaults();
  const requests: ReceivedRequest[] = [];
  const sandbox = await createSandbox({ ...options, intercept });
  return { ...sandbox, faults, requests };

  async function intercept(request: SandboxRequest, next: Next): Promise<Reply> {
    const { method, url } = request;
    const key = url.searchParams.get("apikey");
    const account = sandbox.accounts().find((one) => one.key === key)?.label ?? null;
    const route = routeOf(request);
    const routing = faults.take(route?.operation ?? null, account, "routing");
    const operation = route !== null && exists(route, routing) ? route.operation : null;
    let active = routing;
    let outcome: Outcome;
    let jobId = route?.jobId ?? null;
    if (route === null || operation === null) {
      outcome = await notFound(request, route, routing, next);
    } else {
      active = new Map([...routing, ...faults.take(operation, account, "other")]);
      const rewritten = withParameters(request, route, active);
      jobId = jobIdIn(rewritten.url);
      outcome = await perform(rewritten, operation, active, next);
      if (operation === "upload") jobId = uploadedJobId(outcome);
    }
    requests.push({ method, path: url.pathname, operation, account, jobId });
    if (outcome === "drop") throw new Error("This connection is dropped.");
    if (outcome === "hang") return new Promise(() => undefined);
    return breakBody(outcome, active);
  }

  async function perform(
    received: SandboxRequest,
    operation: Operation,
    active: ActiveFaults,
    next: Next,
  ): Promise<Outcome> {
    if (active.size === 0) return acceptOddIds(next)(received);
    if (active.has("drop-before")) return "drop";
    if (active.has("latency")) await pause(active.get("latency"));
    const body = await received.read(SERVER_LIMITS.requestBytes);
    const request = { ...received, read: async () => body };
    if (active.has("hang-before")) return "hang";
    const before = replyBefore(active, request.url.searchParams.get("apikey") ?? "");
    if (before !== null) return before;
    const reply = await replyTo(request, operation, active, next);
    if (active.has("drop-after")) return "drop";
    if (active.has("hang-after")) return "hang";
    return replyAfter(active) ?? reshape(reply, operation, active);
  }

  async function replyTo(
    request: SandboxRequest,
    operation: Operation,
    active: ActiveFaults,
    next: Next,
  ): Promise<Reply> {
    const query = request.url.searchParams;
    if (active.has("invalid-key")) query.set("apikey", "invalid");
    const owner = sandbox.accounts().find(({ key }) => key === query.get("apikey"));
    const id = jobIdIn(request.url);
    const find = () =>
      sandbox.snapshot().jobs.find((job) => job.id === id && !job.gone && job.account === owner?.label);
    const refused = active.has("invalid-key")
      ? null
      : refusal(operation, active, () => find()?.state === "ready");
    if (refused !== null) return refused;
    if (active.has("vanish") && find() !== undefined) sandbox.remove(id ?? "");
    if (active.has("cancel") && find() !== undefined) sandbox.cancel(id ?? "");
    return acceptOddIds(next)(active.has("not-found") ? withJobId(request, UNKNOWN_JOB) : request);
  }
}

const UNKNOWN_JOB = "0".repeat(24);

function uploadedJobId(outcome: Outcome): string | null {
  const body = typeof outcome === "string" ? "" : outcome.body;
  return (typeof body === "string" ? /"job_id":"([^"]+)"/.exec(body)?.[1] : null) ?? null;
}

interface Route {
  readonly operation: Operation;
  /** The job named in the path. */
  readonly jobId: string | null;
}

const IN_PATH: Readonly<Record<string, Operation>> = { GET: "status", PATCH: "start", DELETE: "delete" };

function routeOf({ method, url }: SandboxRequest): Route | null {
  const operation = operationAt(method, url.pathname);
  if (operation !== null) return { operation, jobId: null };
  const segment = /^\/v1\/bulk\/([^/]+)$/.exec(url.pathname)?.[1];
  const named = IN_PATH[method];
  return segment === undefined || named === undefined
    ? null
    : { operation: named, jobId: decodeURIComponent(segment) };
}

function exists({ operation, jobId }: Route, routing: ActiveFaults): boolean {
  if (jobId !== null) return routing.has("job-id-path") || routing.has("job-id-path-only");
  return !(routing.has("job-id-path-only") && NAMED.includes(operation));
}

/** Returns the request with the contract's path and parameters. */
function withParameters(request: SandboxRequest, { jobId }: Route, active: ActiveFaults): SandboxRequest {
  const url = new URL(request.url);
  if (active.has("plus-as-it-is")) url.search = url.search.replaceAll("+", "%2B");
  if (jobId !== null) {
    url.pathname = "/v1/bulk";
    url.searchParams.set("job_id", jobId);
  }
  return { ...request, url };
}

async function notFound(
  request: SandboxRequest,
  route: Route | null,
  routing: ActiveFaults,
  next: Next,
): Promise<Reply> {
  const { method, url } = request;
  const value = route === null ? undefined : routing.get("job-id-path-only");
  if (route !== null && (value === 400 || value === 200)) {
    const invalid = new URL(url);
    invalid.searchParams.set("job_id", "invalid");
    const reply = await next({ ...request, url: invalid });
    const isList = value === 200 && route.operation === "status" && reply.status === 400;
    return isList ? jsonReply({ success: true, jobs: [] }) : reply;
  }
  const status = value ?? 404;
  if (routing.has("not-found-html") || value === 404) return notFoundPage(status, method, url.pathname);
  return errorReply(status, status === 405 ? "Method not allowed" : "Not found");
}

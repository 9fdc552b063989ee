import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { z } from "zod";
import { hostCalls } from "../../../shared/bridge/app.ts";
import { namedFiles } from "../../../shared/bridge/named-files.ts";
import { type CallName, calls } from "../../../shared/bridge.ts";
import type { RequestFault } from "../../../shared/problems/app.ts";
import { type ProblemCode, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { readBody } from "../../serving/read-body.ts";
import type { Authentication } from "./authentication.ts";
import type { EventStreams } from "./event-stream.ts";
import { type DownloadTickets, sendFile } from "./file-downloads.ts";
import type { HostLimits } from "./limits.ts";
import {
  isNavigation,
  isOwnRequest,
  mayOpenPage,
  missingPage,
  type RequestHeaders,
  refusedPage,
  setSecurityHeaders,
} from "./request-origin.ts";
import { type HostedEngine, type Uploads, uploadName, writtenAt } from "./uploads.ts";

const MEGABYTE = 1024 * 1024;

/** Limits for calls with long inputs, such as selections of many rows. Lists, even pasted ones, are sent as files. */
const LONG: Partial<Record<CallName, number>> = {
  "lists.acceptTypos": 48 * MEGABYTE,
  "results.mark": 8 * MEGABYTE,
  "exports.count": 8 * MEGABYTE,
  "exports.write": 8 * MEGABYTE,
};

/** Returns the maximum body size of a call, in bytes. */
function bodyLimitOf(name: string): number {
  return isCallName(name) ? (LONG[name] ?? MEGABYTE) : MEGABYTE;
}

/** Passes a call to the engine. Host calls and paths of this machine are refused in the browser. */
async function answerCall(
  { engine, uploads }: { engine: HostedEngine; uploads: Uploads },
  name: string,
  input: unknown,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  if (Object.hasOwn(hostCalls, name)) return fail(problem("call_unsupported", { call: name }));
  if (namedFiles(input).length > 0) return fail(problem("path_in_browser"));
  const release = uploads.use(uploadsIn(input));
  let copied = false;
  try {
    const answered = await engine.call(name, input, { signal });
    copied = answered.ok;
    return answered;
  } finally {
    await release(copied);
  }
}

function uploadsIn(input: unknown): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [input];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (key === "uploadId" && typeof inner === "string") found.push(inner);
      else waiting.push(inner);
    }
  }
  return found;
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

export interface RouteOptions {
  readonly engine: HostedEngine;
  readonly authentication: Authentication;
  readonly uploads: Uploads;
  readonly tickets: DownloadTickets;
  readonly events: EventStreams;
  readonly limits: HostLimits;
  readonly pageDir: string;
  /** The origin, known once the host listens. */
  readonly origin: () => string;
  readonly onEntered: () => void;
}

type HostContext = Context<{ Bindings: HttpBindings }>;

const entrySchema = z.strictObject({ token: z.string().max(100) });
const ticketSchema = z.strictObject({ downloadId: z.string().max(100) });
const pageIdSchema = z.string().regex(/^[\w-]{8,64}$/);

/**
 * The protocol between page and host. JSON responses are Results.
 * - `POST /enter`: `{ token }` in, `{ bearer }` out. All other endpoints require the bearer.
 * - `POST /bridge/<call>`: JSON in and out.
 * - `GET /events`: one BridgeEvent per line, as JSON.
 * - `POST /files?name=<name>`: raw bytes in, `{ uploadId, name }` out.
 * - `POST /tickets`: `{ downloadId }` in, `{ address }` out.
 * - `GET /download/<ticket>`: the file, once, without the bearer.
 *
 * Anything else is the built page, which is not secret.
 */
export function createRoutes(options: RouteOptions): Hono<{ Bindings: HttpBindings }> {
  const { engine, authentication, uploads, limits, origin } = options;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(setSecurityHeaders);

  const own: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
    c.header("Cache-Control", "no-store");
    return isOwnRequest(senderOf(c), origin()) ? await next() : refuse(c, 403, "forbidden");
  };
  const admitted: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
    return authentication.isValid(bearerOf(c)) ? await next() : refuse(c, 401, "signed_out");
  };
  for (const path of ["/enter", "/download/*"]) app.use(path, own);
  for (const path of ["/bridge/*", "/events", "/files", "/tickets"]) app.use(path, own, admitted);

  app.post("/enter", async (c) => {
    const entered = await readJson(c, "enter", limits.anonymousBodyBytes);
    const entry = entered.ok ? entrySchema.safeParse(entered.value) : null;
    const bearer = entry?.success ? authentication.exchangeToken(entry.data.token) : null;
    if (bearer === null) return refuse(c, 401, "signed_out");
    options.onEntered();
    return c.json(ok({ bearer }));
  });

  app.post("/bridge/:name", async (c) => {
    const name = c.req.param("name");
    const input = await readJson(c, name, bodyLimitOf(name));
    if (!input.ok) return input.answer;
    return c.json(await answerCall({ engine, uploads }, name, input.value, c.req.raw.signal));
  });

  app.get("/events", (c) => {
    const pageId = pageIdSchema.safeParse(c.req.header("x-winnow-page"));
    return options.events.open(c, pageId.data);
  });

  app.post("/files", async (c) => {
    const name = uploadName(c.req.query("name"));
    if (name === null) {
      return c.json(fail(problem("call_invalid", { call: "files", why: "no_name" })), 400);
    }
    const received = await uploads.receive(bodyOf(c), name, declaredBy(c), writtenAt(c.req.query("written")));
    if (!received.ok) return c.json(received, received.problem.code === "file_too_large" ? 413 : 507);
    engine.registerUpload(received.value);
    return c.json(ok({ uploadId: received.value.uploadId, name }));
  });

  app.post("/tickets", async (c) => {
    const ticketBody = await readJson(c, "tickets", limits.anonymousBodyBytes);
    if (!ticketBody.ok) return ticketBody.answer;
    const ticket = ticketSchema.safeParse(ticketBody.value);
    const downloadId = ticket.data?.downloadId ?? "";
    if (engine.downloadFile(downloadId) === null) return c.json(fail(problem("download_gone")), 404);
    return c.json(ok({ address: `/download/${options.tickets.issue(downloadId)}` }));
  });
  app.get("/download/:ticket", async (c) => {
    // A HEAD request must not use up the ticket.
    const downloadId = c.req.method === "GET" ? options.tickets.take(c.req.param("ticket")) : null;
    const file = downloadId === null ? null : engine.downloadFile(downloadId);
    const { socket } = c.env.incoming;
    const sent = file === null ? null : await sendFile(file, () => socket.destroy());
    return sent ?? c.html(missingPage, 404);
  });

  app.use("*", async (c, next) =>
    mayOpenPage(senderOf(c), origin()) ? await next() : refuse(c, 403, "forbidden"),
  );
  app.get(
    "/assets/*",
    serveStatic({
      root: options.pageDir,
      onFound: (_path, c) => c.header("Cache-Control", "private, max-age=31536000, immutable"),
    }),
    (c) => c.html(missingPage, 404),
  );
  app.get("*", serveStatic({ root: options.pageDir, onFound: noCache }));
  // Client-side routes serve index.html. Paths with an extension are missing files.
  app.get("*", async (c, next) => {
    if (/\.[^./]*$|%/.test(c.req.path)) return c.html(missingPage, 404);
    return await serveStatic({ root: options.pageDir, path: "index.html", onFound: noCache })(c, next);
  });
  app.notFound((c) => c.html(missingPage, 404));
  app.onError((_error, c) => c.json(fail(problem("internal")), 500));
  return app;

  type Json =
    | { readonly ok: true; readonly value: unknown }
    | { readonly ok: false; readonly answer: Response };

  async function readJson(c: HostContext, what: string, mostBytes: number): Promise<Json> {
    const answer = (status: 400 | 413, why: RequestFault): Json => ({
      ok: false,
      answer: c.json(fail(problem("call_invalid", { call: what, why })), status),
    });
    const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
    if (type !== "application/json") return answer(400, "not_json");
    const late = setTimeout(() => c.env.incoming.destroy(), limits.bodyMs);
    try {
      const body = await readBody(bodyOf(c), declaredBy(c), mostBytes);
      if (body === null) return answer(413, "too_long");
      return { ok: true, value: JSON.parse(new TextDecoder().decode(body)) };
    } catch {
      return answer(400, "not_json");
    } finally {
      clearTimeout(late);
    }
  }
}

function noCache(_path: string, c: Context): void {
  c.header("Cache-Control", "no-cache");
}

function senderOf(c: HostContext): RequestHeaders {
  return {
    method: c.req.method,
    host: c.req.header("host"),
    origin: c.req.header("origin"),
    fetchSite: c.req.header("sec-fetch-site"),
    fetchMode: c.req.header("sec-fetch-mode"),
    fetchDest: c.req.header("sec-fetch-dest"),
  };
}

/** Returns the body as a stream. An unread body does not prevent a response: the server closes the connection. */
function bodyOf(c: HostContext): AsyncIterable<Uint8Array> {
  return c.env.incoming.iterator({ destroyOnReturn: false });
}

function declaredBy(c: HostContext): number {
  return Number(c.req.header("content-length") ?? 0);
}

function bearerOf(c: HostContext): string | undefined {
  return /^Bearer ([\w-]{1,100})$/.exec(c.req.header("authorization") ?? "")?.[1];
}

type Refusal = Extract<ProblemCode, "forbidden" | "signed_out">;

/** Refuses with JSON, or with a readable page if the browser would display the response. */
function refuse(c: HostContext, status: 401 | 403, code: Refusal): Response {
  if (isNavigation(c.req.header("sec-fetch-mode"), c.req.header("accept")))
    return c.html(refusedPage, status);
  const refused: Result<never> = fail(problem(code));
  return c.json(refused, status);
}

import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import { problem } from "../../../shared/problems.ts";
import { fail } from "../../../shared/result.ts";
import type { Clock } from "../../engine/handlers.ts";
import { answerCall, bodyLimitOf } from "./calls.ts";
import { sendFile } from "./downloads.ts";
import type { EngineFace } from "./engine-face.ts";
import { streamEvents } from "./events.ts";
import { isOwnRequest, mayEnter, type Sender } from "./guard.ts";
import { setSecurityHeaders } from "./headers.ts";
import { lockedPage, missingPage, welcomePage } from "./plain-pages.ts";
import type { Tickets } from "./tickets.ts";
import { MOST_UPLOAD_BYTES, receiveUpload, uploadName } from "./uploads.ts";

export interface RouteOptions {
  readonly engine: EngineFace;
  readonly tickets: Tickets;
  readonly clock: Clock;
  /** The built page's folder. */
  readonly pageDir: string;
  readonly uploadsDir: string;
  /** `http://127.0.0.1:<port>`, known once the host listens. */
  readonly origin: () => string;
  /** Aborted when the host closes: ends the event streams. */
  readonly closing: AbortSignal;
  readonly mostUploadBytes?: number;
}

/**
 * The wire between page and host, all of it behind the guard and the pass:
 * `POST /bridge/<call>` JSON in, Result JSON out · `GET /events` server-sent events, each a BridgeEvent in JSON ·
 * `POST /files?name=<name>` raw bytes in, `{ uploadId, name }` out, or a failed Result · `GET /download/<id>` the file ·
 * anything else the built page.
 */
export function createRoutes(options: RouteOptions): Hono {
  const { engine, tickets, clock, origin } = options;
  const cookieName = () => `winnow_${new URL(origin()).port}`;
  const app = new Hono();

  app.use(setSecurityHeaders);
  app.use(async (c, next) => {
    const token = c.req.path === "/" ? c.req.query("token") : undefined;
    if (token !== undefined && mayEnter(senderOf(c), origin())) return enter(c, token);
    if (!isOwnRequest(senderOf(c), origin())) return c.json(fail(problem("forbidden")), 403);
    if (!tickets.admits(getCookie(c, cookieName()))) return refuse(c);
    return await next();
  });

  function enter(c: Context, token: string): Response {
    c.header("Cache-Control", "no-store");
    const pass = tickets.redeem(token);
    if (pass === null) {
      // A second press on the printed address, from the browser that holds the pass already.
      return tickets.admits(getCookie(c, cookieName())) ? c.redirect("/", 303) : c.html(lockedPage, 403);
    }
    setCookie(c, cookieName(), pass, { httpOnly: true, sameSite: "Strict", path: "/" });
    const site = c.req.header("sec-fetch-site");
    return site === undefined || site === "none" ? c.redirect("/", 303) : c.html(welcomePage);
  }

  app.use("/bridge/:name", async (c, next) => {
    const name = c.req.param("name");
    return await bodyLimit({
      maxSize: bodyLimitOf(name),
      onError: () => c.json(fail(problem("call_invalid", { call: name, why: "it is too long" })), 413),
    })(c, next);
  });
  app.post("/bridge/:name", async (c) => {
    const name = c.req.param("name");
    const input = await readJson(c);
    if (!input.ok) return c.json(fail(problem("call_invalid", { call: name, why: input.why })), 400);
    c.header("Cache-Control", "no-store");
    return c.json(await answerCall(engine, name, input.value, c.req.raw.signal));
  });

  app.get("/events", (c) => streamEvents(c, engine, clock, options.closing));

  app.post("/files", async (c) => {
    const name = uploadName(c.req.query("name"));
    if (name === null) {
      return c.json(fail(problem("call_invalid", { call: "files", why: "the file has no name" })), 400);
    }
    const limit = options.mostUploadBytes ?? MOST_UPLOAD_BYTES;
    const received = await receiveUpload(c.req.raw.body, name, options.uploadsDir, limit);
    if (!received.ok) return c.json(received, received.problem.code === "file_too_large" ? 413 : 507);
    engine.registerUpload(received.value);
    return c.json({ uploadId: received.value.uploadId, name });
  });

  app.get("/download/:id", async (c) => {
    const file = engine.downloadFile(c.req.param("id"));
    const sent = file === null ? null : await sendFile(file);
    return sent ?? c.html(missingPage, 404);
  });

  app.get(
    "/assets/*",
    serveStatic({
      root: options.pageDir,
      onFound: (_path, c) => c.header("Cache-Control", "private, max-age=31536000, immutable"),
    }),
    (c) => c.html(missingPage, 404),
  );
  app.get("*", serveStatic({ root: options.pageDir, onFound: noCache }));
  // The page has its own addresses: each of them is the page. What looks like a file is not one of them.
  app.get("*", async (c, next) => {
    if (/\.[^/]*$|%/.test(c.req.path)) return c.html(missingPage, 404);
    return await serveStatic({ root: options.pageDir, path: "index.html", onFound: noCache })(c, next);
  });
  app.notFound((c) => c.html(missingPage, 404));
  app.onError((_error, c) => c.json(fail(problem("internal")), 500));
  return app;
}

function noCache(_path: string, c: Context): void {
  c.header("Cache-Control", "no-cache");
}

function senderOf(c: Context): Sender {
  return {
    method: c.req.method,
    host: c.req.header("host"),
    origin: c.req.header("origin"),
    site: c.req.header("sec-fetch-site"),
  };
}

/** Somebody without a pass: people see a page, programs a Result. */
function refuse(c: Context): Response {
  const wantsPage = c.req.method === "GET" && (c.req.header("accept") ?? "").includes("text/html");
  return wantsPage ? c.html(lockedPage, 403) : c.json(fail(problem("forbidden")), 403);
}

type Json = { ok: true; value: unknown } | { ok: false; why: string };

async function readJson(c: Context): Promise<Json> {
  const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") return { ok: false, why: "it is not JSON" };
  try {
    return { ok: true, value: await c.req.json() };
  } catch {
    return { ok: false, why: "it is not JSON" };
  }
}

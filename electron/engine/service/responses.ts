import type { z } from "zod";
import type { Nonsense } from "../../../shared/problems/service.ts";
import { problem } from "../../../shared/problems.ts";
import {
  type AnswerContext,
  failed,
  type Operation,
  parseRetryAfter,
  refusal,
  shown,
} from "./error-responses.ts";
import { type Envelope, openEnvelope, parseVerdict } from "./response-schemas.ts";
import type { ServiceAnswer } from "./types.ts";

/** Returns whether a body with `success: false` is a valid response nevertheless. */
export type Exception = (body: Record<string, unknown>) => boolean;

/**
 * Parses a JSON response. A 200 with `success: false` is a refusal like a 4xx. A success that does not match `schema`
 * is `service_nonsense` with an unknown effect.
 */
export function readJson<T>(
  response: Pick<Response, "status" | "headers">,
  text: string | null,
  schema: z.ZodType<T>,
  context: AnswerContext,
  exception: Exception = () => false,
): ServiceAnswer<T> {
  const envelope = text === null ? null : openEnvelope(text);
  const succeeded = response.status >= 200 && response.status < 300;
  if (!succeeded) return refused(response, envelope, text, context);
  if (envelope === null) return nonsense(context.operation, "form");
  if (envelope.success === false && !exception(envelope.body)) {
    return refused(response, envelope, text, context);
  }
  const parsed = schema.safeParse(withoutKey(envelope.body, context.redact));
  if (parsed.success) return { ok: true, value: parsed.data };
  const field = parsed.error.issues[0]?.path.join(".") || undefined;
  return nonsense(context.operation, "field", field);
}

/** Redacts the key in the service's texts, which are shown and stored and may echo the request. */
function withoutKey(body: Envelope["body"], redact: AnswerContext["redact"]): Envelope["body"] {
  const clean = { ...body };
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== "string" || !FREE_TEXT.has(name)) continue;
    if (name !== "result" || !parseVerdict(value).known) clean[name] = shown(value, redact);
  }
  return clean;
}

/** Fields with prose. Addresses are excluded: a short key could be part of one. */
const FREE_TEXT = new Set(["message", "credit_error", "created_at", "result"]);

/** Returns the error of a refusal. `envelope` is `null` if the body was not JSON. */
export function refused(
  response: Pick<Response, "status" | "headers">,
  envelope: Envelope | null,
  text: string | null,
  context: AnswerContext,
): ServiceAnswer<never> {
  return refusal({
    ...context,
    status: response.status,
    texts: envelope?.texts ?? (text === null || text.trim() === "" ? [] : [text]),
    hasSuccessFalse: envelope?.success === false,
    isServiceJson: envelope !== null && (envelope.success !== null || envelope.texts.length > 0),
    retryAfter: parseRetryAfter(response.headers.get("retry-after"), context.now),
  });
}

export function nonsense(about: Operation, what: Nonsense, field?: string): ServiceAnswer<never> {
  return failed(problem("service_nonsense", { about, what, field }), "retry", "unknown");
}

/** Returns the body's text; `null` if it exceeds `limit` bytes. */
export async function readText(
  response: Response,
  limit: number,
  alive: (received: number) => void,
): Promise<string | null> {
  if (response.body === null) return "";
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body) {
    size += piece.length;
    alive(size);
    if (size > limit) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

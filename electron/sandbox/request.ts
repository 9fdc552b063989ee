import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { readBody } from "../serving/read-body.ts";

export interface SandboxRequest {
  /** Returns a parameter from the query string, or else from the body. */
  parameter(name: string): string | undefined;
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** The body as JSON (RAW_BODY); undefined if none. */
  readonly json: unknown;
  readonly bytes: Uint8Array;
  /** The request has no body. */
  readonly bodiless: boolean;
  /** The body is malformed or too large. */
  readonly unreadable: boolean;
}

const fields = z.record(z.string(), z.unknown());

/**
 * Reads and parses a request. Parameters come from the query string, then a form, then a JSON body. A body over
 * `mostBytes` is discarded without waiting for its end. Throws if the body is cut off.
 */
export async function readRequest(
  message: IncomingMessage,
  query: URLSearchParams,
  mostBytes: number,
): Promise<SandboxRequest> {
  const pieces: AsyncIterableIterator<Uint8Array> = message.iterator({ destroyOnReturn: false });
  const body = await readBody(pieces, Number(message.headers["content-length"] ?? 0), mostBytes);
  if (body !== null) return takeApart(query, body, message.headers["content-type"] ?? "");
  await pieces.return?.();
  // Discard the rest of the body, so that the client gets to read the response.
  message.resume();
  return unread(query, { unreadable: true });
}

export function unread(query: URLSearchParams, how: { unreadable?: true } = {}): SandboxRequest {
  return assemble(query, { bodiless: true, ...how });
}

async function takeApart(
  query: URLSearchParams,
  body: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<SandboxRequest> {
  if (body.length === 0) return assemble(query, { bodiless: true });
  if (/^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type)) {
    return readForm(query, body, type);
  }
  return assemble(query, { bytes: body, ...parseJson(new TextDecoder().decode(body)) });
}

async function readForm(
  query: URLSearchParams,
  body: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<SandboxRequest> {
  let form: FormData;
  try {
    form = await new Response(body, { headers: { "content-type": type } }).formData();
  } catch {
    return assemble(query, { unreadable: true });
  }
  let file: SandboxRequest["file"] = null;
  const texts = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value === "string") texts.set(name, value);
    else if (name === "local_file") {
      file = { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
    }
  }
  const raw = texts.get("RAW_BODY");
  return assemble(query, {
    texts,
    file,
    bytes: file?.bytes ?? new Uint8Array(),
    ...(raw === undefined ? {} : parseJson(raw)),
  });
}

function parseJson(text: string): { json?: unknown; unreadable?: boolean } {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { unreadable: true };
  }
}

function assemble(
  query: URLSearchParams,
  parts: Partial<Omit<SandboxRequest, "parameter">> & { texts?: ReadonlyMap<string, string> },
): SandboxRequest {
  const inJson = fields.safeParse(parts.json);
  return {
    parameter(name) {
      const given = query.get(name) ?? parts.texts?.get(name);
      if (given !== undefined && given !== null) return given;
      const value = inJson.success ? inJson.data[name] : undefined;
      return typeof value === "string" || typeof value === "boolean" || typeof value === "number"
        ? String(value)
        : undefined;
    },
    file: parts.file ?? null,
    json: parts.json,
    bytes: parts.bytes ?? new Uint8Array(),
    bodiless: parts.bodiless ?? false,
    unreadable: parts.unreadable ?? false,
  };
}

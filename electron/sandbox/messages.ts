import { z } from "zod";

/** A request as received. */
export interface SandboxRequest {
  readonly method: string;
  readonly url: URL;
  readonly contentType: string;
  /** The client's IP address. */
  readonly client: string;
  /** Reads the body; `null` if it is longer than `maxBytes`. Throws if it is cut off. */
  read(maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text, or pieces that are generated while they are sent. */
  readonly body: string | Iterable<string> | AsyncIterable<Uint8Array>;
}

type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export function jsonReply(body: JsonObject, status = 200): Reply {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status, headers, body: JSON.stringify(body) };
}

/** Returns an error in the contract's shape A: `result` and `success`. */
export function errorReply(status: number, result: string, success: false | "false" = false): Reply {
  return jsonReply({ result, success }, status);
}

/** Returns an error in the contract's shape B, used for upload limits: `success` and `message`. */
export function limitReply(message: string): Reply {
  return jsonReply({ success: false, message }, 400);
}

/** The parameters of a request, from its query string and its body. */
export interface Parameters {
  /** Returns a parameter from the query string, or else from the body. */
  get(name: string): string | undefined;
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
 * Parses the parameters of a request: from the query string, then a form, then a JSON body. `body` is `null` if it was
 * too large.
 */
export async function readParameters(
  query: URLSearchParams,
  body: Uint8Array<ArrayBuffer> | null,
  type: string,
): Promise<Parameters> {
  if (body === null) return assemble(query, { bodiless: true, unreadable: true });
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
): Promise<Parameters> {
  let form: FormData;
  try {
    form = await new Response(body, { headers: { "content-type": type } }).formData();
  } catch {
    return assemble(query, { unreadable: true });
  }
  let file: Parameters["file"] = null;
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
  parts: Partial<Omit<Parameters, "get">> & { texts?: ReadonlyMap<string, string> },
): Parameters {
  const inJson = fields.safeParse(parts.json);
  return {
    get(name) {
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

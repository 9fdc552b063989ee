import type { IncomingMessage } from "node:http";
import { z } from "zod";

/** A request taken apart. */
export interface SandboxRequest {
  /** A parameter from the query string, or else from the body. */
  parameter(name: string): string | undefined;
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** The body as JSON (RAW_BODY); undefined when there is none. */
  readonly json: unknown;
  /** The body itself, or the file in it. */
  readonly bytes: Uint8Array;
  /** Nothing was sent but the address. */
  readonly bodiless: boolean;
  /** Something was sent that could not be read, or too much of it. */
  readonly unreadable: boolean;
}

const fields = z.record(z.string(), z.unknown());

/**
 * Reads and takes apart a request. Parameters count in the query string first, then in a form, then among the
 * keys of a JSON body: where they go is not shown. Of a body over `maximum` bytes nothing is kept.
 */
export async function readRequest(
  message: IncomingMessage,
  query: URLSearchParams,
  maximum: number,
): Promise<SandboxRequest> {
  const body = await readBody(message, maximum);
  const type = message.headers["content-type"] ?? "";
  if (body === null) return assemble(query, { unreadable: true });
  if (body.length === 0) return assemble(query, { bodiless: true });
  if (/^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type)) {
    return readForm(query, body, type);
  }
  return assemble(query, { bytes: body, ...parseJson(Buffer.from(body).toString("utf8")) });
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

async function readBody(message: IncomingMessage, maximum: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of message) {
    if (!(piece instanceof Buffer)) continue;
    size += piece.length;
    // The rest is read all the same, so that the caller gets to hear the answer.
    if (size <= maximum) pieces.push(piece);
    else pieces.length = 0;
  }
  return size <= maximum ? new Uint8Array(Buffer.concat(pieces)) : null;
}
